"""Decide a round from Python: the same functions that cells call."""

from baccarat_xl import (
    UNKNOWN,
    Contradiction,
    banker_draws,
    card_value,
    explain_draw,
    hand_total,
    player_draws,
    possible_p3,
    winner,
)

player = hand_total("2", "3")
banker = hand_total("A", "2")
print(f"Player {player}, Banker {banker}: Player draws? {player_draws(player, banker)}")

third = card_value("8♣")
print(f"Player draws an {third}: Banker draws? {banker_draws(banker, third, player)}")
print(explain_draw(player, banker, third))

final = hand_total("2", "3", "8")
print(f"Player ends on {final}, Banker on {banker}: {winner(final, banker)}")

print()
print("No card, a card worth 0 and a card not seen are three different things:")
for p3 in (None, "K", "?"):
    decision = banker_draws(4, p3)
    print(f"  p3 = {p3!r:5}  Banker 4 draws? {'not known' if decision is UNKNOWN else decision}")

print()
print(f"Banker 6 drew, so Player's third card was one of {possible_p3(6, True)}")
try:
    banker_draws(4, 6, player_initial=9)
except Contradiction as problem:
    print(f"Refused: {problem}")
