"""The play at a Casino War table: a round card by card, and a session of many rounds.

Decisions where the text is silent
----------------------------------
*The shoe* is 1 to 8 decks of 52 cards. An infinite one, every card from a full pack,
has exact odds only (``warlab exact casino-war --decks infinite``). The cards are dealt
player, house, then in a war the burned cards, player, house, as casinos do; the order
changes no chance. The text has the house's second card dealt first.

*A second tie* wins for the player ("equal or higher") and pays one unit like any other
war won; ``tie_bonus`` adds to it.

*Half units.* A surrender loses half an ante, so ``net``, ``end`` and ``deepest`` are
real numbers, always multiples of one half.

*A session* plays hands at a flat ``stake``. With ``staking="double"`` a hand after a
lost one (surrenders included) is for twice the ante of that one, any other for
``stake``; with ``"share"`` each is for ``share`` percent of the bankroll, rounded down
to whole units, and at least ``stake``. Neither is ever more than ``most_stake``, the
limit of the table, or than the whole units that the bankroll covers. Before each hand
and after the last these limits are checked, in this order: it ends when the bankroll no
longer covers the stake (``ruin``), when the player has lost ``stop_loss`` or more, when
the player has won ``goal`` or more, and when ``hands`` hands have been played. With
``hands=0`` only the other limits end it, up to a million hands (``cap``). A player with
less than twice the ante cannot raise and surrenders a tie. ``deepest`` is the largest
amount below the starting bankroll at the end of any hand, 0 if it was never below;
``losing_streak`` is the most hands lost in a row, surrenders included; ``staked``
includes raises.

*Penetration.* With ``penetration=0`` every hand of a session comes from a fresh shoe.
Otherwise the same shoe is dealt from hand to hand; between hands all its cards are
shuffled again once at least that fraction of them has been dealt, or too few are left
for another war. ``tie_chances`` counts the hands before which the side bet favours a
player who remembers every card turned up (burned cards stay unknown), and ``tie_gain``
is what one unit on the side bet of each of those hands wins; these bets do not touch
the bankroll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from sim.contract.events import Event, Outcome
from sim.games.casino_war.events import HandOver, Shuffled, Surrendered, Turned, War
from sim.games.casino_war.rules import (
    MOST_HANDS,
    compared,
    net_of,
    tie_net_of,
    wagered_on,
)
from sim.rng import Stream, Words
from sim.words import count_words

if TYPE_CHECKING:
    from sim.games.casino_war.rules import CasinoWarRules

_STORIES = {
    "hands": "all hands are played",
    "ruin": "the bankroll no longer covers the stake",
    "stop-loss": "the stop-loss is reached",
    "goal": "the goal is reached",
    "cap": "the session is stopped",
}


def play_round(
    rules: CasinoWarRules, cards: Iterator[int], *, may_raise: bool = True
) -> Generator[Event, None, tuple[str, list[int]]]:
    """Play a round with the cards of a shoe.

    Return how it ended, and the cards that were turned up.
    """
    player = next(cards)
    house = next(cards)
    yield Turned(player, house)
    seen = [player, house]
    result = compared(player, house)
    if result == "tie" and (rules.on_tie == "surrender" or not may_raise):
        yield Surrendered()
        result = "surrender"
    elif result == "tie":
        burned = tuple(next(cards) for _ in range(rules.burn))
        player = next(cards)
        house = next(cards)
        yield War(burned, player, house)
        seen += [player, house]
        result = f"war-{compared(player, house)}"
    return result, seen


def tell_round(rules: CasinoWarRules, shoe: Iterator[int]) -> Iterator[Event]:
    """Yield the events of a round from a fresh shoe, its outcome last."""
    result, _ = yield from play_round(rules, shoe)
    net = net_of(result, rules.tie_bonus) / 2
    wagered = wagered_on(result)
    row = {
        "result": result,
        "net": net,
        "wagered": wagered,
        "tie_net": tie_net_of(result, rules.tie_bet),
    }
    yield Outcome(row, f"{result}: {net:+g} for {wagered} staked")


class Session:
    """An evening at the table: hands are played until one of the limits is reached."""

    def __init__(self, rules: CasinoWarRules, words: Words) -> None:
        self.rules = rules
        self.words = words
        self.money = float(rules.bankroll)
        self.stake = rules.next_stake(self.money, 0, lost=False)
        self.row: dict[str, Any] = {
            "ruined": False,
            "ending": "hands",
            "end": self.money,
            "deepest": 0.0,
            "hands_played": 0,
            "losing_streak": 0,
            "staked": 0,
        }
        if rules.penetration:
            self.row |= {"tie_chances": 0, "tie_gain": 0}
        self._streak = 0
        self._shoe: list[int] = []
        self._unseen: Counter[int] = Counter()

    def play(self) -> Iterator[Event]:
        """Play until the end and yield all events; the last one is the outcome."""
        while (ending := self._ending()) is None:
            cards = yield from self._next_cards()
            tie_bet = self._worth_a_tie_bet()
            result, seen = yield from play_round(
                self.rules, cards, may_raise=self.money >= 2 * self.stake
            )
            self._unseen.subtract(seen)
            won = net_of(result, self.rules.tie_bonus) / 2 * self.stake
            self._settle(result, won)
            if tie_bet:
                self.row["tie_chances"] += 1
                self.row["tie_gain"] += tie_net_of(result, self.rules.tie_bet)
            yield HandOver(self.row["hands_played"], result, won, self.money)
        self.row |= {"ending": ending, "ruined": ending == "ruin", "end": self.money}
        hands = self.row["hands_played"]
        yield Outcome(
            self.row,
            f"{_STORIES[ending]} after {count_words(hands, 'hand')}: the player has {self.money:g}",
        )

    def _ending(self) -> str | None:
        rules = self.rules
        played = self.row["hands_played"]
        if self.money < rules.stake:
            return "ruin"
        if rules.stop_loss and self.money <= rules.bankroll - rules.stop_loss:
            return "stop-loss"
        if rules.goal and self.money >= rules.bankroll + rules.goal:
            return "goal"
        if played == (rules.hands or MOST_HANDS):
            return "hands" if rules.hands else "cap"
        return None

    def _next_cards(self) -> Generator[Event, None, Iterator[int]]:
        """The cards of the next hand.

        They come from a fresh shoe, or from the one in use until its cut card.
        """
        rules = self.rules
        if not rules.penetration:
            return self.words.dealt(rules.deck.cards())
        if rules.deck.size - len(self._shoe) >= rules.cut:
            self._shoe = rules.deck.cards()
            self._unseen = Counter(self._shoe)
            self.words.shuffle(self._shoe)
            yield Shuffled(len(self._shoe))
        # The last card of the shuffled list is dealt first, as in a deal row.
        return iter(self._shoe.pop, None)

    def _worth_a_tie_bet(self) -> bool:
        """Whether the side bet wins on average for a player who remembers all cards turned up."""
        if not self.rules.penetration:
            return False
        cards = self._unseen.total()
        pairs = sum(count * (count - 1) for count in self._unseen.values())
        return (self.rules.tie_bet + 1) * pairs > cards * (cards - 1)

    def _settle(self, result: str, won: float) -> None:
        row = self.row
        self.money += won
        self._streak = self._streak + 1 if won < 0 else 0
        row["hands_played"] += 1
        row["staked"] += wagered_on(result) * self.stake
        row["deepest"] = max(row["deepest"], self.rules.bankroll - self.money)
        row["losing_streak"] = max(row["losing_streak"], self._streak)
        self.stake = self.rules.next_stake(self.money, self.stake, lost=won < 0)


def tell_session(rules: CasinoWarRules, seed: int, number: int) -> Iterator[Event]:
    """Yield the events of session ``number`` of a seed, its outcome last."""
    return Session(rules, Words(seed, number, Stream.DEAL)).play()
