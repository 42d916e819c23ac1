"""The games: a folder for each, with its rules, its rulebook and its kernel, and the registry of all of them.

Adding a game is its folder and its place in :mod:`sim.games.registry`; the contract tests pick it up.
"""

from sim.games.registry import GAMES, find_game

__all__ = ["GAMES", "find_game"]
