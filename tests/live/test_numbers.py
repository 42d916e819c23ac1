"""Live play comes to exactly the numbers of ``warlab play`` with the same rules, seed and number of games."""

import shlex
from typing import Any

import pytest

import sim
from reports.live.answers import course_of
from reports.live.plays import Play
from reports.site.viewer.steps import story
from sim.scenario.reading import parse_scenario
from tests.support.command_line import warlab
from tests.support.web import begin, client, events, finished

QUESTIONS: list[tuple[str, tuple[dict[str, Any], ...]]] = [
    ("war", ({"rules": {"face_down": 3, "pickup": "shuffled"}},)),
    (
        "war",
        (
            {"rules": {}},
            {"rules": {"hands": ["A A A A", "*rest"]}},
            {"rules": {"face_down": 3}},
        ),
    ),
    ("gops", ({"rules": {"cards": 6}, "policies": ["match", "random"]},)),
    ("casino-war", ({"rules": {"on_tie": "surrender"}}, {"rules": {}})),
]


@pytest.mark.parametrize(
    ("game", "variants"), QUESTIONS, ids=["one", "several", "policies", "casino"]
)
def test_live_play_gives_the_numbers_of_warlab_play(
    game: str, variants: tuple[dict[str, Any], ...]
) -> None:
    with client(workers=2) as asking:
        told = finished(asking, begin(asking, game, *variants, games=3000, seed=7))
    assert (told["state"], told["done"], told["look"]["games"]) == ("done", 3000, 3000)
    for variant, command in zip(told["variants"], told["commands"], strict=True):
        program, *words = shlex.split(command)
        assert program == "warlab"
        played = warlab(*words, "--json").json
        own = [
            {key: value for key, value in row.items() if key != "variant"}
            for row in told["look"]["statistics"]
            if row["variant"] == variant["name"]
        ]
        # JSON has no word for infinity, and the command line has one of its own.
        assert [{key: str(value) for key, value in row.items()} for row in own] == [
            {key: str(value) for key, value in row.items()}
            for row in played["statistics"]
        ]
        if len(variants) == 1:
            assert told["look"]["answer"]["headline"] == played["headline"]


def test_the_differences_are_those_of_a_run_of_the_scenario_to_take_away(
    tmp_path: Any,
) -> None:
    with client() as asking:
        key = begin(
            asking, "war", {"rules": {}}, {"rules": {"face_down": 3}}, games=2000
        )
        told = finished(asking, key)
        file = asking.get(f"/api/plays/{key}/scenario.toml")
    assert file.headers["content-disposition"] == 'attachment; filename="war-live.toml"'
    assert file.text == told["scenario"]
    scenario = parse_scenario(file.text)
    assert (scenario.games, scenario.seed, scenario.names) == (
        2000,
        1,
        ("the usual rules", "three cards down"),
    )
    run = sim.run(scenario, out=tmp_path / "run")
    assert told["look"]["differences"] == run.compare().to_dicts()
    assert told["look"]["statistics"] == run.summary().to_dicts()
    assert told["look"]["common"] == "on the same deals"


@pytest.mark.slow
def test_a_play_that_was_stopped_resumed_and_prolonged_gives_the_same_numbers() -> None:
    with client() as asking:
        whole = finished(asking, begin(asking, "war", games=40_000))
        key = begin(asking, "war", games=30_000)
        stopped = asking.post(f"/api/plays/{key}/stop", json={}).json()
        assert stopped["state"] in ("stopped", "done")
        part = finished(asking, key)
        if part["state"] == "stopped":
            assert part["why"] == "stopped"
            assert (
                asking.post(f"/api/plays/{key}/resume", json={}).json()["state"]
                == "playing"
            )
            part = finished(asking, key)
        assert (part["state"], part["done"]) == ("done", 30_000)
        more = asking.post(f"/api/plays/{key}/resume", json={"games": 40_000})
        assert (more.status_code, more.json()["wanted"]) == (200, 40_000)
        told = finished(asking, key)
    assert told["look"] == whole["look"]
    assert told["commands"] == whole["commands"]
    assert told["scenario"] == whole["scenario"]


def test_the_events_are_the_course_of_the_estimates_and_end_with_the_answer() -> None:
    with client(workers=2) as asking:
        key = begin(asking, "war", games=5000)
        heard = events(asking, key)
        known = asking.get(f"/api/plays/{key}").json()
    assert heard[-1][0] == "end"
    assert heard[-1][1]["state"] == "done"
    assert [value for name, value in heard if name == "look"][-1] == known["look"]
    course = [look for name, value in heard if name == "course" for look in value]
    games = [look["games"] for look in course]
    assert games[:4] == [100, 125, 157, 197]
    assert games == sorted(set(games))
    assert games[-1] == 5000
    last = {tuple(row[:2]): row[2:] for row in course[-1]["found"]}
    rows = {
        (one["variant"], one["statistic"]): one for one in known["look"]["statistics"]
    }
    for key_of, (value, low, high) in last.items():
        row = rows[key_of]
        assert (value, low, high) == (row["value"], row["low"], row["high"])
    # What was known after 100 games is what 100 games say.
    first = {tuple(row[:2]): row[2:] for row in course[0]["found"]}
    alone = {
        row["statistic"]: row
        for row in warlab("play", "war", "--games", 100, "--json").json["statistics"]
    }
    for (_, statistic), (value, _, _) in first.items():
        assert value == alone[statistic]["value"]


def test_the_course_does_not_depend_on_stops() -> None:
    scenario = parse_scenario('game = "war"\ngames = 20_000\nseed = 3\n')
    straight, broken = Play("a", scenario, 1), Play("b", scenario, 2)
    straight.start()
    straight.join()
    broken.start()
    broken.stop()
    broken.join()
    while broken.standing.state == "stopped":
        broken.start()
        broken.join()
    at = {look["games"]: look for look in course_of(broken.standing.looks)}
    for look in course_of(straight.standing.looks):
        assert at[look["games"]] == look
    assert broken.standing.counted.entries == straight.standing.counted.entries


def test_a_game_told_is_the_replay_of_that_game() -> None:
    with client() as asking:
        key = begin(
            asking, "war", {"rules": {}}, {"rules": {"face_down": 3}}, games=10, seed=5
        )
        finished(asking, key)
        told = asking.get(f"/api/plays/{key}/games/17?variant=1").json()
    known = sim.replay("war", 17, seed=5, rules={"face_down": 3})
    assert told["steps"] == [str(event) for event in known.events]
    assert told["row"] == known.row
    assert told["story"] == story(known)
    assert (told["title"], told["variant"]) == (
        "War, game 17 of seed 5",
        "three cards down",
    )


def test_the_few_outcomes_of_a_hand_are_told_each_with_its_share() -> None:
    with client() as asking:
        told = finished(asking, begin(asking, "casino-war", games=500, seed=7))
    played = sim.play("casino-war", 500, seed=7)["net"].to_list()
    wanted = [
        [f"{value:g}".replace("-", "−"), played.count(value) / 500]
        for value in sorted(set(played))
    ]
    assert told["look"]["curve"]["bars"] == wanted
