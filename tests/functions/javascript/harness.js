// Reads a task from standard input, runs each call as the host would, prints the answers.
// A cell is null (empty), a number, a text, true or false, or {"error": "#N/A"}; a list of rows is a range.
"use strict";
const vm = require("vm");
const task = JSON.parse(require("fs").readFileSync(0, "utf8"));

const isError = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const mapCells = (value, change) => (Array.isArray(value) ? value.map((v) => mapCells(v, change)) : change(value));

/** The core by itself. */
function core() {
  const baccarat = vm.runInNewContext(task.source + "\nBaccarat;");
  return (cells) => {
    const given = cells.map((v) => mapCells(v, (cell) => (isError(cell) ? new baccarat.CellError(cell.error) : cell)));
    const answer = baccarat.callRange(task.function, given);
    return mapCells(answer, (value) => (value instanceof baccarat.CellError ? { error: value.code } : value));
  };
}

/** Office.js: each argument is a matrix, or null when left out; errors are objects, and what comes back is a matrix or is thrown. */
function officejs() {
  const CODES = {
    invalidValue: "#VALUE!", notAvailable: "#N/A", divisionByZero: "#DIV/0!", invalidNumber: "#NUM!",
    nullReference: "#NULL!", invalidName: "#NAME?", invalidReference: "#REF!",
  };
  function OfficeError(code, message) {
    if (!Object.values(CODES).includes(code)) throw new TypeError("no such error code: " + code);
    this.code = code;
    this.message = message;
  }
  const associated = {};
  const CustomFunctions = {
    Error: OfficeError,
    ErrorCode: CODES,
    associate: (id, implementation) => (associated[id] = implementation),
  };
  vm.runInNewContext(task.source, { CustomFunctions });
  const handed = (cell) => {
    if (!isError(cell)) return cell;
    if (cell.object) return cell.object;
    return { type: "Error", basicType: "Error", basicValue: cell.error, errorType: "Some" };
  };
  const shown = (value) => (value instanceof OfficeError ? { error: value.code } : value);
  return (cells) => {
    const declared = associated[task.function.replace(/_/g, "")].length;
    const given = cells.map((v) => (Array.isArray(v) ? mapCells(v, handed) : [[handed(v)]]));
    while (given.length < declared) given.push(null);
    let answer;
    try {
      answer = associated[task.function.replace(/_/g, "")](...given, { address: "Sheet1!A1" });
    } catch (problem) {
      answer = [[problem]];
    }
    if (!Array.isArray(answer) || !answer.every(Array.isArray)) throw new TypeError("the answer is no matrix");
    answer = mapCells(answer, shown);
    return cells.some(Array.isArray) ? answer : answer[0][0];
  };
}

/** Google Sheets: a single cell comes as a value, an empty one as "", errors as text; an exception is #ERROR!. */
function sheets() {
  const context = vm.createContext({});
  vm.runInContext(task.source, context);
  const handed = (cell) => (isError(cell) ? cell.error : cell === null ? "" : cell);
  return (cells) => {
    const given = cells.map((v) => mapCells(v, handed));
    try {
      return context[task.function](...given);
    } catch (problem) {
      const said = /^(#[A-Z/0]+[!?A]?): /.exec(problem.message);
      if (!said) throw problem;
      return { error: said[1] };
    }
  };
}

const run = { core, officejs, sheets }[task.host]();
process.stdout.write(JSON.stringify(task.calls.map(run)));
