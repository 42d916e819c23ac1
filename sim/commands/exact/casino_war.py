"""``warlab exact casino-war``: exact odds as fractions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from sim.commands import arguments, options
from sim.commands.exact.figures import (
    break_even_figures,
    round_figures,
    session_figures,
)
from sim.commands.options import number, option
from sim.commands.printed import printed
from sim.contract.answer import Answer, Entry, Number, Paragraph, Table
from sim.errors import UserError, reported_at, shown, unknown
from sim.games.casino_war.odds.rounds import computed_with
from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import INFINITE, CasinoWarRules
from sim.options import fields_of

PLACES = 4
"""The decimals of an exact value."""

WHERE = "--break-even"

_MOST_WIDE = 5
"""The most columns that leave space for all decimals."""

PER_HOUR = 300
"""The hands in an hour."""

LONGEST_FRACTION = 40
"""Letters of a fraction that is shown."""

MOST_DECKS = 8

WORDS = {
    "ev": "mean result, of the ante",
    "ev per unit wagered": "mean result, per unit staked",
    "sd": "standard deviation, in antes",
    "tie bet ev": "mean result of the tie bet",
}
"""What tables say for the short names that programs get."""

Decks = int | Literal["infinite"]
"""The number of decks of a shoe."""


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab exact casino-war``."""

    decks: Annotated[str, option("How many decks: 6, 1-8, 1,2,6 or infinite.", "N")] = (
        "6"
    )
    on_tie: Annotated[
        str | None,
        option("What the player does after a tie: war or surrender.", "WORD"),
    ] = None
    tie_bonus: Annotated[
        str | None, option("Extra units won when the war ties again.", "N")
    ] = None
    tie_bet: Annotated[
        str | None, option("What the side bet on a tie pays, to one.", "N")
    ] = None
    rule: options.Setting = None
    per_hour: Annotated[
        int,
        number("The pace in hands per hour, for the cost of a session.", 1, 10**6),
    ] = PER_HOUR
    break_even: Annotated[
        str | None,
        option(
            "Find the payout at which nobody has an edge: of tie-bet or tie-bonus.",
            "WORD",
        ),
    ] = None


@printed("csv", "json")
def casino_war(asked: Asked) -> Answer:
    """Print the exact odds of Casino War: of a round, or of a session with -r bankroll=N."""
    words = fields_of(asked, "on_tie", "tie_bonus", "tie_bet")
    settings = [*(asked.rule or ()), *_settings(words)]
    variants = [_rules(settings, number) for number in _deck_numbers(asked.decks)]
    if asked.break_even is not None:
        return _break_even(variants, asked.break_even)
    return answer(variants, asked.per_hour)


def answer(variants: Sequence[CasinoWarRules], per_hour: int = PER_HOUR) -> Answer:
    """The exact odds under one or more rules.

    Parameters
    ----------
    variants
        The rules, which differ in the number of decks only.
    per_hour
        The hands in an hour, for the cost of an evening.
    """
    if variants[0].is_session:
        figures = [session_figures(rules, per_hour) for rules in variants]
    else:
        figures = [round_figures(rules) for rules in variants]
    known = list(zip(variants, figures, strict=True))
    return Answer(
        blocks=(
            Paragraph(_head(variants)),
            _table(variants, figures),
        ),
        data=[
            {"game": GAME.name, "rules": rules.as_dict(), "figures": figures_of_rules}
            for rules, figures_of_rules in known
        ],
        rows=[
            {"decks": rules.decks, "figure": name, **figure}
            for rules, figures_of_rules in known
            for name, figure in figures_of_rules.items()
        ],
    )


