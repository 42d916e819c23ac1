"""``warlab validate``: a check of a scenario file, and its schema."""

from typing import Annotated

from sim.commands.options import SCENARIO, option
from sim.commands.printed import printed
from sim.commands.scenarios import about, pairs, read_scenario, variants_table
from sim.commands.screen import show_json
from sim.contract.answer import Answer, Paragraph
from sim.errors import UserError
from sim.scenario.schema import scenario_schema
from sim.words import games_words


@printed("json")
def validate(
    scenario: Annotated[str | None, SCENARIO] = None,
    schema: Annotated[
        bool, option("Print the JSON schema of scenario files.", "", "--schema")
    ] = False,
) -> Answer | None:
    """Run ``warlab validate``."""
    if schema:
        show_json(scenario_schema())
        return None
    if scenario is None:
        raise UserError(
            "missing argument SCENARIO",
            where="validate",
            cure="name a TOML file, or give --schema",
        )
    read = read_scenario(scenario)
    games = games_words(read.games)
    played = f"{read.game}, {games} a variant, seed {read.seed}{pairs(read)}:"
    return Answer(
        headline=f"{scenario} is valid: {read.title}",
        blocks=(Paragraph(played), variants_table(read)),
        data=about(read),
    )
