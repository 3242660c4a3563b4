// --- Excel's cells in and out ---

/**
 * A cell as Excel hands it over: null or empty text, a number, a text, true or false; or an object, which is
 * an error or a value with a format of its own. Any other object (a picture, a stock) is no card and no total.
 */
function baccaratFromExcel(cell) {
  if (cell === null || typeof cell !== "object") return cell;
  const value = cell.basicValue === undefined ? cell.code : cell.basicValue;
  if (typeof value === "string" && /^#[A-Z/0_]+[!?A]?$/.test(value)) return new Baccarat.CellError(value);
  const isPlain = ["Double", "String", "Boolean", "Empty", "FormattedNumber"].includes(cell.type);
  return isPlain ? value : Baccarat.VALUE;
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
