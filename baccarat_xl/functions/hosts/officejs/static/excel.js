// --- Excel's cells in and out ---

/** A cell as Excel hands it over: null or empty text, a number, a text, true or false, or an error object. */
function baccaratFromExcel(cell) {
  if (cell === null || typeof cell !== "object") return cell;
  const text = String(cell.basicValue === undefined ? cell.code : cell.basicValue);
  if (cell.basicType === "Error" || cell.type === "Error" || cell.code !== undefined) {
    return new Baccarat.CellError(text);
  }
  return cell.basicValue;
}

/** An answer as Excel takes it. Errors that an add-in cannot give become #VALUE!, with their name as reason. */
function baccaratToExcel(name, answer) {
  if (!(answer instanceof Baccarat.CellError)) return answer;
  const codes = CustomFunctions.ErrorCode;
  const known = {
    "#VALUE!": codes.invalidValue,
    "#NUM!": codes.invalidNumber,
    "#N/A": codes.notAvailable,
    "#DIV/0!": codes.divisionByZero,
    "#NULL!": codes.nullReference,
  };
  const code = known[answer.code] || codes.invalidValue;
  // Only these two can show a reason.
  const reason = known[answer.code] ? Baccarat.FUNCTIONS[name].errors[answer.code] : "an input is " + answer.code;
  const shows = code === codes.invalidValue || code === codes.notAvailable;
  return shows && reason ? new CustomFunctions.Error(code, reason) : new CustomFunctions.Error(code);
}

/** Ranges come as rows of cells, a single cell as one row of one; the answer has the same shape. */
function baccaratInExcel(name, given) {
  const grids = given.map((argument) =>
    Array.isArray(argument) ? argument.map((row) => row.map(baccaratFromExcel)) : [[baccaratFromExcel(argument)]]
  );
  const rows = Baccarat.callRange(name, grids).map((row) => row.map((answer) => baccaratToExcel(name, answer)));
  const only = rows.length === 1 && rows[0].length === 1 ? rows[0][0] : null;
  if (only instanceof CustomFunctions.Error) throw only;
  return rows;
}
