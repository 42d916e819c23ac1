"""What is known of rules before they are played: the statistics and answers that come with the package."""

from reports.numbers import duration, fixed, whole
from reports.questions.catalogue import questions
from reports.site.front import MINUTES
from sim.catalogue.kept import rows_of
from sim.scenario.scenario import Scenario

RARE = 0.001
"""The least share of games that is given as a number."""


def known(scenario: Scenario) -> str:
    """Return what is kept of the first rules of a scenario, in sentences; "" if nothing is."""
    rules = scenario.variants[0].rules.changed()
    if scenario.game == "war":
        rows = rows_of(rules).select("statistic", "value", "games").iter_rows()
        found = {name: (value, games) for name, value, games in rows}
        return _of_war(found) if found else ""
    if rules or len(scenario.variants) > 1:
        return ""
    answered = (
        each for each in questions() if each.game == scenario.game and each.answer
    )
    return next((f"{each.question} {each.answer}" for each in answered), "")


def _of_war(found: dict[str, tuple[float | None, int]]) -> str:
    games = found["unfinished"][1]
    never = found["unfinished"][0] or 0
    half, late = found["rounds median"][0], found["plays 97.5 %"][0]
    if never:
        share = (
            f"{fixed(100 * never, 1)} %"
            if never >= RARE
            else f"Fewer than {100 * RARE:g} %"
        )
        said = [f"{share} of games do not come to an end, so there is no average."]
    else:
        rounds, plays = found["rounds mean"][0] or 0, found["plays mean"][0] or 0
        said = [
            f"A game lasts {fixed(rounds, 0)} rounds on average, {duration(MINUTES * plays)} at a table."
        ]
    if half is not None and late is not None:
        after = f"Half of all games are over after {fixed(half, 0)} rounds"
        said.append(f"{after}, and 1 in 40 takes {duration(MINUTES * late)} or more.")
    return " ".join(
        [*said, f"From {whole(games)} games by these rules, played before."]
    )
