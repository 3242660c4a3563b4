"""A million rounds at once, in columns."""

import numpy as np

from baccarat_xl.columns import NO_CARD_CODE, encode, resolve_rounds

rng = np.random.default_rng(7)
deck = encode(["A", 2, 3, 4, 5, 6, 7, 8, 9, "10", "J", "Q", "K"])
p1, p2, b1, b2 = (deck[rng.integers(0, 13, 1_000_000)] for _ in range(4))
nobody = np.full(1_000_000, NO_CARD_CODE, np.uint8)

solved = resolve_rounds(p1, p2, nobody, b1, b2, nobody)
print(f"{len(p1):,} openings")
print(f"naturals:     {np.mean(solved.natural == 1):.3f}")
print(f"Player draws: {np.mean(solved.player_draws == 1):.3f}")
print(f"Banker draws: {np.mean(solved.banker_draws == 1):.3f} before any third card is seen")
print(f"not known:    {np.mean(solved.banker_draws == 2):.3f}")
