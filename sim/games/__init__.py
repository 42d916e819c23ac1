"""The games: a folder for each, with its rules, rulebook and kernel, and the registry that lists them all.

To add a game, add its folder and its place in :mod:`sim.games.registry`; the contract
tests pick it up.
"""

from sim.games.registry import GAMES, find_game

__all__ = ["GAMES", "find_game"]
