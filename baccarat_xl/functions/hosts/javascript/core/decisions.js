// --- The drawing rules, read off the tables above (R3-R5) ---

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const BANKER_DRAWS = readBankerTable();
const PLAYER_DRAWS = readPlayerTable();

function words(line) {
  return line.trim().split(/\s+/);
}

/** Banker's initial total -> third card 0-9 or NO_CARD -> whether Banker draws. */
function readBankerTable() {
  const rows = {};
  const lines = BANKER_TABLE.trim().split("\n").slice(1);
  lines.map(words).forEach(function (row) {
    const marks = row.slice(1);
    rows[row[0]] = { [NO_CARD]: marks[0] === "D" };
    DIGITS.forEach((value) => (rows[row[0]][value] = marks[value + 1] === "D"));
  });
  return rows;
}

/** Player's initial total -> whether Player draws. */
function readPlayerTable() {
  const lines = PLAYER_TABLE.trim().split("\n").map(words);
  const draws = {};
  lines[0].forEach((total, place) => (draws[total] = lines[1][place] === "D"));
  return draws;
}

/** The initial totals that end the draw (R3): the ones that no row of the tables has. */
function isNaturalTotal(total) {
  return total !== UNKNOWN && !(total in PLAYER_DRAWS);
}

function possible(total) {
  return total === UNKNOWN ? DIGITS : [total];
}

/** The answer that every possible pair gives, else UNKNOWN (R7.1). */
function agreed(firsts, seconds, answer) {
  const answers = new Set();
  firsts.forEach((first) => seconds.forEach((second) => answers.add(answer(first, second))));
  return answers.size === 1 ? answers.values().next().value : UNKNOWN;
}

function isNatural(player, banker) {
  const either = (one, other) => isNaturalTotal(one) || isNaturalTotal(other);
  return agreed(possible(player), possible(banker), either);
}

function playerDraws(player, banker) {
  const draws = (one, other) => !isNaturalTotal(one) && !isNaturalTotal(other) && PLAYER_DRAWS[one];
  return agreed(possible(player), possible(banker), draws);
}

/**
 * Whether Banker draws. `third` is the value of Player's third card, NO_CARD or UNSEEN. With Player's
 * initial total known the natural check comes first, and NO_CARD while Player must draw means not dealt yet.
 */
function bankerDraws(banker, third, player) {
  if (player !== UNKNOWN) {
    if (third !== NO_CARD && playerDraws(player, banker) === false) throw VALUE;
    if (isNaturalTotal(player)) return false;
    if (third === NO_CARD && PLAYER_DRAWS[player]) third = UNSEEN;
  }
  const thirds = third === UNSEEN ? DIGITS : [third];
  return agreed(possible(banker), thirds, (total, card) => !isNaturalTotal(total) && BANKER_DRAWS[total][card]);
}

/** What Player's third card can have been (R7.2): NO_CARD first, then values in order. */
function possibleThirds(banker, bankerDrew, player, playerFinal) {
  function fits(one, other, third) {
    if (playerDraws(one, other) !== (third !== NO_CARD)) return false;
    if (playerFinal !== UNKNOWN && withThird(one, third) !== playerFinal) return false;
    return bankerDrew === UNKNOWN || bankerDraws(other, third, one) === bankerDrew;
  }
  return [NO_CARD].concat(DIGITS).filter((third) =>
    possible(player).some((one) => possible(banker).some((other) => fits(one, other, third)))
  );
}

/** A total with a third card (R2). */
function withThird(total, third) {
  if (total === UNKNOWN || third === UNSEEN) return UNKNOWN;
  return third === NO_CARD ? total : (total + third) % 10;
}

/** The total of two opening cards (R2). */
function openingTotal(one, two) {
  const known = [one, two].every((card) => typeof card === "number");
  return known ? (one + two) % 10 : UNKNOWN;
}

/** The outcome by final totals (R6). */
function winner(player, banker) {
  if (player === UNKNOWN || banker === UNKNOWN) return UNKNOWN;
  return player === banker ? TIE : player > banker ? PLAYER : BANKER;
}

function nextStep(player, banker, third, bankerThird) {
  const bankerDraw = bankerDraws(banker, third, player);
  if (playerDraws(player, banker) === true && third === NO_CARD) {
    if (bankerThird !== NO_CARD) throw VALUE;
    return PLAYER_STEP;
  }
  if (bankerDraw === false && bankerThird !== NO_CARD) throw VALUE;
  if (isNatural(player, banker) === UNKNOWN) return UNKNOWN;
  if (bankerThird !== NO_CARD) return ROUND_OVER;
  return bankerDraw === UNKNOWN ? UNKNOWN : bankerDraw ? BANKER_STEP : ROUND_OVER;
}
