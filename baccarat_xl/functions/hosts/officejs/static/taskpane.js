// The look-up of the pane: the same functions as in the cells, asked for the values chosen.
"use strict";

(function () {
  const player = document.getElementById("player");
  const banker = document.getElementById("banker");
  const third = document.getElementById("third");

  function words(answer) {
    return answer ? "draws" : "stands";
  }

  function say(place, text) {
    document.getElementById(place).textContent = text;
  }

  function lookUp() {
    const totals = [Number(player.value), Number(banker.value)];
    const natural = Baccarat.call("IS_NATURAL", totals);
    const playerDraws = Baccarat.call("PLAYER_DRAWS", totals);
    const given = third.value === "" || third.value === "?" ? third.value : Number(third.value);
    const impossible = given !== "" && !playerDraws;
    const card = impossible ? "" : given;
    const bankerDraws = Baccarat.call("BANKER_DRAWS", [totals[1], card, totals[0]]);
    say("player-answer", natural ? "no card" : words(playerDraws));
    const open = card === "?" ? "goes by the card not seen" : "waits for the third card";
    say("banker-answer", natural ? "no card" : bankerDraws === Baccarat.NA ? open : words(bankerDraws));
    const sentence = Baccarat.call("EXPLAIN_DRAW", [totals[0], totals[1], card]);
    say("sentence", (impossible ? "Player cannot have a third card here. " : "") + sentence);
    show(natural ? null : totals[1], playerDraws ? card : "stood");
  }

  /** Marks the row, the column and the square of the table that the answer is read from. */
  function show(row, column) {
    document.querySelectorAll("#tableau .here").forEach((cell) => cell.classList.remove("here"));
    if (row === null) return;
    const mark = (selector) => document.querySelectorAll(selector).forEach((cell) => cell.classList.add("here"));
    mark('#tableau th[data-row="' + row + '"]');
    mark('#tableau th[data-column="' + column + '"]');
    mark('#tableau td[data-row="' + row + '"][data-column="' + column + '"]');
  }

  player.value = "5";
  banker.value = "3";
  third.value = "8";
  [player, banker, third].forEach((choice) => choice.addEventListener("change", lookUp));
  document.getElementById("look-up").addEventListener("submit", (event) => event.preventDefault());
  lookUp();
  if (typeof Office !== "undefined" && Office.onReady) Office.onReady();
})();
