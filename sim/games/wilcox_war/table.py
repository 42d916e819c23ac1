"""The play of Wilcox War, from the deal of a game to its outcome.

It has hands, draw piles, score piles and a pot.

Decisions where the text is silent
----------------------------------
*Hidden prizes come from the bottom.* "Players take two (2) cards from the top of the
now-face-down draw pile": a draw pile lies face up, so the cards on top of it when it is
turned over are those at its bottom, and nobody has seen them. A pile that is remade
while prizes are being hidden also gives its bottom cards.

*Steps are simultaneous.* Drawing a card is one step and hiding the prizes is another;
both players do as much of a step as they can before it is checked who could not
complete it. In play-on, "your opponent has won the game" therefore holds unless both
fail in the same step: then the larger score pile wins, and equal ones draw the game.

*Once through, the first failed draw ends the game.* "If a player needs a card and it
isn't available the game ends." Both players have played equally many cards, so both
fail. The two cards that each still holds "go to their own scoring pile" and are not
played. A war that has used up the pile is finished first; the draw after it fails.

*Hiding the cards there are.* "They discovered they only had one remaining card in their
draw pile so they put it into the war as hidden treasure and skipped putting the
second".

*Tied with no cards left.* "DO complete any steps they can": when the hands are empty as
well, nobody can win the war. Each player takes their own cards on the table, face-up
cards and prizes, into their score pile, as with their hand. That last tie is not a war:
no comparison follows it.

*A pile is remade when a card is needed*, not when the last one is taken: "When you need
a card but you have none in your draw pile". Only the score pile counts for the limit,
not the hand and not the cards on the table.

*When play-on ends*, all cards stay where they are. ``cards_0`` and ``cards_1`` count
each player's score pile, draw pile, hand and own cards on the table; nobody takes the
pot of the unfinished war.

*A turn* is a battle with its wars and the draw after it. ``max_turns`` stops a game
when another turn would begin.

*Chance.* Score piles are shuffled from the stream ``PLAY``, in the order of events;
within a step, player 0's pile before player 1's. A pile is shuffled from the order in
which its cards came to it, and the first card of the shuffled list is the new top. The
winner of a pot adds their own cards in the order laid, then the opponent's.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sim.contract.events import NOBODY, UNFINISHED, Event, Outcome, Settled
from sim.games.packets.events import Taken, TakenBack
from sim.games.wilcox_war import events
from sim.games.wilcox_war.policies import HAND, RANKS, View
from sim.words import count_words

if TYPE_CHECKING:
    from sim.games.wilcox_war.rules import WilcoxWarRules
    from sim.policies.players import Player
    from sim.rng import Chance

BOTH = (0, 1)


class WilcoxTable:
    """One game of Wilcox War while it is being played."""

    def __init__(
        self,
        rules: WilcoxWarRules,
        packets: Sequence[Sequence[int]],
        players: Sequence[Player],
        chance: Chance,
    ) -> None:
        self.rules = rules
        self.players = players
        self.chance = chance
        self.hands = [sorted(packet[:HAND]) for packet in packets]
        self.piles = [list(packet[HAND:]) for packet in packets]
        """The draw piles, top first."""
        self.scores: list[list[int]] = [[], []]
        """The score piles, in the order in which the cards were added."""
        self.stacks: list[list[int]] = [[], []]
        """Each player's cards on the table, in the order laid."""
        self.prizes: list[list[int]] = [[], []]
        """The cards on the table that each player has hidden."""
        self.tied: list[int] = []
        """The cards that both players have shown in this turn."""
        self.battles = self.turns = self.wars = 0
        self._remade: list[Event] = []
        self._failed: list[Event] = []

    def play(self) -> Iterator[Event]:
        """Play the game; the last event is its outcome."""
        yield events.Begun(tuple(map(tuple, self.hands)), tuple(map(tuple, self.piles)))
        yield self._settled()
        while self.turns < self.rules.max_turns:
            failed = yield from self._turn()
            if failed is None:
                failed = yield from self._draw()
            if failed and self.rules.play_on:
                # A score pile is too small to play on.
                won = (
                    tuple(map(len, self.scores))
                    if failed == BOTH
                    else tuple(int(p not in failed) for p in BOTH)
                )
                yield self._won_by(won, "run-out")
                return
            if failed:
                yield events.PlayedThrough(tuple(map(tuple, self.hands)))
                for score, hand in zip(self.scores, self.hands, strict=True):
                    score += hand
                    hand.clear()
                yield self._settled()
                yield self._won_by(tuple(map(len, self.scores)), "cards")
                return
            yield self._settled()
        yield self._outcome(UNFINISHED, "cap", "nobody wins", "stopped unfinished")

    def _turn(self) -> Generator[Event, None, tuple[int, ...] | None]:
        """Play a battle with its wars until the pot is taken.

        Return the players who failed, None if nobody did.
        """
        self.turns += 1
        while True:
            cards = yield from self._battle()
            if cards[0] != cards[1]:
                winner = 0 if cards[0] > cards[1] else 1
                pot = self.stacks[winner] + self.stacks[1 - winner]
                self.scores[winner] += pot
                self._clear_table()
                yield Taken(winner, tuple(pot))
                return None
            self.tied.append(cards[0])
            yield events.WarBegins(
                cards[0], sum(map(len, self.stacks)), self.rules.prizes
            )
            failed = yield from self._draw()
            if not (failed and self.rules.play_on):
                failed = yield from self._hide()
            if failed and self.rules.play_on:
                return failed
            if not all(self.hands):
                stacks = tuple(map(tuple, self.stacks))
                for score, stack in zip(self.scores, stacks, strict=True):
                    score += stack
                self._clear_table()
                yield TakenBack(stacks)
                return BOTH
            self.wars += 1

    def _battle(self) -> Generator[Event, None, tuple[int, ...]]:
        """Let both players choose a card from their hands and reveal it."""
        self.battles += 1
        unseen = tuple(map(self._unseen, BOTH))
        hands = tuple(map(tuple, self.hands))
        cards = tuple(
            self.players[player].choose(
                self._view(player, hands, unseen), hands[player]
            )
            for player in BOTH
        )
        for player in BOTH:
            self.hands[player].remove(cards[player])
            self.stacks[player].append(cards[player])
        yield events.Chosen(self.turns, len(self.tied) + 1, hands, cards)
        return cards

    def _draw(self) -> Generator[Event, None, tuple[int, ...]]:
        """Let both players draw a card; return the players who could not."""
        cards = [self._next_card(player, from_bottom=False) for player in BOTH]
        yield from self._tell_remade()
        for player, card in enumerate(cards):
            if card is not None:
                self.hands[player] = sorted([*self.hands[player], card])
        if any(card is not None for card in cards):
            yield events.Drawn(tuple(card or 0 for card in cards))
        yield from self._tell_failed()
        return tuple(player for player in BOTH if cards[player] is None)

    def _hide(self) -> Generator[Event, None, tuple[int, ...]]:
        """Let both players hide prizes, as many as they can.

        Return the players who could not hide all.
        """
        hidden: list[list[int]] = [[], []]
        failed = []
        for player in BOTH:
            while len(hidden[player]) < self.rules.prizes:
                card = self._next_card(player, hidden[player], from_bottom=True)
                if card is None:
                    failed.append(player)
                    break
                hidden[player].append(card)
            self.stacks[player] += hidden[player]
            self.prizes[player] += hidden[player]
        yield from self._tell_remade()
        yield events.Hidden(tuple(map(tuple, hidden)))
        yield from self._tell_failed()
        return tuple(failed)

    def _next_card(
        self, player: int, hidden: Sequence[int] = (), *, from_bottom: bool
    ) -> int | None:
        """Take the top or bottom card of a draw pile; None without a card.

        The pile is remade if need be and possible.
        """
        pile = self.piles[player]
        score = self.scores[player]
        if not pile and self.rules.play_on:
            if len(score) < self.rules.least:
                self._failed.append(events.TooFew(player, len(score), self.rules.least))
                return None
            self.chance.shuffle(score)
            pile += score
            score.clear()
            self._remade.append(events.PileRemade(player, tuple(pile), tuple(hidden)))
        if not pile:
            return None
        return pile.pop() if from_bottom else pile.pop(0)

    def _clear_table(self) -> None:
        for cards in (*self.stacks, *self.prizes, self.tied):
            cards.clear()

    # What the players see.

    def _view(
        self,
        player: int,
        hands: tuple[tuple[int, ...], ...],
        unseen: tuple[tuple[int, ...], ...],
    ) -> View:
        other = 1 - player
        ties = len(self.tied)
        prizes = len(self.prizes[player])
        return View(
            hand=hands[player],
            held=len(hands[player]),
            other=hands[other],
            other_held=len(hands[other]),
            top=self._top(player),
            other_top=self._top(other),
            pile=len(self.piles[player]),
            other_pile=len(self.piles[other]),
            score=len(self.scores[player]),
            other_score=len(self.scores[other]),
            at_war=int(ties > 0),
            tied=tuple(self.tied),
            ties=ties,
            prizes=prizes,
            pot=2 * (ties + prizes),
            unseen=unseen[player],
            other_unseen=unseen[other],
        )

    def _top(self, player: int) -> int:
        """The top card of a draw pile, 0 if it is empty."""
        pile = self.piles[player]
        return pile[0] if pile else 0

    def _unseen(self, player: int) -> tuple[int, ...]:
        """Return, by rank, the cards below the top of a draw pile or hidden on the table.

        Everything else has been seen, so a player who remembers it knows these cards,
        but not where each lies.
        """
        counts = [0] * RANKS
        for card in self.piles[player][1:]:
            counts[card] += 1
        for card in self.prizes[player]:
            counts[card] += 1
        return tuple(counts)

    # The end.

    def _won_by(self, counts: tuple[int, ...], ending: str) -> Outcome:
        """The outcome of a game that the player with the larger count wins."""
        count_0, count_1 = counts
        winner = NOBODY if count_0 == count_1 else 0 if count_0 > count_1 else 1
        verdict = "the game is a draw" if winner == NOBODY else f"player {winner} wins"
        why = {
            "cards": "the cards are counted",
            "run-out": "a score pile is too small to play on",
        }[ending]
        return self._outcome(winner, ending, verdict, why)

    def _held(self, player: int) -> int:
        places = (self.scores, self.piles, self.hands, self.stacks)
        return sum(len(cards[player]) for cards in places)

    def _outcome(self, winner: int, ending: str, verdict: str, why: str) -> Outcome:
        row: dict[str, Any] = {
            "winner": winner,
            "ending": ending,
            "cards_0": self._held(0),
            "cards_1": self._held(1),
            "battles": self.battles,
            "turns": self.turns,
            "wars": self.wars,
        }
        length = count_words(self.turns, "turn")
        held = f"{count_words(row['cards_0'], 'card')} to {row['cards_1']}"
        return Outcome(row, f"{verdict} after {length}, {held}: {why}")

    def _tell_remade(self) -> Iterator[Event]:
        yield from self._remade
        self._remade.clear()

    def _tell_failed(self) -> Iterator[Event]:
        yield from self._failed
        self._failed.clear()

    def _settled(self) -> Settled:
        held = tuple(
            tuple(hand + pile)
            for hand, pile in zip(self.hands, self.piles, strict=True)
        )
        return events.Counted(held, tuple(map(tuple, self.scores)))
