"""``warlab which``: the rules and ways of counting that fit a published figure."""

from dataclasses import dataclass
from typing import Annotated

from reports.labels import rules_words
from reports.numbers import figures, level_text, whole
from sim.catalogue.figures import (
    Figure,
    Match,
    figure,
    fits_by_chance,
    matches,
)
from sim.catalogue.kept import LEVEL, kept
from sim.commands import arguments
from sim.commands.options import argument, option
from sim.commands.printed import printed
from sim.contract.answer import Answer, Command, Entry, Number, Paragraph, Table
from sim.errors import reported_at
from sim.games import find_game
from sim.options import fields_of

NOT_AMONG = (
    "Not among these rule sets: run_out=draw, packs other than 36, 52 and 54 cards, and "
    "options other than players, face_down, run_out, pickup and captured."
)
"""The rules of War that no rule set of the catalogue has."""

TOP = 8
"""The most rule sets that are shown."""


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab which``."""

    figures: Annotated[
        list[str],
        argument(
            'The published figures: "rounds mean = 277", "median = 234" (in rounds, '
            'battles or plays), "wars mean = 13", "endless = 11 %".',
            "FIGURE...",
        ),
    ]
    within: Annotated[
        float | None,
        option(
            "The largest deviation of a figure, such as 1% (default: half a unit of "
            "its last digit).",
            "SHARE",
            read=arguments.share,
        ),
    ] = None


@printed("csv", "json")
def which(asked: Asked) -> Answer:
    """The rule sets that fit what was published, or the nearest ones."""
    with reported_at("FIGURE", within=True):
        wanted = [figure(text) for text in asked.figures]
    if asked.within is not None:
        wanted = [published.within(asked.within) for published in wanted]
    statistics = kept()
    known = sorted(
        matches(wanted, statistics),
        key=lambda match: (not match.fits, len(match.rules) if match.fits else 0),
    )
    best = [match for match in known if match.fits]
    first = (best or known)[0]
    shown = known[:TOP]
    settings = "".join(f" -r {name}={value}" for name, value in first.rules.items())
    counted = "" if first.counted in {"", "rounds"} else f" --mean {first.counted}"
    return Answer(
        blocks=(
            Paragraph(_fitting(best, wanted, statistics["rules"].n_unique())),
            Table(
                "",
                ("rules", "counted in", *(published.text for published in wanted)),
                tuple(_row(match, wanted) for match in (best or known)[:TOP]),
                text_columns=frozenset({1}),
            ),
            Paragraph(f"Intervals at {level_text(LEVEL)}. To play the first of them:"),
            Command(f"warlab play war{settings}{counted}"),
            Paragraph(NOT_AMONG),
        ),
        cautions=(_by_chance(known, *wanted),) if len(wanted) == 1 else (),
        data=[_values(match, wanted) for match in shown],
        rows=[
            {
                **_values(match, wanted),
                "rules": rules_words(find_game("war"), match.rules),
            }
            for match in shown
        ],
    )


def _fitting(best: list[Match], wanted: list[Figure], sets: int) -> str:
    """How many rule sets fit what was published."""
    published = " and ".join(figure.text for figure in wanted)
    number = len({str(match.rules) for match in best})
    return (
        f"{number or 'None'} of {sets} rule sets {'fit' if number > 1 else 'fits'} "
        f"{published}; the {'plainest first' if best else 'nearest'}:"
    )


def _by_chance(known: list[Match], published: Figure) -> str:
    """What a reader of rule sets that fit a single figure must know."""
    number = figures(fits_by_chance(known, [published]), 2)
    return (
        "One figure proves little: any figure from half of this one to twice it would "
        f"fit about {number} of these {whole(len(known))} combinations of rules and ways "
        'of counting. Give a second figure from the same source, such as "sd = 234".'
    )


def _row(match: Match, asked: list[Figure]) -> tuple[Entry, ...]:
    """The rules in words, the way of counting, and each statistic with its interval."""
    numbers = [
        Number(*ends, share=wanted.is_share)
        for wanted, ends in zip(asked, match.intervals, strict=True)
    ]
    return rules_words(find_game("war"), match.rules), match.counted, *numbers


def _values(match: Match, asked: list[Figure]) -> dict[str, object]:
    """A match for programs."""
    statistics = {
        wanted.name(match.counted): {"value": value, "low": low, "high": high}
        for wanted, (value, low, high) in zip(asked, match.intervals, strict=True)
    }
    return {
        **fields_of(match, "rules", "counted", "fits", "games"),
        "level": LEVEL,
        "statistics": statistics,
    }
