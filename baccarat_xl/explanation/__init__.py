"""Decisions explained: the clause of each, the way of a round, and what another input would change."""
