"""``warlab scenarios`` and ``warlab validate``: the bundled questions, and a check of user-defined ones."""

import sys
from typing import Any

from reports.contents import check_topics
from sim.commands.arguments import STDIN, Json, setting_words
from sim.commands.screen import Csv, give, table
from sim.contract.policy import policies_table
from sim.deals.common import in_common
from sim.errors import UserError
from sim.games import find_game
from sim.options import fields_of
from sim.scenario import Scenario, load_scenario, parse_scenario, shipped_scenarios


def scenarios(csv: Csv = None, json: Json = False) -> None:
    """Run ``warlab scenarios``."""
    known = {name: load_scenario(path) for name, path in shipped_scenarios().items()}
    own = ("game", "question", "games", "seed")
    rows = [
        (name, scenario.question, f"{scenario.games:,}")
        for name, scenario in known.items()
    ]
    give(
        [{"name": name, **about(scenario)} for name, scenario in known.items()],
        table(("scenario", "question", "games a variant"), rows, words=2, grow=True),
        "",
        "To play one of them: warlab run NAME",
        json=json,
        csv=csv,
        rows=({"name": name, **fields_of(known[name], *own)} for name in known),
    )


def read_scenario(source: str) -> Scenario:
    """Return the scenario of a file or name, or the one on standard input; its report may have only known parts."""
    if source != STDIN:
        scenario = load_scenario(source)
    else:
        try:
            text = sys.stdin.read() if sys.stdin is not None else ""
        except UnicodeDecodeError:
            cure = "send a TOML file"
            raise UserError(
                "it is not text in UTF-8", where="standard input", cure=cure
            ) from None
        scenario = parse_scenario(text.removeprefix("\ufeff"), "standard input")
    check_topics(find_game(scenario.game), scenario.report.show or ())
    return scenario


def pairs(scenario: Scenario) -> str:
    """Return how the games of a scenario's variants are paired; "" for a single variant."""
    if len(scenario.variants) == 1:
        return ""
    common = in_common(
        find_game(scenario.game), [variant.rules for variant in scenario.variants]
    )
    return (
        f", {common}"
        if common
        else ", as separate samples where they are not all on the same deals"
    )


def variants_table(scenario: Scenario) -> Any:
    """Return a table of a scenario's variants with the rules that are not at their defaults."""
    rows = [
        (
            variant.name,
            setting_words(variant.rules) or "all options at their defaults",
            *players,
        )
        for variant in scenario.variants
        for names in [policies_table(variant.rules).get("policies")]
        for players in [[", ".join(names)] if names else []]
    ]
    heads = ("variant", "rules", "players")[: len(rows[0])]
    return table(heads, rows, words=len(heads), grow=True)


def about(scenario: Scenario) -> dict[str, Any]:
    """Return what a scenario plays, for programs."""
    return {
        **fields_of(scenario, "title", "question", "game", "games", "seed", "hash"),
        "variants": [
            {
                "name": variant.name,
                "rules": variant.rules.as_dict(),
                **policies_table(variant.rules),
            }
            for variant in scenario.variants
        ],
    }
