"""The choice of code worth compiling: the first few kinds at once, others after enough games."""

from collections import Counter


class Chosen:
    """Of what could be compiled, what is: the first few at once, others when it saves more time than it takes."""

    def __init__(self, at_once: int, games: int) -> None:
        self.at_once, self.games = at_once, games
        self._chosen: set[tuple[int, ...]] = set()
        self._waiting: Counter[tuple[int, ...]] = Counter()

    def wants(self, rules: tuple[int, ...], games: int) -> bool:
        """Return whether something is or should be compiled, given the games that are to be played with it now."""
        if rules in self._chosen:
            return True
        self._waiting[rules] += games
        return len(self._chosen) < self.at_once or self._waiting[rules] >= self.games

    def choose(self, rules: tuple[int, ...]) -> None:
        """Note that something is compiled."""
        self._chosen.add(rules)
