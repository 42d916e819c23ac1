"""GOPS, the Game of Pure Strategy, also known as Goofspiel: the source and the play.

The text is Paras Mittal's "Exploring game theory with a simple card game (GOPS)"
(2026); ``SOURCE`` quotes the sentences that matter. The policies are in
:mod:`sim.games.gops.policies`.

Decisions where the text is silent
----------------------------------
*The most points.* "The maximum possible score is 91": nobody reaches it. Both players
bid the same cards over the game, so nobody bids higher in every round that is not tied:
a player who wins one of them loses another, and with it at least the ace. That leaves
90 of 91 points, and with ``cards`` prizes ``cards * (cards + 1) / 2 - 1``, whether tied
prizes are discarded or carried over: a carried-over pot is won or lost with a later
prize, or goes to nobody.

*The size.* ``cards`` is also the size of the hands: each player holds the same cards as
the prize deck. It is at most 30, so that scores and their tables stay small; nothing
else depends on that limit.

*No early stop.* All rounds are played, even when the winner is known before the last.

*Prizes left on the table at the end* with ``carry_over`` go to nobody, like discarded
prizes: both are ``unawarded``.

*A tied prize that is split* (``carry_over=split`` is no option) is, for two players,
the discarded prize with half of it added to both: the same leads and winners, and a
score of ``score + unawarded / 2``.

*Three to five players*, each with a suit (of a second pack, beyond three): the highest
bid takes the prize. Equal highest bids tie, whatever the others bid, and the tie rule
decides. Most points win; equally many are a draw.

*Hidden bids* (``bids = "hidden"``): bids are discarded unseen, so a player knows who
won each prize and the own bids. The bids change nothing else; the policies that look at
the other hands are refused.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sim.cards import low_ace_texts
from sim.contract.dealing import Deals, DealtKernel
from sim.contract.events import NOBODY, Event, Outcome
from sim.contract.game import GameOf
from sim.games.gops import prizes
from sim.games.gops.browser import IN_BROWSER
from sim.games.gops.events import (
    Begun,
    Bids,
    Counted,
    Tied,
    Upcard,
    Won,
    listed,
    points_text,
)
from sim.games.gops.policies import POLICIES, View
from sim.games.gops.rules import SCORES, GopsRules, columns
from sim.games.gops.vocabulary import VOCABULARY
from sim.policies.players import players
from sim.policies.sets import set_of

SOURCE = """\
Card ranks
  "Ace 1; 2-10 face value; Jack 11; Queen 12; King 13."
  "A card's rank determines both its value as a prize and its strength as a bid."
Setup
  "Take a standard 52-card deck and separate the deck into four suits."
    cards = 13
  "Designate one suit as the prize suit. Shuffle it and place it face-down as the prize
  deck."
    the deal of a game
  "Each player takes one of the remaining suits as their bidding hand."
Gameplay
  "Turn the top card of the prize deck face-up. This is the current prize."
  "Each player privately selects one card from their bidding hand and places it
  face-down. This is their bid."
    policies
  "The player who played the higher-ranked bid wins the current prize and places it in
  their score pile. Both bid cards are then discarded face-down."
    score_0, score_1
Ties
  "If both players bid the same rank, a tie occurs. Both bid cards are still discarded."
    ties
  "Discard rule: The current prize is discarded. Neither player scores it. The next
  round proceeds normally."
    carry_over = false
  "Carryover rule: The current prize is not awarded. Instead, it remains in the center
  and is added to the prize for the next round. The winner of the next round takes both
  prizes. If consecutive rounds end in ties, the pot continues to grow until a player
  wins a round and collects all accumulated prizes. If the final round ends in a tie,
  any prizes remaining in the center are discarded."
    carry_over = true; unawarded
The end
  "The game ends after all 13 rounds. Each player sums the ranks of the cards in their
  score pile. The player with the higher total wins. If both players have equal totals,
  the game is a draw."
    winner
  "The maximum possible score is 91 (the sum of ranks 1 through 13)."
    the true maximum is 90: see the decisions