def _break_even(variants: Sequence[CasinoWarRules], word: str) -> Answer:
    """The payout at which nobody has an edge, for each number of decks."""
    payouts = {
        "tie-bet": "the side bet on a tie",
        "tie-bonus": "the bonus for a war that is tied again",
    }
    if word not in payouts:
        raise unknown("payout", word, payouts, where=WHERE)
    if variants[0].is_session:
        raise UserError("it is of one round", where=WHERE, cure="leave out bankroll")
    payout = word.replace("-", "_")
    if payout in variants[0].changed():
        raise UserError("it finds this payout", where=f"--{word}", cure="leave it out")
    with reported_at(WHERE):
        figures = [break_even_figures(rules, payout) for rules in variants]
    rows = [
        (
            str(payout_of["decks"]),
            Number(payout_of["value"], places=PLACES),
            payout_of["fraction"],
            str(payout_of["house"]),
            str(payout_of["player"]),
        )
        for payout_of in figures
    ]
    says = f"What {payouts[word]} must pay, to one, so that nobody has an edge:"
    head = (
        "decks",
        "even at",
        "as a fraction",
        "still for the house",
        "for the player",
    )
    table = Table("", head, tuple(rows))
    return Answer(blocks=(Paragraph(says), table), data=figures, rows=figures)


def _settings(words: Mapping[str, str | None]) -> list[str]:
    """The rules given as separate options as settings, each checked under its own name."""
    settings = [f"{name}={word}" for name, word in words.items() if word is not None]
    for name, value in arguments.given_settings(settings).items():
        with reported_at(f"--{name.replace('_', '-')}"):
            CasinoWarRules.of({name: value})
    return settings


def _deck_numbers(text: str) -> list[Decks]:
    """The numbers of decks that were typed."""
    numbers: list[Decks] = []
    for part in text.split(","):
        if part.strip() == INFINITE:
            numbers.append(INFINITE)
            continue
        found = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", part.strip())
        if found is None:
            cure = "write 6, 1-8, 1,2,6 or infinite"
            raise UserError(
                f"{shown(text)} is not a number of decks", where="--decks", cure=cure
            )
        low = int(found[1])
        last = int(found[2] or found[1])
        if not 1 <= low <= last <= MOST_DECKS:
            raise UserError(
                f"{part.strip()} is out of range",
                where="--decks",
                cure=f"give numbers from 1 to {MOST_DECKS}",
            )
        numbers += range(low, last + 1)
    return list(dict.fromkeys(numbers))


def _rules(settings: Sequence[str], decks: Decks) -> CasinoWarRules:
    if any(setting.split("=")[0].strip() == "decks" for setting in settings):
        raise UserError("decks is not set here", where="-r", cure="give it as --decks")
    rules = arguments.rules_of(GAME, settings)
    assert isinstance(rules, CasinoWarRules)
    return computed_with({**rules.changed(), "decks": decks})


def _head(variants: Sequence[CasinoWarRules]) -> str:
    words = (
        arguments.setting_words(variants[0]).split(", ")
        if variants[0].changed()
        else []
    )
    others = ", ".join(word for word in words if not word.startswith("decks="))
    number = variants[0].decks
    decks = "decks as listed"
    if len(variants) == 1:
        decks = f"{number} deck{'' if number == 1 else 's'}"
    return f"Casino War, exact odds: {decks}{', ' if others else ''}{others}"


def _table(
    variants: Sequence[CasinoWarRules], of_variants: Sequence[Mapping[str, Any]]
) -> Table:
    """A row for each figure, and a column for each number of decks.

    Of a round with one number of decks there are fractions; its standard deviation
    says what the variance does.
    """
    is_single = len(variants) == 1
    has_fractions = is_single and not variants[0].is_session
    places = PLACES if len(variants) <= _MOST_WIDE else PLACES - 1
    names = dict.fromkeys(name for figures in of_variants for name in figures)
    rows: list[tuple[Entry, ...]] = []
    for name in names:
        known = [figures.get(name, {}) for figures in of_variants]
        row: list[Entry] = [
            Number(figure["value"], share=figure["share"], places=places)
            if figure
            else ""
            for figure in known
        ]
        if has_fractions:
            fraction = known[0].get("fraction", "").replace("-", "−")
            row.append(fraction if len(fraction) <= LONGEST_FRACTION else "")
        if name != "variance" or not is_single:
            rows.append((WORDS.get(name, name), *row))
    decks = [str(rules.decks) for rules in variants]
    head = ["figure", "exact"] if is_single else ["decks", *decks]
    fractions = ["as a fraction"] if has_fractions else []
    return Table("", (*head, *fractions), tuple(rows))
