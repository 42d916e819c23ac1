"""``warlab scenarios``: the bundled questions.

Scenarios as the commands read and show them.
"""

import sys
from typing import Any

from reports.author import source_of
from reports.contents import check_topics
from sim.commands.arguments import STDIN, setting_words
from sim.commands.printed import printed
from sim.contract.answer import Answer, Paragraph, Table
from sim.contract.policy import policies_table
from sim.contract.same_deals import in_common
from sim.errors import UserError
from sim.games import find_game
from sim.options import fields_of
from sim.scenario import Scenario, load_scenario, parse_scenario, shipped_scenarios
from sim.scenario.answer_text import parts_shown


@printed("csv", "json")
def scenarios() -> Answer:
    """Run ``warlab scenarios``."""
    known = {name: load_scenario(path) for name, path in shipped_scenarios().items()}
    listed = tuple(
        (name, scenario.question, f"{scenario.games:,}")
        for name, scenario in known.items()
    )
    head = ("scenario", "question", "games a variant")
    table = Table("", head, listed, text_columns=frozenset({1}))
    columns = ("game", "question", "games", "seed")
    return Answer(
        blocks=(table, Paragraph("To play one of them: warlab run NAME")),
        data=[{"name": name, **about(scenario)} for name, scenario in known.items()],
        rows=({"name": name, **fields_of(known[name], *columns)} for name in known),
    )


def read_scenario(source: str) -> Scenario:
    """The scenario of a file or name, or the one on standard input.

    The parts that its report shows are checked.
    """
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
    check_topics(find_game(scenario.game), parts_shown(source_of(scenario)))
    return scenario


def pairs(scenario: Scenario) -> str:
    """How the games of a scenario's variants are paired; empty for a single variant."""
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


def variants_table(scenario: Scenario) -> Table:
    """The variants with the rules that are not at their defaults, and their players."""
    rows: list[tuple[str, ...]] = []
    for variant in scenario.variants:
        rules = setting_words(variant.rules) or "all options at their defaults"
        players = policies_table(variant.rules).get("policies", ())
        rows.append((variant.name, rules, ", ".join(players)))
    if not any(players for *_, players in rows):
        rows = [row[:2] for row in rows]
    head = ("variant", "rules", "players")[: len(rows[0])]
    return Table("", head, tuple(rows), text_columns=frozenset({1, 2}))


def about(scenario: Scenario) -> dict[str, Any]:
    """What a scenario plays, as plain values."""
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
