"""Rule sets of War on the page "Your rules": what a reader can choose, and which choices play alike.

Only combinations that play differently are kept. Without face-down cards a war asks for one card, so a player who is
short of cards has none: laying all of them, or as few as the poorest player can, is then the same as losing. How many
players fight in a war, and the order of winner's and loser's cards, matter only for the number of players they are
offered for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from sim.games import find_game
from sim.options import toml_value

PLAYERS = (2, 3, 4)
FACE_DOWN = (0, 1, 2, 3, 4)
RUN_OUT = ("lose", "last-card", "all-in", "fewest")
WON = ("shuffled", "winner-first", "loser-first", "pile")
JOKERS = (0, 2)
FIGHTERS = ("all", "tied")

USUAL = "2-1-lose-shuffled-0-all"
"""What the page shows first: the classic rules, with the won cards put back as they come."""

GAMES = 1_000_000
"""How many games of a rule set for two players are played unless another number is given."""

SEED = 1


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One combination of choices."""

    # the options of War with these names
    players: int
    face_down: int
    run_out: str
    # where won cards go: under the packet "shuffled", "winner-first" or "loser-first", or to a "pile" that is
    # shuffled when the packet is used up
    won: str
    jokers: int
    fighters: str

    @property
    def key(self) -> str:
        """The name of the rule set in files and addresses, such as "2-1-lose-shuffled-0-all"."""
        return f"{self.players}-{self.face_down}-{self.run_out}-{self.won}-{self.jokers}-{self.fighters}"

    @property
    def rules(self) -> dict[str, Any]:
        """The options of War that differ from their defaults."""
        given: dict[str, Any] = {
            name: getattr(self, name) for name in ("players", "face_down", "run_out")
        }
        given |= (
            {"captured": "pile-shuffled"}
            if self.won == "pile"
            else {"pickup": self.won}
        )
        given |= {"jokers": self.jokers, "fighters": self.fighters}
        usual = find_game("war").rules()
        return {
            name: value
            for name, value in given.items()
            if value != getattr(usual, name)
        }

    @property
    def repeats(self) -> bool:
        """Whether nothing is left to chance after the deal, so that some games can go on for ever."""
        return self.won in ("winner-first", "loser-first")

    @property
    def shuffles(self) -> bool:
        """Whether players shuffle a pile of captured cards."""
        return self.won == "pile"

    def games(self, most: int = GAMES) -> int:
        """Return how many games to play: fewer where a game takes longer, or often never ends."""
        if self.players == 2:
            return most
        return max(most // (200 if self.players == 3 and self.repeats else 20), 1)

    def scenario(self, games: int) -> str:
        """Return the scenario file that plays this rule set."""
        rules = ", ".join(
            f"{name} = {toml_value(value)}" for name, value in self.rules.items()
        )
        return (
            'title = "My rules of War"\nquestion = "How long does War last by my rules?"\ngame = "war"\n'
            f"games = {games:_}\nseed = {SEED}\nrules = {{{f' {rules} ' if rules else ''}}}\n"
        )

    def command(self, games: int) -> str:
        """Return the command that plays this rule set again, to the same numbers."""
        settings = "".join(f" -r {name}={value}" for name, value in self.rules.items())
        return f"warlab play war{settings} --games {games} --seed {SEED}"


def picks() -> Iterator[RuleSet]:
    """Yield everything that a reader can pick, for two players first."""
    for players, jokers, fighters, face_down, run_out, won in product(
        PLAYERS, JOKERS, FIGHTERS, FACE_DOWN, RUN_OUT, WON
    ):
        yield RuleSet(players, face_down, run_out, won, jokers, fighters)


def played_as(pick: RuleSet) -> RuleSet:
    """Return the rule set that a pick plays like."""
    return replace(
        pick,
        run_out="lose"
        if not pick.face_down and pick.run_out in ("all-in", "fewest")
        else pick.run_out,
        won="winner-first"
        if pick.players > 2 and pick.won == "loser-first"
        else pick.won,
        fighters=pick.fighters if pick.players > 2 else "all",
    )


def rule_sets() -> Iterator[RuleSet]:
    """Yield every rule set that is played, those for two players first."""
    yield from dict.fromkeys(map(played_as, picks()))


def alike() -> dict[str, str]:
    """Return the keys of picks that play like another, with its key."""
    return {
        pick.key: played_as(pick).key for pick in picks() if played_as(pick) != pick
    }
