"""How often things come in a log, beside how often the procedure lets them come (R10).

To audit a simulator or a long log. Frequencies alone clear nothing: a wrong rule may need millions of rounds
before it shows in them, and shows in the rows at once. Nothing is forecast and no wager is advised.
"""
