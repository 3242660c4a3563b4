// --- The functions, by name: arguments come in read already ---

const ANSWERS = {
  CARD_VALUE: (card) => card,
  HAND_TOTAL: (one, two, third) => withThird(openingTotal(one, two), third),
  FINAL_TOTAL: withThird,
  THIRD_VALUE: function (initial, final) {
    if (isNaturalTotal(initial)) throw VALUE;
    return initial === UNKNOWN || final === UNKNOWN ? UNKNOWN : (final - initial + 10) % 10;
  },
  IS_NATURAL: isNatural,
  PLAYER_DRAWS: playerDraws,
  BANKER_DRAWS: bankerDraws,
  NEXT_STEP: nextStep,
  WINNER: winner,
  ROUND_OUTCOME: function (p1, p2, p3, b1, b2, b3) {
    const player = openingTotal(p1, p2);
    const banker = openingTotal(b1, b2);
    if (nextStep(player, banker, p3, b3) !== ROUND_OVER) return UNKNOWN;
    return winner(withThird(player, p3), withThird(banker, b3));
  },
  EXPLAIN_DRAW: (player, banker, third) => partOf(explained(player, banker, third), "sentence"),
  DRAW_CLAUSE: (player, banker, third) => partOf(explained(player, banker, third), "clause"),
  CHECK_ROUND: checkRound,
  POSSIBLE_P3: function (banker, bankerDrew, player, playerFinal) {
    const values = possibleThirds(banker, bankerDrew, player, playerFinal);
    if (values.length === 0) throw VALUE;
    return values.join(", ");
  },
  ...PAYMENTS,
};

function partOf(explanation, part) {
  return explanation === UNKNOWN ? UNKNOWN : explanation[part];
}

/** An answer as a cell holds it: no card is empty text, not known is #N/A. */
function toCell(answer) {
  if (answer === UNKNOWN || answer === UNSEEN) return NA;
  return answer === NO_CARD ? "" : answer;
}

/** One answer for single cells; bad input gives a CellError, never an exception. */
function call(name, cells) {
  const kinds = FUNCTIONS[name].kinds;
  if (cells.length < FUNCTIONS[name].required || cells.length > kinds.length) return VALUE;
  const read = kinds.map((kind, place) => readCell(kind, cells[place]));
  const error = read.find((value) => value instanceof CellError);
  if (error) return error;
  try {
    return toCell(ANSWERS[name](...read));
  } catch (problem) {
    if (problem instanceof CellError) return problem;
    throw problem;
  }
}

/**
 * As `call`, with lists of rows for ranges: the answer then has their shape. A single cell, row or column
 * counts for every row or column of the others; where one range is longer than another, the answer is #N/A.
 */
function callRange(name, given) {
  if (!given.some(Array.isArray)) return call(name, given);
  const grids = given.map((argument) => (Array.isArray(argument) ? argument : [[argument]]));
  const height = Math.max(...grids.map((grid) => grid.length));
  const width = Math.max(...grids.map((grid) => grid[0].length));
  const rows = [];
  for (let row = 0; row < height; row += 1) {
    rows.push([]);
    for (let column = 0; column < width; column += 1) {
      rows[row].push(call(name, grids.map((grid) => cellAt(grid, row, column))));
    }
  }
  return rows;
}

function cellAt(grid, row, column) {
  const line = grid[grid.length === 1 ? 0 : row];
  if (line === undefined) return NA;
  const place = line.length === 1 ? 0 : column;
  return place < line.length ? line[place] : NA;
}