"""


class Table:
    """The state of one game: the hands, the prizes and the cards on the table."""

    def __init__(self, rules: GopsRules, prizes: Sequence[int]) -> None:
        self.rules = rules
        self.prizes = list(prizes)
        self.hands = [list(range(1, rules.cards + 1)) for _ in range(rules.players)]
        self.won: list[list[int]] = [[] for _ in self.hands]
        self.bids: list[dict[int, int]] = [{} for _ in self.hands]
        """The bids of each player so far, by prize."""
        self.on_table: list[int] = []
        self.discarded: list[int] = []
        self.ties = 0

    def scores(self) -> tuple[int, ...]:
        """The players' points."""
        return tuple(map(sum, self.won))

    def view(self, seat: int, upcard: int) -> View:
        """What a player sees once the upcard has been turned."""
        order = [*range(seat, len(self.hands)), *range(seat)]
        hands = [set_of(self.hands[player]) for player in order]
        scores = self.scores()
        others = (0,) * (len(order) - 1) if self.rules.is_hidden else tuple(hands[1:])
        own_bids = self.bids[seat]
        return View(
            players=len(order),
            cards=self.rules.cards,
            carry_over=int(self.rules.carry_over),
            held=len(self.hands[seat]),
            hand=hands[0],
            other=others[0],
            prizes=set_of(self.prizes),
            upcard=upcard,
            pot=sum(self.on_table),
            score=scores[seat],
            other_score=scores[order[1]],
            others=others,
            other_scores=tuple(scores[player] for player in order[1:]),
            taken=tuple(set_of(self.won[player]) for player in order),
            bids=tuple(own_bids.get(prize, 0) for prize in range(self.rules.cards + 1)),
        )

    def settle(self, upcard: int, bids: tuple[int, ...]) -> Event:
        """Give the prize of a round to the highest bid, and return what happens to it."""
        best = tuple(seat for seat, bid in enumerate(bids) if bid == max(bids))
        for seat, bid in enumerate(bids):
            self.bids[seat][upcard] = bid
        if len(best) > 1:
            self.ties += 1
            if self.rules.carry_over:
                self.on_table.append(upcard)
            else:
                self.discarded.append(upcard)
            return Tied(best, upcard, stays=self.rules.carry_over)
        taken = (upcard, *self.on_table)
        self.won[best[0]] += taken
        self.on_table = []
        return Won(best[0], taken)

    def counted(self) -> Counted:
        """The places of all prizes."""
        piles = (*map(tuple, self.won), tuple(self.on_table), tuple(self.discarded))
        return Counted((tuple(self.prizes),), piles)


def tell(
    rules: GopsRules, packets: Sequence[Sequence[int]], seed: int, number: int
) -> Iterator[Event]:
    """Play one game of GOPS and yield its events."""
    seats = players(POLICIES, rules, seed, number)
    table = Table(rules, packets[0])
    yield Begun(rules.players, rules.cards)
    for round_number in range(1, rules.cards + 1):
        upcard = table.prizes.pop(0)
        yield Upcard(round_number, upcard, tuple(table.on_table))
        held = tuple(map(tuple, table.hands))
        bids = tuple(
            player.choose(table.view(seat, upcard), hand)
            for seat, (player, hand) in enumerate(zip(seats, held, strict=True))
        )
        for hand, bid in zip(table.hands, bids, strict=True):
            hand.remove(bid)
        yield Bids(held, bids)
        yield table.settle(upcard, bids)
        yield table.counted()
    yield _outcome(table)


def _outcome(table: Table) -> Outcome:
    scores = table.scores()
    most = max(scores)
    best = [seat for seat, score in enumerate(scores) if score == most]
    winner = best[0] if len(best) == 1 else NOBODY
    unawarded = sum(table.on_table) + sum(table.discarded)
    row: dict[str, Any] = {
        "winner": winner,
        "ending": "played",
        **{f"score_{seat}": score for seat, score in enumerate(scores)},
        "ties": table.ties,
        "unawarded": unawarded,
    }
    if winner != NOBODY:
        others = listed(
            [str(score) for seat, score in enumerate(scores) if seat != winner]
        )
        story = f"player {winner} wins, {most} points to {others}"
    elif len(best) == len(scores):
        story = f"{most} points all: a draw"
    else:
        story = f"{most} points for players {listed(list(map(str, best)))}: a draw"
    if unawarded:
        story += f"; nobody got {points_text(unawarded)}"
    return Outcome(row, story)


def _kernel() -> DealtKernel[GopsRules]:
    from sim.games.gops.kernel import block

    return block


GAME = GameOf[GopsRules](
    name="gops",
    title="GOPS",
    summary="the Game of Pure Strategy, Goofspiel; two to five players bid; solved for "
    "two (`warlab solve gops`)",
    rules=GopsRules,
    own_columns=columns,
    more_columns=SCORES[2:],
    tell=tell,
    deals=Deals(prizes, _kernel, packets_given="none"),
    cards_text=low_ace_texts,
    source=SOURCE,
    policies=POLICIES,
    in_browser=IN_BROWSER,
    histograms=(*(column.name for column in SCORES), "ties", "unawarded"),
    tables=(("winner", "ties"),),
    paired=("score_0", "score_1"),
    seats_alike=lambda rules: rules.one_policy,
    vocabulary=VOCABULARY,
)
"""GOPS, as the registry lists it."""
