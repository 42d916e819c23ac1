"""Rules of the games that are dealt from a deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from sim.cards import HIGHEST_CODE, Deck, deck_of
from sim.contract.rules import GameRules
from sim.errors import UserError
from sim.options import choice, flag, texts, whole

if TYPE_CHECKING:
    from sim.contract.game import Game

SHUFFLED, NEW, PLAYED = PACKS = ("shuffled", "new", "played")
"""How the pack lies before it is dealt: the values of option ``pack``."""


@dataclass(frozen=True, kw_only=True)
class DeckRules(GameRules):
    """The options of games that are dealt from a deck."""

    lowest: int = whole(
        2, 1, HIGHEST_CODE, "the deck's lowest rank", why="the pack of 52 cards"
    )
    highest: int = whole(
        14,
        1,
        HIGHEST_CODE,
        "the deck's highest rank, jokers aside (11 J, 12 Q, 13 K, 14 A)",
        why="the pack of 52 cards, the ace highest",
    )
    copies: int = whole(
        4, 1, HIGHEST_CODE, "number of cards of each rank", why="the four suits"
    )
    jokers: int = whole(
        0,
        0,
        HIGHEST_CODE,
        "number of jokers; a joker ranks above all other cards",
        why='"Some add two jokers to the pack" (pagat.com): a variation',
    )
    bury_jokers: bool = flag(
        False,
        "after the other cards are dealt, one joker goes to a random place in each "
        "packet; jokers must equal "
        "players",
        why='"separate them from the pack" (pagat.com): a variation',
    )
    hands: tuple[str, ...] | None = texts(
        "the cards of each player's whole packet, dealt in random order",
        'a list with one text of cards for each player; "*5" for five random cards '
        'from those not named, "-A" for no '
        'aces among them, "*rest" for an even share of what is left',
        why="ours: the cards are dealt, not named",
    )

    pack: str = choice(
        *PACKS,
        meaning="how the pack lies before it is riffled and dealt: in any order, all "
        "equally likely; in the order of a "
        "new pack, from the lowest rank up, copy after copy, jokers last; or as a game "
        "of War has left it",
        why="ours: all orders of the pack are equally likely, as a perfect shuffle "
        "would make them",
    )
    riffles: int = whole(
        7,
        0,
        30,
        'with pack = "new" or "played": how often the pack is riffled before it is dealt',
        why="ours, and without effect on a shuffled pack; seven riffles are the "
        "number that Bayer and Diaconis made known",
    )

    @property
    def deck(self) -> Deck:
        """The deck that is shuffled."""
        return deck_of(self.lowest, self.highest, self.copies, self.jokers)

    @property
    def even_deal(self) -> bool:
        """Whether each player is as likely as any other to get a packet."""
        return self.hands is None and self.pack == SHUFFLED

    @property
    def special_deal(self) -> str:
        """The option by which not every order of the whole deck is equally likely.

        "" if there is none.
        """
        if self.pack != SHUFFLED:
            return "pack"
        return "hands" if self.hands else "bury_jokers" if self.bury_jokers else ""

    @property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance after the deal."""
        return True

    @property
    def one_game(self) -> bool:
        """Whether every game is the same one, since nothing is random."""
        return self.pack == NEW and self.riffles == 0 and self.deterministic

    @classmethod
    def of(cls, given: Mapping[str, object] | None = None) -> Self:
        """The rules with the given options, and the others at their defaults.

        Parameters
        ----------
        given
            The values of some options by their names.

        Raises
        ------
        UserError
            If one is not valid, or riffles are given for a shuffled pack.
        """
        rules = super().of(given)
        if rules.pack == SHUFFLED and "riffles" in (given or {}):
            raise UserError(
                f"{rules.riffles} with pack = {SHUFFLED!r}",
                where="riffles",
                cure=f"a shuffled pack is in any order already: leave it out, or set "
                f'pack = "{NEW}" or "{PLAYED}"',
            )
        return rules

    def as_dict(self) -> dict[str, object]:
        """All options with their values.

        ``riffles`` only for a pack that is riffled.
        """
        options = super().as_dict()
        return {
            name: value
            for name, value in options.items()
            if name != "riffles" or self.pack != SHUFFLED
        }


def check_whole_deck(game: Game, rules: GameRules, why: str) -> DeckRules:
    """The rules of a game whose deals are all orders of one deck, equally likely.

    Parameters
    ----------
    game, rules
        What is played.
    why
        Why other deals are refused.

    Raises
    ------
    UserError
        If the game has other deals, or an option makes some of them more likely.
    """
    if not isinstance(rules, DeckRules):
        raise UserError(
            f"{game.name} is not dealt from one deck",
            cure="take War or a game like it: warlab games lists them",
        )
    if option := rules.special_deal:
        raise UserError(why, where=option, cure="leave this option out")
    return rules
