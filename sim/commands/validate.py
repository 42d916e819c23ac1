"""``warlab validate``: a check of a scenario file, and its schema."""

from typing import Annotated

from sim.commands.arguments import SCENARIO, Json, option
from sim.commands.scenarios import about, pairs, read_scenario, variants_table
from sim.commands.screen import give, show_json
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
    checked = read_scenario(scenario)
    valid = f"{scenario} is valid: {checked.title}"
    played = f"{checked.game}, {games_words(checked.games)} a variant, seed {checked.seed}{pairs(checked)}:"
    give(about(checked), valid, played, variants_table(checked), json=json)
