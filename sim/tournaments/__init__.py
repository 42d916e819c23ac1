"""Tournaments: every policy plays every other, in both seats, on the same deals."""

from sim.tournaments.standings import Standing, Tournament, tournament_of

__all__ = ["Standing", "Tournament", "tournament_of"]
