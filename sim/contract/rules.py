"""Rules of a game: every option with a legal value."""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self

from sim.contract.policy import Choices
from sim.errors import UserError, shown, unknown
from sim.options import Option


@dataclass(frozen=True, kw_only=True)
class GameRules:
    """The rules of a game, and the columns asked for besides its own.

    Attributes
    ----------
    same_as
        Rules by other names: the words that people use, and the option that they mean.
    columns
        No option: they are given separately (:meth:`sim.contract.game.GameOf.asking`),
        and change no game.
    """

    same_as: ClassVar[tuple[tuple[frozenset[str], str], ...]] = ()
    columns: tuple[str, ...] = ()

    @classmethod
    @cache
    def options(cls) -> tuple[Option, ...]:
        """The options in the order in which the game declares them."""
        return tuple(
            Option(name=field.name, default=field.default, **field.metadata["option"])
            for field in dataclasses.fields(cls)
            if "option" in field.metadata
        )

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
            If there is no such option, or a value is not legal, or some contradict
            each other.
        """
        if given is not None and not isinstance(given, Mapping):
            raise UserError(
                f"{shown(given)} is not a set of rules",
                where="rules",
                cure='give a mapping, such as {"face_down": 3}',
            )
        options = {option.name: option for option in cls.options()}
        values: dict[str, Any] = {}
        for name, value in (given or {}).items():
            try:
                if name not in options:
                    raise unknown("option", name, options)
                values[name] = options[name].check(value)
            except UserError as error:
                words = {*re.findall("[a-z]+", f"{name} {shown(value)}".lower())}
                same = next(
                    (says for names, says in cls.same_as if names & words), error.cure
                )
                raise UserError(error.what, where=error.where, cure=same) from None
        rules = cls(**values)
        rules.check()
        return rules

    def check(self) -> None:
        """Refuse combinations of options that contradict each other."""

    def as_dict(self) -> dict[str, object]:
        """All options with their values, with tuples as lists (as in TOML and JSON)."""
        return {
            option.name: list(value)
            if isinstance(value := getattr(self, option.name), tuple)
            else value
            for option in self.options()
        }

    def changed(self) -> dict[str, object]:
        """The options that are not at their defaults."""
        usual = {
            option.name
            for option in self.options()
            if getattr(self, option.name) == option.default
        }
        return {
            name: value for name, value in self.as_dict().items() if name not in usual
        }

    @property
    def seats(self) -> int:
        """The number of players."""
        return 2

    @property
    def one_game(self) -> bool:
        """Whether every game is the same one, since nothing is random."""
        return False

    @property
    def excluded(self) -> frozenset[str]:
        """The outcomes that are known to be impossible under these rules."""
        return frozenset()

    def check_cards(self, highest: int) -> None:
        """Refuse given deals with cards up to ``highest`` if these rules cannot play them.

        Parameters
        ----------
        highest
            The highest card.

        Raises
        ------
        UserError
            If these rules cannot play them.
        """


@dataclass(frozen=True, kw_only=True)
class ChoiceRules(GameRules):
    """The options of a game of choice, and how its players choose.

    Attributes
    ----------
    policies
        One for each seat; empty if all players use the default policy. No option: they
        are given separately.
    """

    policies: tuple[Choices, ...] = ()

    @property
    def one_policy(self) -> bool:
        """Whether all players choose by the same named policy.

        A user's own function may look at its seat.
        """
        return len(set(self.policies)) < 2 and all(
            isinstance(choice, str) for seat in self.policies for choice in seat
        )
