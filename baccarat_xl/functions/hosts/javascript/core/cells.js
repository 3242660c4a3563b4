// --- Cells in: blank, 0 and "?" are three values, never confused ---

/** A real error in a cell, such as #N/A. */
function CellError(code) {
  this.code = code;
}
CellError.prototype.toString = function () {
  return this.code;
};
const VALUE = new CellError("#VALUE!"); // the wrong kind of input, or inputs that contradict one another
const NUM = new CellError("#NUM!"); // a number outside the range that exists
const NA = new CellError("#N/A"); // not known from the inputs

/** What stands where no value does; none of them is a value that a cell can hold. */
function Missing(word) {
  this.word = word;
}
Missing.prototype.toString = function () {
  return this.word;
};
const NO_CARD = new Missing(NO_CARD_WORD); // no third card; a blank cell
const UNSEEN = new Missing("unseen card"); // drawn and not seen; "?" in a cell
const UNKNOWN = new Missing("not known"); // an answer that the inputs do not settle: neither true nor false

/** A cell that could not be read, handed on to a function that judges such cells itself. */
function Unread() {}
const UNREAD = new Unread();

const SPACE = "[" + SPACES + "]";
const OUTER_SPACE = new RegExp("^" + SPACE + "+|" + SPACE + "+$", "g");
const INNER_SPACE = new RegExp(SPACE + "+", "g");
const NUMBER = /^[+-]?\p{Nd}+(\.\p{Nd}*)?$|^[+-]?\.\p{Nd}+$/u;
const CARD = cardPattern();

function cardPattern() {
  const anyOf = (words) => words.sort((one, other) => other.length - one.length).join("|");
  const suit = "(" + anyOf(SUITS.split(" ")) + ")";
  const rank = "(" + anyOf(Object.keys(RANKS)) + ")";
  const joint = "[" + SPACES + "_\\-]*";
  const of = SPACE + "+of" + SPACE + "+";
  return new RegExp("^(?:" + suit + joint + ")?" + rank + "(?:(?:" + of + "|" + joint + ")" + suit + ")?$", "u");
}

function isBlank(cell) {
  return cell === null || cell === undefined || (typeof cell === "string" && strip(cell) === "");
}

function isUnseen(cell) {
  return typeof cell === "string" && UNSEEN_MARKS.includes(strip(cell));
}

function strip(text) {
  return text.replace(OUTER_SPACE, "");
}

function lower(text) {
  return text.toLowerCase().replace(/[^\0-\x7f]/gu, (letter) => FOLDED[letter] || letter);
}

/** Text without accents, widths, capitals and outer spaces. */
function plain(text) {
  const letters = Array.from(lower(text.normalize("NFKD")));
  return strip(letters.filter((letter) => !isCombining(letter) && letter !== "\ufe0f").join(""));
}

/** Normal form moves a combining mark before U+0345, the highest of them, and moves nothing else. */
function isCombining(letter) {
  return ("\u0345" + letter).normalize("NFD") !== "\u0345" + letter;
}

/** A number written as text, in the digits of any script; NaN for other text. */
function numberFrom(text) {
  if (!NUMBER.test(text)) return NaN;
  return Number(text.replace(/\p{Nd}/gu, digitValue));
}

/** The digits of each script stand in order, ten by ten: how many stand before this one. */
function digitValue(digit) {
  const code = digit.codePointAt(0);
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

function worth(rank) {
  return rank < 10 ? rank + 0 : 0;
}

function cardFromNumber(number) {
  if (!Number.isInteger(number)) throw VALUE;
  if (number < 0 || number > HIGHEST_RANK) throw NUM;
  return worth(number);
}

function cardFromText(text) {
  const name = plain(text);
  const match = CARD.exec(name);
  if (match && !(match[1] && match[3])) return worth(RANKS[match[2]]);
  if (NUMBER.test(name)) return cardFromNumber(numberFrom(name));
  return cardFromPicture(strip(text));
}

/** One playing-card character: the last four bits of its code are the rank, 12 being the knight. */
function cardFromPicture(text) {
  const code = text.codePointAt(0);
  const rank = code % 16;
  const isOne = Array.from(text).length === 1 && code >= FIRST_PICTURE && code <= LAST_PICTURE;
  if (!isOne || rank === 0 || rank === 12 || rank === 15) throw VALUE;
  return worth(rank);
}

/** A card's value 0-9, NO_CARD for a blank cell, UNSEEN for "?" (R1, R7). */
function readCard(cell) {
  if (isBlank(cell)) return NO_CARD;
  if (isUnseen(cell)) return UNSEEN;
  if (typeof cell === "string") return cardFromText(cell);
  if (typeof cell === "number") return cardFromNumber(cell);
  throw VALUE;
}

/** A total 0-9, UNKNOWN for a blank cell and for "?"; a sum such as 13 is not reduced (R2). */
function readTotal(cell) {
  if (isBlank(cell) || isUnseen(cell)) return UNKNOWN;
  const number = typeof cell === "string" ? numberFrom(strip(cell)) : cell;
  if (!Number.isInteger(number)) throw VALUE;
  if (number < 0 || number > 9) throw NUM;
  return number + 0;
}

/** true, false, or UNKNOWN for a blank cell and for "?". */
function readDecision(cell) {
  if (isBlank(cell) || (typeof cell === "string" && strip(cell) === "?")) return UNKNOWN;
  if (typeof cell === "boolean") return cell;
  if (typeof cell === "string") return knownWord(DECISION_WORDS, lower(strip(cell)));
  if (!Number.isInteger(cell)) throw VALUE;
  if (cell !== 0 && cell !== 1) throw NUM;
  return cell === 1;
}

/** Player, Banker, Tie, or null for a blank cell. */
function readOutcome(cell) {
  if (isBlank(cell)) return null;
  if (typeof cell !== "string") throw VALUE;
  return knownWord(OUTCOME_WORDS, lower(strip(cell).replace(INNER_SPACE, " ")));
}

function knownWord(words, word) {
  if (!Object.prototype.hasOwnProperty.call(words, word)) throw VALUE;
  return words[word];
}

const READERS = {
  CARD: readCard,
  THIRD: readCard,
  TOTAL: readTotal,
  DECISION: readDecision,
  OUTCOME: readOutcome,
  ANY_CARD: orUnread(readCard),
  ANY_OUTCOME: orUnread(readOutcome),
};

function orUnread(read) {
  return function (cell) {
    try {
      return read(cell);
    } catch (problem) {
      if (problem instanceof CellError) return UNREAD;
      throw problem;
    }
  };
}

/** A cell read by the kind of its argument; an error in the cell comes out again. */
function readCell(kind, cell) {
  if (cell instanceof CellError) return cell;
  try {
    return READERS[kind](cell);
  } catch (problem) {
    if (problem instanceof CellError) return problem;
    throw problem;
  }
}
