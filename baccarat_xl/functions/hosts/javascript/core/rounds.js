// --- A whole round: its explanation, and what is wrong with it (R2-R8) ---

function mark(decision) {
  return decision === UNKNOWN ? "not known" : decision ? "draws" : "stands";
}

function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name]);
}

/** The sentence and the clause that explain the draw, or UNKNOWN (R8). */
function explained(player, banker, third) {
  const draws = bankerDraws(banker, third, player);
  let situation;
  if (isNatural(player, banker) === true && third === NO_CARD) {
    const both = isNaturalTotal(player) && isNaturalTotal(banker);
    situation = both ? "both natural" : isNaturalTotal(player) ? "Player natural" : "Banker natural";
  } else if (player === UNKNOWN || banker === UNKNOWN) {
    return UNKNOWN;
  } else if (playerDraws(player, banker)) {
    const seen = third === NO_CARD ? "third not dealt" : third === UNSEEN ? "third not seen" : "third seen";
    situation = seen + ", Banker " + mark(draws);
  } else {
    situation = "Player stood, Banker " + mark(draws);
  }
  const found = EXPLANATIONS[situation];
  return { sentence: filled(found.sentence, { player, banker, third }), clause: found.clause };
}

/** The third card that Banker's recorded draw is judged by; null where nothing can be said of it. */
function judgedThird(player, banker, third, bankerDrew) {
  if (isNatural(player, banker) === true) return null;
  if (player === UNKNOWN || banker === UNKNOWN) {
    return banker !== UNKNOWN && typeof third === "number" ? third : null;
  }
  if (playerDraws(player, banker)) {
    if (third !== NO_CARD) return third;
    return bankerDraws(banker, UNSEEN, UNKNOWN) === false ? UNSEEN : null;
  }
  if (third === NO_CARD) return NO_CARD;
  // Banker may have gone by the card that should not be there; that is no fault of Banker's.
  const byThat = bankerDraws(banker, third, UNKNOWN);
  return byThat === UNKNOWN || byThat === bankerDrew ? null : NO_CARD;
}

function bankerClause(third) {
  return third === NO_CARD ? "R5.1" : third === UNSEEN ? "R7.1" : "R5.2";
}

/** Everything that contradicts the rules in six cards and an outcome: a text, or UNKNOWN (R7.3). */
function checkRound(p1, p2, p3, b1, b2, b3, outcome) {
  const cells = [p1, p2, p3, b1, b2, b3];
  if (cells.every((cell) => cell === NO_CARD) && outcome === null) return "";
  const cards = cells.map((cell) => (cell === UNREAD ? UNSEEN : cell));
  const player = openingTotal(cards[0], cards[1]);
  const banker = openingTotal(cards[3], cards[4]);
  const draws = judgeDraws(player, banker, cards[2], cards[5]);
  const faults = cells.map((cell, place) => (cell === UNREAD ? [CARD_FAULTS[place]] : []).concat(draws.faults[place]));
  const ends = judgeOutcome(draws, player, banker, cards[2], cards[5], outcome);
  const texts = new Set([].concat(...faults, ends.faults));
  if (texts.size > 0) return Array.from(texts).join("; ");
  return player === UNKNOWN || banker === UNKNOWN || draws.missing || ends.missing ? UNKNOWN : OK;
}

/** The recorded third cards against the rules; faults by the place of the card among the six. */
function judgeDraws(player, banker, third, bankerThird) {
  const faults = [[], [], [], [], [], []];
  const found = { faults, missing: false, playerSurplus: false, bankerSurplus: false, absent: false };
  if (isNatural(player, banker) === true) {
    found.playerSurplus = third !== NO_CARD;
    found.bankerSurplus = bankerThird !== NO_CARD;
    if (found.playerSurplus || found.bankerSurplus) {
      faults[found.playerSurplus ? 2 : 5].push(FAULTS["CARD_AFTER_NATURAL R3"]);
    }
    return found;
  }
  if (player !== UNKNOWN && banker !== UNKNOWN) {
    const due = playerDraws(player, banker);
    if (due && third === NO_CARD) {
      found.absent = true;
      faults[2].push(filled(FAULTS["PLAYER_MISSING R4.1"], { player }));
    }
    if (!due && third !== NO_CARD) {
      found.playerSurplus = true;
      faults[2].push(filled(FAULTS["PLAYER_EXTRA R4.2"], { player }));
    }
  }
  const bankerDrew = bankerThird !== NO_CARD;
  const judged = judgedThird(player, banker, third, bankerDrew);
  if (judged !== null) judgeBanker(found, banker, judged, bankerDrew);
  return found;
}

function judgeBanker(found, banker, third, bankerDrew) {
  const decision = bankerDraws(banker, third, UNKNOWN);
  if (decision === UNKNOWN) found.missing = true;
  if (decision === UNKNOWN || decision === bankerDrew) return;
  if (bankerDrew) found.bankerSurplus = true;
  else found.absent = true;
  const kind = bankerDrew ? "BANKER_EXTRA " : "BANKER_MISSING ";
  found.faults[5].push(filled(FAULTS[kind + bankerClause(third)], { banker, third }));
}

/** The recorded outcome against the final totals, with and without third cards that should not be there. */
function judgeOutcome(draws, player, banker, third, bankerThird, outcome) {
  if (outcome === UNREAD) return { faults: [OUTCOME_FAULT], missing: false };
  if (outcome === null) return { faults: [], missing: false };
  const playerEnds = finals(player, third, draws.playerSurplus);
  const bankerEnds = finals(banker, bankerThird, draws.bankerSurplus);
  if (!playerEnds.length || !bankerEnds.length) return { faults: [], missing: true };
  const accepted = [].concat(...playerEnds.map((one) => bankerEnds.map((other) => winner(one, other))));
  if (accepted.includes(outcome) || draws.absent) return { faults: [], missing: false };
  return { faults: [WINNER_FAULTS[winner(playerEnds[0], bankerEnds[0])]], missing: false };
}

/** The final totals that a hand can be said to have: by the rules first, then by its cards. */
function finals(initial, third, surplus) {
  const ends = surplus ? [initial, withThird(initial, third)] : [withThird(initial, third)];
  return ends.filter((total) => total !== UNKNOWN);
}
