"""The table of a game between packets.

It has the cards, what every such game counts, and when it is stopped.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sim.cards import ACE
from sim.contract.events import NOBODY, UNFINISHED, Event, Outcome, Settled
from sim.errors import UserError
from sim.games.packets.events import Dealt, PileTurned
from sim.games.packets.rules import PacketRules
from sim.options import fields_of
from sim.rng import Chance

Stacks = Sequence[Sequence[int]]
"""For each player, the cards laid in this round, in the order laid."""


def pot_in_order(stacks: Stacks, winner: int, pickup: str) -> list[int]:
    """The cards of the pot in the order in which the winner will play them.

    A pot that is picked up ``shuffled`` is returned winner-first, ready to be shuffled.
    """
    seats = len(stacks)
    if pickup == "seat":
        return _play_by_play(range(seats), stacks)
    others = [*range(winner + 1, seats), *range(winner)]
    if pickup == "latest-first":
        return _play_by_play([winner, *others], stacks, latest_first=True)
    pot: list[int] = []
    for player in others:
        pot += stacks[player]
    return (
        [*pot, *stacks[winner]] if pickup == "loser-first" else [*stacks[winner], *pot]
    )


def _play_by_play(
    players: Sequence[int], stacks: Stacks, *, latest_first: bool = False
) -> list[int]:
    plays = range(max(map(len, stacks)))
    return [
        stacks[player][play]
        for play in (reversed(plays) if latest_first else plays)
        for player in players
        if play < len(stacks[player])
    ]


Rules = TypeVar("Rules", bound=PacketRules)


class PacketTable(ABC, Generic[Rules]):
    """One game between packets while it is being played.

    A game of packets says what happens in a round, how its table lies after it, and why
    its games end.

    Attributes
    ----------
    rules
        The options of the game.
    chance
        What is random after the deal.
    packets
        Each player's packet, top card first.
    piles
        Each player's captured cards, the first one captured in front.
    stacks
        The cards that each player has laid in this round, in the order laid.
    alive
        The players who hold cards, in seat order.
    """

    ace = ACE
    """The card that column ``aces`` counts."""
    round_name = "round"
    """The name of a round."""
    lies = "all cards lie"
    """The beginning of the sentence on a position that comes again."""
    why: ClassVar[Mapping[str, str]] = {}
    """Why the last player with cards has won, or nobody, for each ending."""

    def __init__(self, rules: Rules, packets: Stacks, chance: Chance) -> None:
        self.rules = rules
        self.chance = chance
        self.packets = [list(packet) for packet in packets]
        self.piles: list[list[int]] = [[] for _ in packets]
        self.stacks: list[list[int]] = [[] for _ in packets]
        self.alive = tuple(range(len(packets)))
        self.rounds = self.battles = self.plays = self.wars = 0
        self.rounds_by_wars = [0, 0, 0, 0, 0]
        """The number of rounds with no war, one, two, three, and more."""
        self.longest_war = 0
        self.lows = [len(packet) for packet in packets]
        """The fewest cards each player held at the end of any round."""
        self.leader = self.last_leader = NOBODY
        """The player who holds the most cards alone, and the last one who did."""
        self.lead_changes = self.lead_round = self.most_cards = self.shuffles = 0
        self.aces = self.packets[0].count(self.ace)
        self.rank_sum = sum(self.packets[0])
        self._news: list[Event] = []
        if not all(self.packets):
            raise UserError(
                "a packet without cards", cure="deal every player at least one card"
            )

    def play(self) -> Iterator[Event]:
        """Play the game; the last event is its outcome."""
        yield Dealt(tuple(map(tuple, self.packets)))
        yield self._settle()
        self._see_leader()
        # A position that recurs recurs for ever only where nothing is left to chance.
        seen = {self._position(): 0} if self.rules.proves_cycles else None
        while True:
            ending = yield from self._round()
            yield self._settle()
            self._see_leader()
            outcome = self._over(ending)
            if outcome:
                yield outcome
                return
            if seen is not None:
                before = seen.setdefault(self._position(), self.rounds)
                if before != self.rounds:
                    same = (
                        f"as after {self.round_name} {before}" if before else "as dealt"
                    )
                    yield self._outcome(
                        UNFINISHED,
                        "cycle",
                        f"{self.lies} {same}: the game never ends",
                    )
                    return
            if self.rounds == self.rules.max_rounds:
                yield self._outcome(UNFINISHED, "cap", "stopped unfinished")
                return

    @abstractmethod
    def _round(self) -> Generator[Event, None, str]:
        """Play a round and return how it ended, such as ``cards``, ``run-out`` or ``draw``."""

    def _settle(self) -> Settled:
        """Count the cards that each player holds now that the table is clear."""
        for player in self.alive:
            self.lows[player] = min(self.lows[player], self._held(player))
        self.alive = tuple(player for player in self.alive if self._held(player))
        return self._settled()

    def _settled(self) -> Settled:
        """The table at the end of a round."""
        return Settled(tuple(map(tuple, self.packets)), tuple(map(tuple, self.piles)))

    def _over(self, ending: str) -> Outcome | None:
        """The outcome, if the game is over with a round that ended so."""
        if ending == "draw":
            return self._outcome(NOBODY, ending, self.why[ending])
        if len(self.alive) > 1:
            return None
        return self._outcome(self.alive[0], ending, self.why[ending])

    def _see_leader(self) -> None:
        """Note who holds the most cards alone at the end of a round, or after the deal."""
        held = [self._held(player) for player in range(len(self.packets))]
        most = max(held)
        self.most_cards = max(self.most_cards, held[0])
        leader = held.index(most) if held.count(most) == 1 else NOBODY
        if leader != self.leader:
            self.leader = leader
            self.lead_round = self.rounds
        if leader != NOBODY:
            self.lead_changes += self.last_leader not in (NOBODY, leader)
            self.last_leader = leader

    def _position(self) -> bytes:
        """What decides how the game goes on.

        By default these are the cards in the order in which they come out.
        """
        held = zip(self.packets, self.piles, strict=True)
        # No card is 0, so a 0 can separate the players' cards.
        return b"\0".join(bytes(packet + pile) for packet, pile in held)

    def _held(self, player: int) -> int:
        return len(self.packets[player]) + len(self.piles[player])

    def _turn_pile(self, player: int) -> None:
        packet = self.packets[player]
        pile = self.piles[player]
        self.chance.shuffle(pile)
        self.shuffles += 1
        packet += pile
        pile.clear()
        self._news.append(PileTurned(player, tuple(packet)))

    def _tell_news(self) -> Iterator[Event]:
        yield from self._news
        self._news.clear()

    def _pot(self, winner: int, pickup: str) -> list[int]:
        """The cards laid in this round, in the order of the pick-up.

        This is the order in which the winner puts them under their cards.
        """
        pot = pot_in_order(self.stacks, winner, pickup)
        if pickup == "shuffled":
            if len(self.stacks) == 2 and len(pot) == 2:
                player_0_first = self.chance.coin(self.rounds - 1)
                pot = (
                    [*self.stacks[0], *self.stacks[1]]
                    if player_0_first
                    else [*self.stacks[1], *self.stacks[0]]
                )
            else:
                self.chance.shuffle(pot)
        return pot

    def _take_back(self) -> None:
        """Put the cards that each player has laid in this round under their packet."""
        for packet, stack in zip(self.packets, self.stacks, strict=True):
            packet += stack

    def _count_wars(self, wars: int) -> None:
        self.wars += wars
        self.rounds_by_wars[min(wars, 4)] += 1
        self.longest_war = max(self.longest_war, wars)

    def _outcome(self, winner: int, ending: str, why: str, **more: int) -> Outcome:
        """The end of the game, with the columns that only this game has."""
        _, single, double, triple, longer = self.rounds_by_wars
        asked = {
            "lead_changes": self.lead_changes,
            "lead_round": self.lead_round
            if winner >= 0 and winner == self.leader
            else -1,
            "most_cards_0": self.most_cards,
            "shuffles": self.shuffles,
        }
        row: dict[str, Any] = {
            "winner": winner,
            "ending": ending,
            **fields_of(self, "rounds", "battles", "plays", "wars"),
            "single_wars": single,
            "double_wars": double,
            "triple_wars": triple,
            "longer_wars": longer,
            "longest_war": self.longest_war,
            "winner_low": self.lows[winner] if winner >= 0 else -1,
            "aces": self.aces,
            "rank_sum": self.rank_sum,
            **more,
            **{
                name: value
                for name, value in asked.items()
                if name in self.rules.columns
            },
        }
        verdict = {NOBODY: "the game is a draw", UNFINISHED: "nobody wins"}.get(
            winner, f"player {winner} wins"
        )
        length = (
            f"1 {self.round_name}"
            if self.rounds == 1
            else f"{self.rounds} {self.round_name}s"
        )
        return Outcome(row, f"{verdict} after {length}: {why}")
