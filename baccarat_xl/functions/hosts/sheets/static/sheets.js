// --- Google Sheets' cells in and out ---

/** An error in a cell reaches a script as its text. */
function baccaratFromSheets_(cell) {
  return typeof cell === "string" && /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|ERROR!)$/.test(cell)
    ? new Baccarat_.CellError(cell)
    : cell;
}

/**
 * A script cannot give a cell #VALUE!, #NUM! or #N/A. One answer that is an error is thrown: the cell shows
 * #ERROR!, and its note says which error it is and why. Within a range each error is text, such as #N/A.
 */
function baccaratInSheets_(name, given) {
  const cells = Array.from(given).map((argument) =>
    Array.isArray(argument) ? argument.map((row) => row.map(baccaratFromSheets_)) : baccaratFromSheets_(argument)
  );
  const answer = Baccarat_.callRange(name, cells);
  if (Array.isArray(answer)) return answer.map((row) => row.map((one) => (isError(one) ? one.code : one)));
  if (isError(answer)) {
    throw new Error(answer.code + ": " + (Baccarat_.FUNCTIONS[name].errors[answer.code] || "an input is " + answer.code));
  }
  return answer;

  function isError(value) {
    return value instanceof Baccarat_.CellError;
  }
}
