"""Chances of events too rare to be seen by chance, by multilevel splitting."""

from sim.rare.answer import RareChance, chance

__all__ = ["RareChance", "chance"]
