"""The play at a table of WarGops: one game, from the hands to the survivor, in plain Python.

Decisions where the text is silent
----------------------------------
*Who can win a pot.* All players who tied for it; in an entire tie that is every player
with cards, as the text says. At each later trick the highest card played among them
wins the pot, even if another player wins the trick; if several of them play that card,
only they can win the pot from then on. A player without cards can no longer win it;
when nobody can, its cards are orphaned. All pots are settled after each trick, and only
then do players without cards retire: "A player might contribute his last card to a
trick and lose that trick, yet remain in the game if his card was able to win a partial
tie remaining from an earlier trick." Pots that the same players can win are put
together.

*A pot that only the survivor can win* when the game ends: nobody is left to play a
trick against them. The survivor takes it (``last_pot="survivor"``), or nobody does
(``"orphan"``).

*Ties that are replaced.* "All face-up cards are considered": a face-up card competes
even if its owner has no other card. A player who tied and has no other card cannot win
with the card turned down. Only the winning card goes to the trash; the winner collects
all other cards of the trick, including those face down. When no card is face up any
more, all cards of the trick are orphaned and none goes to the trash. No pot outlasts a
trick, so ``last_pot`` has no effect.

*A tie* is counted for each comparison of all face-up cards in which several are
highest. A further tie among the players who can win an older pot is not counted.

*A session* is one or more games in a row, each from full hands; a row is one session,
of one game by default. Points, tricks, ties and orphaned cards are totalled; ``winner``
is the player with the most points (nobody if several share them); ``survivor`` and
``ending`` are those of the last game. The players' chance runs on from game to game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sim.contract.events import Event
from sim.games.wargops import events
from sim.games.wargops.policies import View
from sim.policies.players import Player
from sim.policies.sets import set_of

if TYPE_CHECKING:
    from sim.games.wargops.rules import WarGopsRules


class Table:
    """One game."""

    def __init__(
        self,
        rules: WarGopsRules,
        hands: Iterable[Iterable[int]],
        players: Sequence[Player],
        points: Sequence[int],
        games_left: int,
    ) -> None:
        self.rules = rules
        self.hands = [sorted(hand) for hand in hands]
        self.players = players
        self.points = points
        self.games_left = games_left
        self.in_game = frozenset(seat for seat, hand in enumerate(self.hands) if hand)
        self.pots: list[events.Waiting] = []
        self.trash: list[int] = []
        self.orphaned: list[int] = []
        self.tricks = self.ties = 0
        self._face_up: dict[int, int] = {}
        self._face_down: list[int] = []

    @property
    def survivor(self) -> int:
        """The only player with cards left, -1 if nobody has any."""
        return next(iter(self.in_game), -1)

    def play(self) -> Iterator[Event]:
        """Play until at most one player has cards, and yield all events."""
        while len(self.in_game) > 1:
            self.tricks += 1
            yield self._position(self.tricks)
            self._face_up = self._chosen(self.in_game)
            yield events.Played(dict(self._face_up))
            if self.rules.ties == "replace":
                yield from self._replace_until_won()
            else:
                yield from self._award()
            self._face_up = {}
            self._face_down = []
            yield from self._retire()
        yield from self._end()
        yield self._position(0)

    def _chosen(self, seats: Iterable[int]) -> dict[int, int]:
        """The cards that players lay, all chosen before the first is turned up."""
        cards = {
            seat: self.players[seat].choose(self._view(seat), self.hands[seat])
            for seat in sorted(seats)
        }
        for seat, card in cards.items():
            self.hands[seat].remove(card)
        return cards

    def _highest(self) -> tuple[int, list[int]]:
        """The highest face-up card and the players who played it."""
        card = max(self._face_up.values())
        return card, [seat for seat, played in self._face_up.items() if played == card]

    def _collect(self, player: int, cards: Iterable[int]) -> None:
        self.hands[player] = sorted([*self.hands[player], *cards])

    def _award(self) -> Iterator[Event]:
        """Settle a trick whose ties are awarded later, and all older pots with it."""
        card, tied = self._highest()
        rest = sorted(self._face_up.values())
        rest.remove(card)
        self.trash.append(card)
        if len(tied) == 1:
            yield events.TrickWon(tied[0], card, tuple(rest))
            self._collect(tied[0], rest)
            yield from self._settle_pots()
            return
        self.ties += 1
        yield events.Tied(tuple(tied), card, tuple(rest))
        yield from self._settle_pots()
        self.pots.append(events.Waiting(tuple(rest), frozenset(tied)))

    def _settle_pots(self) -> Iterator[Event]:
        """Award every older pot to the best card of this trick.

        Only those who can win it compete; if they tie, it stays.
        """
        waiting = []
        for pot in self.pots:
            card = max(self._face_up[seat] for seat in pot.eligible)
            best = frozenset(
                seat for seat in pot.eligible if self._face_up[seat] == card
            )
            if len(best) == 1:
                (winner,) = best
                yield events.PotWon(winner, pot.cards)
                self._collect(winner, pot.cards)
            else:
                yield events.PotStays(card, tuple(sorted(best)), pot.cards)
                waiting.append(events.Waiting(pot.cards, best))
        self.pots = waiting

    def _replace_until_won(self) -> Iterator[Event]:
        """Settle a trick whose tied cards are turned down and replaced.

        It ends when one face-up card is the highest.
        """
        while self._face_up:
            card, tied = self._highest()
            if len(tied) == 1:
                rest = sorted([*self._face_up.values(), *self._face_down])
                rest.remove(card)
                self.trash.append(card)
                yield events.TrickWon(tied[0], card, tuple(rest))
                self._collect(tied[0], rest)
                return
            self.ties += 1
            for seat in tied:
                self._face_down.append(self._face_up.pop(seat))
            able = [seat for seat in tied if self.hands[seat]]
            yield events.TurnedDown(tuple(tied), card)
            replaced = self._chosen(able)
            if replaced:
                yield events.Played(dict(replaced), replacing=True)
            self._face_up |= replaced
        yield self._orphan(
            sorted(self._face_down), "all cards of the trick lie face down"
        )

    def _orphan(self, cards: Sequence[int], why: str) -> Event:
        self.orphaned += cards
        return events.Orphaned(tuple(cards), why)

    def _retire(self) -> Iterator[Event]:
        """Let players without cards retire; they can no longer win a pot."""
        out = tuple(sorted(seat for seat in self.in_game if not self.hands[seat]))
        if out:
            yield events.Retired(out)
        self.in_game = self.in_game.difference(out)
        together: dict[frozenset[int], list[int]] = {}
        for pot in self.pots:
            eligible = pot.eligible & self.in_game
            if eligible:
                together.setdefault(eligible, []).extend(pot.cards)
            else:
                yield self._orphan(
                    pot.cards, "all who could win the pot are out of cards"
                )
        self.pots = [
            events.Waiting(tuple(sorted(cards)), eligible)
            for eligible, cards in together.items()
        ]
        if self.pots and len(self.in_game) > 1:
            yield events.OnTable(tuple(self.pots))

    def _end(self) -> Iterator[Event]:
        """Give the pots that only the survivor can win to the survivor, or to nobody."""
        if not self.in_game:
            yield events.NobodySurvives()
            return
        pots = [card for pot in self.pots for card in pot.cards]
        self.pots = []
        if pots and self.rules.last_pot == "orphan":
            yield self._orphan(pots, "the game is over before another trick")
            pots = []
        self._collect(self.survivor, pots)
        yield events.Survives(
            self.survivor, tuple(pots), sum(self.hands[self.survivor])
        )

    def _position(self, trick: int) -> events.Position:
        piles = (self.trash, self.orphaned, *(pot.cards for pot in self.pots))
        return events.Position(
            tuple(map(tuple, self.hands)), tuple(map(tuple, piles)), trick=trick
        )

    def _view(self, seat: int) -> View:
        """What a player sees before choosing."""
        players = self.rules.players
        ranks = self.rules.ranks
        hands = tuple(map(set_of, map(set, self.hands)))
        return View(
            seat=seat,
            hand=hands[seat],
            held=len(self.hands[seat]),
            players=players,
            ranks=ranks,
            in_game=set_of(self.in_game),
            hands=hands,
            sizes=tuple(map(len, self.hands)),
            cards=tuple(_counts(hand, ranks) for hand in self.hands),
            pots=len(self.pots),
            pot_players=tuple(set_of(pot.eligible) for pot in self.pots),
            pot_cards=tuple(_counts(pot.cards, ranks) for pot in self.pots),
            trash=_counts(self.trash, ranks),
            face_up=tuple(self._face_up.get(player, 0) for player in range(players)),
            face_down=_counts(self._face_down, ranks),
            points=tuple(self.points),
            games_left=self.games_left,
            last_pot=int(self.rules.last_pot == "survivor"),
        )


def _counts(cards: Iterable[int], ranks: int) -> tuple[int, ...]:
    counts = [0] * (ranks + 1)
    for card in cards:
        counts[card] += 1
    return tuple(counts)
