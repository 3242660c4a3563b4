"""Rounds dealt by a machine: by the rules, or with a known misunderstanding of them.

Made for testing checkers and for counting what a misunderstanding does; nothing here forecasts a round or
advises a wager.
"""
