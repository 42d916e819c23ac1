"""Sources of the numbers of the texts: the commands that play them.

``warlab`` and ``run`` are left out. So a source is the name of a scenario,
``war-length``, perhaps with another number of games, ``casino-war-evening --games
1e6``, or games of some rules: ``play war -r pickup=shuffled --games 1e7``. A solution
that takes long is a source as well: ``solve gops --cards 13``
(:mod:`docs.figures.solutions`).
"""

import re
import shlex

from docs.figures.solutions import is_solution
from sim.commands.arguments import policies_of, rules_of
from sim.commands.requests import USUAL
from sim.counts.queries import Kind, Query, seconds_of
from sim.games import find_game
from sim.limits import parse_count
from sim.scenario import Scenario, load_scenario
from sim.scenario.models import SECONDS_PER_PLAY
from sim.scenario.variants import Variant

PLAY = "play "
_OPTIONS = {
    "-r": "rules",
    "--policies": "policies",
    "--games": "games",
    "--chance": "chance",
    "--given": "given",
}


def command(source: str) -> str:
    """Return the command of a source as it is typed.

    >>> command("war-length"), command("play war --games 1e7")
    ('warlab run war-length', 'warlab play war --games 1e7')
    """
    whole = source.startswith(PLAY) or is_solution(source)
    return f"warlab {source}" if whole else f"warlab run {source}"


def file_name(source: str) -> str:
    """Return what the files of a source are called.

    >>> file_name("play war -r pickup=shuffled --games 1e7")
    'play-war-r-pickup-shuffled-games-1e7'
    """
    return re.sub(r"[^\w*]+", "-", source).strip("-").replace("*", "")


def scenario(source: str) -> Scenario:
    """What a source plays; the chance that ``--chance`` asks for is a statistic of that name.

    >>> scenario("play war -r face_down=3").variants[0].rules.changed()
    {'face_down': 3}
    >>> scenario("casino-war-evening --games 1e6").games
    1000000
    """
    plays = source.startswith(PLAY)
    name, *words = shlex.split(source.removeprefix(PLAY))
    given: dict[str, list[str]] = {}
    for option, value in zip(words[::2], words[1::2], strict=True):
        if option not in _OPTIONS or not (plays or option == "--games"):
            raise ValueError(f"{source}: {option} is not read here")
        given.setdefault(_OPTIONS[option], []).append(value)
    (games,) = given.get("games", [USUAL] if plays else [""])
    if not plays:
        return load_scenario(name).with_changes(games=games or None)
    game = find_game(name)
    (policies,) = given.get("policies", [None])
    rules = policies_of(game, rules_of(game, given.get("rules")), policies)
    (condition,) = given.get("given", [""])
    pace = seconds_of(game, SECONDS_PER_PLAY)
    asked = tuple(
        Query(text, Kind.CHANCE, text, condition, pace)
        for text in given.get("chance", ())
    )
    count = parse_count(games, source)
    return Scenario(
        source,
        "",
        name,
        count,
        1,
        (Variant(name, rules),),
        keep_games=False,
        queries=asked,
    )
