"""``warlab validate``: a check of a scenario file, and its schema."""

from typing import Annotated

from sim.commands.arguments import SCENARIO, Json, option
from sim.commands.scenarios import about, pairs, read_scenario, variants_table
from sim.commands.screen import show_json, tell
from sim.contract.answer import Answer, Paragraph
from sim.errors import UserError
from sim.limits import games_words
from sim.scenario.writing import scenario_schema


def validate(
    scenario: Annotated[str | None, SCENARIO] = None,
    schema: Annotated[
        bool, option("Print the JSON schema of scenario files.", "", "--schema")
    ] = False,
    json: Json = False,
) -> None:
    """Run ``warlab validate``."""
    if schema:
        show_json(scenario_schema())
        return
    if scenario is None:
        raise UserError(
            "missing argument SCENARIO",
            where="validate",
            cure="name a TOML file, or give --schema",
        )
    tell(answer(scenario), json=json)


def answer(source: str) -> Answer:
    """What a scenario would play.

    Parameters
    ----------
    source
        Its file or name, or "-" for standard input.

    Returns
    -------
    Answer
    """
    scenario = read_scenario(source)
    games = games_words(scenario.games)
    played = (
        f"{scenario.game}, {games} a variant, seed {scenario.seed}{pairs(scenario)}:"
    )
    return Answer(
        headline=f"{source} is valid: {scenario.title}",
        blocks=(Paragraph(played), variants_table(scenario)),
        data=about(scenario),
    )
