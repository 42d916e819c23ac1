"""The table of a game between packets: its cards, what every such game counts, and when it is stopped."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from sim.cards import ACE
from sim.contract.events import DRAW, UNFINISHED, Event, Outcome, Settled
from sim.errors import UserError
from sim.games.packets.codes import NOBODY
from sim.games.packets.events import Dealt, PileTurned
from sim.options import fields_of
from sim.rng import Chance

Stacks = Sequence[Sequence[int]]
"""For each player, the cards laid in this round, in the order laid."""


def pot_in_order(stacks: Stacks, winner: int, pickup: str) -> list[int]:
    """Return the cards of the pot in the order in which the winner will play them."""
    # A pot that is picked up `shuffled` is returned winner-first, ready to be shuffled.
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


class PacketTable(ABC):
    """One game between packets while it is being played."""

    ace = ACE
    round_name = "round"

    def __init__(
        self,
        packets: Sequence[Sequence[int]],
        chance: Chance,
        max_rounds: int,
        *,
        deterministic: bool,
        columns: Sequence[str] = (),
    ) -> None:
        self.chance = chance
        self.max_rounds, self.deterministic = max_rounds, deterministic
        self.columns = columns
        """The columns on request that the row has."""
        self.packets = [list(packet) for packet in packets]
        self.piles: list[list[int]] = [[] for _ in packets]
        """Captured cards, the first one captured in front."""
        self.stacks: list[list[int]] = [[] for _ in packets]
        """The cards that each player has laid in this round, in the order laid."""
        self.alive = tuple(range(len(packets)))
        """The players who hold cards, in seat order."""
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
        seen = {self._position(): 0} if self.deterministic else None
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
                        f"all cards lie {same}: the game never ends",
                    )
                    return
            if self.rounds == self.max_rounds:
                yield self._outcome(UNFINISHED, "cap", "stopped unfinished")
                return

    @abstractmethod
    def _round(self) -> Generator[Event, None, str]:
        """Play a round and return how it ended, such as ``cards``, ``run-out`` or ``draw``."""

    @abstractmethod
    def _settle(self) -> Settled:
        """Count the cards that each player holds now that the table is clear."""

    @abstractmethod
    def _over(self, ending: str) -> Outcome | None:
        """Return the outcome if the game is over with a round that ended so."""

    def _see_leader(self) -> None:
        """Note who holds the most cards alone at the end of a round, or after the deal."""
        held = [self._held(player) for player in range(len(self.packets))]
        most = max(held)
        self.most_cards = max(self.most_cards, held[0])
        leader = held.index(most) if held.count(most) == 1 else NOBODY
        if leader != self.leader:
            self.leader, self.lead_round = leader, self.rounds
        if leader != NOBODY:
            self.lead_changes += self.last_leader not in (NOBODY, leader)
            self.last_leader = leader

    def _position(self) -> bytes:
        # No card is 0, so a 0 can separate the packets.
        return b"\0".join(map(bytes, self.packets))

    def _held(self, player: int) -> int:
        return len(self.packets[player]) + len(self.piles[player])

    def _turn_pile(self, player: int) -> None:
        packet, pile = self.packets[player], self.piles[player]
        self.chance.shuffle(pile)
        self.shuffles += 1
        packet += pile
        pile.clear()
        self._news.append(PileTurned(player, tuple(packet)))

    def _tell_news(self) -> Iterator[Event]:
        yield from self._news
        self._news.clear()

    def _pot(self, winner: int, pickup: str) -> list[int]:
        """Return the cards laid in this round in the order in which the winner puts them under their cards."""
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
        """Return the end of the game, with the columns that only this game has."""
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
            **{name: value for name, value in asked.items() if name in self.columns},
        }
        verdict = {DRAW: "the game is a draw", UNFINISHED: "nobody wins"}.get(
            winner, f"player {winner} wins"
        )
        length = (
            f"1 {self.round_name}"
            if self.rounds == 1
            else f"{self.rounds} {self.round_name}s"
        )
        return Outcome(row, f"{verdict} after {length}: {why}")
