// --- What bets come to under named terms, and exact chances (R9, R10): looked up, no draw depends on them ---

const PAIR_NOT_KNOWN = 4; // after no pair, a pair, a mixed pair, a perfect pair

/** A name without spaces, hyphens and low lines, in lower case. */
function plainName(text) {
  return lower(text.replace(INNER_SPACE, "")).replace(/[-_]/g, "");
}

/** The number of a name in a list of words; UNKNOWN for a blank cell and for "?". */
function named(words) {
  return function (cell) {
    if (isBlank(cell) || isUnseen(cell)) return UNKNOWN;
    if (typeof cell !== "string") throw VALUE;
    return knownWord(words, plainName(cell));
  };
}

/** The code of payment terms, of one name or of two with + between them; 0 where none are chosen. */
function readTerms(cell) {
  if (isBlank(cell) || isUnseen(cell)) return 0;
  if (typeof cell !== "string") throw VALUE;
  const codes = plainName(cell).split("+").map((name) => knownWord(TERMS_WORDS, name));
  if (codes.length === 1) return codes[0];
  const main = Math.min(...codes);
  const tie = Math.max(...codes);
  if (codes.length !== 2 || main > MAINS || tie <= MAINS) throw VALUE;
  return MAINS + TIES + (main - 1) * TIES + tie - MAINS;
}

/** A number in a cell or in text; NaN for other text, #VALUE! for what is neither. */
function numberIn(cell) {
  if (typeof cell === "string") return numberFrom(strip(cell));
  if (typeof cell !== "number") throw VALUE;
  return cell;
}

/** A stake in whole ten-thousandths, so that money is worked out in whole numbers. */
function readStake(cell) {
  if (isBlank(cell) || isUnseen(cell)) return UNKNOWN;
  const number = numberIn(cell);
  if (Number.isNaN(number)) throw VALUE;
  if (number < 0 || number > HIGHEST_STAKE) throw NUM;
  const parts = Math.floor(number * PARTS + 0.5);
  if (Math.abs(number * PARTS - parts) > CLOSE) throw NUM;
  return parts;
}

/** How many cards a hand had, 2 or 3. */
function readNumberOfCards(cell) {
  if (isBlank(cell) || isUnseen(cell)) return UNKNOWN;
  return wholeWithin(numberIn(cell), 2, 3);
}

function wholeWithin(number, least, most) {
  if (!Number.isInteger(number)) throw VALUE;
  if (number < least || number > most) throw NUM;
  return number;
}

/** What a hand's first two cards are: no pair, a pair, a mixed one, a perfect one, or not known. */
function readPair(cell) {
  if (isBlank(cell) || isUnseen(cell)) return PAIR_NOT_KNOWN;
  if (typeof cell === "string") return knownWord(PAIR_WORDS, plainName(cell));
  return typeof cell === "boolean" ? Number(cell) : wholeWithin(numberIn(cell), 0, 1);
}

/** Decks of a full shoe, 1-8, and 9 for an endless one. */
function readDecks(cell) {
  if (isBlank(cell)) return USUAL_DECKS;
  const isName = typeof cell === "string" && !NUMBER.test(strip(cell));
  return isName ? knownWord(DECKS_WORDS, plainName(cell)) : wholeWithin(numberIn(cell), 1, 8);
}

Object.assign(READERS, {
  BET: named(BET_WORDS),
  EVENT: named(EVENT_WORDS),
  TERMS: readTerms,
  STAKE: readStake,
  CARDS: readNumberOfCards,
  PAIR: readPair,
  DECKS: readDecks,
});

function threeDigits(text, place) {
  return Number(text.slice(3 * place, 3 * place + 3));
}

/** The number of what is known of a round; 0 where no round is so. */
function situation(outcome, player, banker, playerCards, bankerCards) {
  const total = (value) => (value === UNKNOWN ? 10 : value);
  const cards = (value) => (value === UNKNOWN ? 2 : value - 2);
  const end = outcome === null ? 3 : [PLAYER, BANKER, TIE].indexOf(outcome);
  const block = threeDigits(TOTALS, (end * 11 + total(player)) * 11 + total(banker));
  return threeDigits(SITUATIONS, (block * 3 + cards(playerCards)) * 3 + cards(bankerCards));
}

/** The mark of what a bet comes to: "-" lost, "?" not settled, else one of PAYS. */
function markOf(bet, outcome, player, banker, playerCards, bankerCards, playerPair, bankerPair, terms) {
  const known = situation(outcome, player, banker, playerCards, bankerCards);
  const pairs = (Number(PAIR_LEVELS[known]) * 5 + playerPair) * 5 + bankerPair;
  if (PAIRS_POSSIBLE[pairs] === "n") throw VALUE;
  if (bet === UNKNOWN) return "?";
  const rule = RULE_OF[bet][terms];
  return rule in PAIR_ANSWERS ? PAIR_ANSWERS[rule][pairs] : ROUND_ANSWERS[rule][known];
}

/** The profit of a stake, both in ten-thousandths; what is won is rounded once, half up to a cent. */
function profitOf(mark, stake) {
  if (mark === "-") return 0 - stake;
  const cent = PARTS / 100;
  const [over, under] = PAYS[mark];
  const doubled = 2 * stake * over + cent * under;
  return ((doubled - (doubled % (2 * cent * under))) / (2 * cent * under)) * cent;
}

function settled(stake, mark, back) {
  return mark === "?" || stake === UNKNOWN ? UNKNOWN : ((back ? stake : 0) + profitOf(mark, stake)) / PARTS;
}

const PAYMENTS = {
  BET_RETURN: (bet, stake, ...facts) => settled(stake, markOf(bet, ...facts), true),
  BET_PROFIT: (bet, stake, ...facts) => settled(stake, markOf(bet, ...facts), false),
  OUTCOME_CHANCE: (event, decks) => (event === UNKNOWN ? UNKNOWN : CHANCES[event][decks - 1]),
  HOUSE_EDGE: function (bet, terms, decks) {
    const edges = bet === UNKNOWN ? undefined : EDGES[RULE_OF[bet][terms]];
    return edges === undefined ? UNKNOWN : edges[decks - 1];
  },
};
