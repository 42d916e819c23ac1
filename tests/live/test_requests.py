"""The interface: forms for every game, one line for every mistake, and limits to what a request costs."""

import json
import time
from typing import Any

import polars as pl
import pytest

from reports.live import limits, page
from reports.live.known import known
from reports.live.requests import scenario_of
from reports.site import shell
from sim.catalogue.kept import kept
from sim.contract.policy import seats_under
from sim.games import GAMES
from tests.support.processes import wait_until
from tests.support.web import begin, client, finished, unwatched

WAR = {"game": "war", "variants": [{"rules": {}}], "games": 10, "seed": 1}


@pytest.mark.parametrize("name", GAMES)
def test_the_form_of_a_game_has_every_option_and_policy_in_words(name: str) -> None:
    game = GAMES[name]
    with client() as asking:
        told = asking.get(f"/api/games/{name}").json()
    assert [one["name"] for one in told["options"]] == [
        option.name for option in game.options
    ]
    for shown, option in zip(told["options"], game.options, strict=True):
        default = (
            list(option.default)
            if isinstance(option.default, tuple)
            else option.default
        )
        assert shown["default"] == default
        assert shown["label"]
        values = [one["value"] for one in shown["choices"]]
        assert values == (
            [False, True] if option.kind == "flag" else list(option.choices)
        )
    if game.policies is None:
        assert told["policies"] is None
        return
    parts = [
        [one["value"] for one in part["policies"]] for part in told["policies"]["parts"]
    ]
    assert parts == [
        [policy.name for policy in part.policies] for part in game.policies.parts
    ]
    assert told["seats"] == len(seats_under(game.policies, game.rules()))


def test_what_is_kept_of_rules_never_speaks_of_no_games_at_all() -> None:
    endless = dict(
        kept()
        .filter(pl.col("statistic") == "unfinished")
        .select("rules", "value")
        .iter_rows()
    )
    assert min(share for share in endless.values() if share) < 0.0005
    for rules, share in endless.items():
        said = known(scenario_of({**WAR, "variants": [{"rules": json.loads(rules)}]}))
        assert "0.0 %" not in said
        assert ("do not come to an end" in said) == (share > 0)


def test_links_to_live_play_are_shown_where_it_is() -> None:
    assert b".of-live {" in shell.assets()[0].content
    assert b".of-live {" not in page.files(None)["assets/site.css"][0]


def test_the_games_are_those_of_the_registry() -> None:
    with client() as asking:
        assert [one["name"] for one in asking.get("/api/games").json()] == list(GAMES)


CURES = {
    "PLAY": "play up to 100,000,000 here, and more with warlab run",
    "SMALLER": "give a smaller number here, or use warlab play",
}

FIELDS = "game, variants, games, seed, seconds_per_play, seconds_per_shuffle"
MISTAKES: list[tuple[object, str]] = [
    ([], f"the request is not an object; give {FIELDS}"),
    ({}, "'game' is missing; give game, variants, games, seed"),
    ({**WAR, "path": "/etc"}, f"unknown field 'path'; choose from {FIELDS}"),
    (
        {**WAR, "seconds_per_play": -1},
        "seconds per play: '-1' is not a valid time; give seconds, up to 3,600, such as 2.5",
    ),
    ({**WAR, "game": "waar"}, "unknown game 'waar'; did you mean 'war'?"),
    ({**WAR, "game": ["war"]}, "game: ['war'] is not the name of a game; give a text"),
    (
        {**WAR, "games": 0},
        "games: 0 is not a valid number of games; give a whole number from 1 to 2**62 - 1",
    ),
    (
        {**WAR, "games": 10**9},
        "games: 1,000,000,000 games are more than are played live; PLAY",
    ),
    (
        {**WAR, "seed": -1},
        "seed: -1 is not a valid seed; a seed is a whole number from 0 to 2**64 - 1",
    ),
    (
        {**WAR, "seed": "x"},
        "seed: 'x' is not a valid seed; a seed is a whole number from 0 to 2**64 - 1",
    ),
    (
        {**WAR, "variants": []},
        "variants: these are not 1 to 4 sets of rules; give 1 to 4 in a list",
    ),
    (
        {**WAR, "variants": [{}] * 5},
        "variants: these are not 1 to 4 sets of rules; give 1 to 4 in a list",
    ),
    (
        {**WAR, "variants": [{"rules": {"face_dwn": 3}}]},
        "rules 1: unknown option 'face_dwn'; did you mean 'face_down'?",
    ),
    (
        {**WAR, "variants": [{}, {"rules": {"face_down": "two"}}]},
        "rules 2: face_down: 'two' is not a valid value of this option; it takes a whole number from 0 to 100, or rank",
    ),
    (
        {**WAR, "variants": [{"rules": {"max_rounds": 10_000_000}}]},
        "rules 1: max_rounds: 1,000,000 is the most that is played live; SMALLER",
    ),
    (
        {**WAR, "variants": [{}, {}]},
        "rules 2: the rules are those of rules 1; change an option, or remove them",
    ),
    (
        {**WAR, "variants": [{"name": "a"}, {"name": "a", "rules": {"face_down": 3}}]},
        "name: two sets of rules are called 'a'; rename one",
    ),
    (
        {**WAR, "variants": [{"policies": ["match"]}]},
        "rules 1: war takes no policies: its players have nothing to choose; leave policies out",
    ),
    (
        {**WAR, "game": "gops", "variants": [{"policies": ["mach", "random"]}]},
        "rules 1: policies: unknown policy 'mach'; did you mean 'match'?",
    ),
]


@pytest.mark.parametrize(
    ("asked", "line"), MISTAKES, ids=[line[:40] for _, line in MISTAKES]
)
def test_a_mistake_is_one_line_with_its_place_and_cure(
    asked: object, line: str
) -> None:
    with client() as asking:
        answer = asking.post("/api/plays", json=asked)
    assert answer.status_code == 400
    what, _, cure = line.partition("; ")
    assert answer.json()["error"]["line"] == f"{what}; {CURES.get(cure, cure)}"


def test_seeds_of_64_bits_survive_a_page_whose_numbers_have_53() -> None:
    with client() as asking:
        answer = asking.post("/api/plays", json={**WAR, "seed": str(2**64 - 1)}).json()
    assert answer["seed"] == str(2**64 - 1)
    assert answer["commands"][0].endswith(f"--seed {2**64 - 1}")


def test_the_pace_of_a_table_is_asked_with_the_rules() -> None:
    asked = {
        **WAR,
        "variants": [{"rules": {"captured": "pile-shuffled"}}],
        "seconds_per_shuffle": "20",
    }
    with client() as asking:
        answer = asking.post("/api/plays", json=asked).json()
    assert (answer["seconds_per_play"], answer["seconds_per_shuffle"]) == (2.5, 20)
    assert answer["commands"][0].endswith(
        "--seconds-per-shuffle 20 --games 10 --seed 1"
    )
    assert "[report]\nseconds_per_shuffle = 20.0" in answer["scenario"]


def test_names_are_words_unless_they_are_given() -> None:
    variants: list[dict[str, Any]] = [
        {"policies": ["match", "random"]},
        {"rules": {"cards": 5}, "policies": ["random", "random"]},
        {
            "name": " five again ",
            "rules": {"cards": 5},
            "policies": ["match", "random"],
        },
    ]
    with client() as asking:
        told = asking.post(
            "/api/plays", json={**WAR, "game": "gops", "variants": variants}
        ).json()
    assert [one["name"] for one in told["variants"]] == [
        "the usual rules; match against random",
        "five prizes; random against random",
        "five again",
    ]


def test_no_more_plays_go_on_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    with client() as asking:
        keys = [
            begin(asking, "war", games=limits.MOST_GAMES, seed=seed)
            for seed in range(limits.MOST_PLAYING)
        ]
        answer = asking.post("/api/plays", json=WAR)
        assert answer.status_code == 429
        assert (
            answer.json()["error"]["line"]
            == "2 plays are going on already; stop one of them first"
        )
        assert (
            asking.post(f"/api/plays/{keys[0]}/resume").json()["error"]["what"]
            == "it is playing already"
        )
        asking.post(f"/api/plays/{keys[0]}/stop")
        assert finished(asking, keys[0])["state"] == "stopped"
        finished(asking, begin(asking, "war", games=10))


def test_a_play_that_nobody_watches_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.live.plays.UNWATCHED_SECONDS", 0.2)
    with client() as asking:
        key = begin(asking, "war", games=limits.MOST_GAMES)
        unwatched(asking, key).join(240)
        told = finished(asking, key)
    assert (told["state"], told["why"]) == (
        "stopped",
        "stopped because nobody was watching",
    )


def test_a_play_stops_after_some_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.live.plays.MOST_SECONDS", 0.3)
    with client() as asking:
        told = finished(asking, begin(asking, "war", games=limits.MOST_GAMES))
    assert told["state"] == "stopped"
    assert told["why"].startswith("stopped after ")


def test_a_stop_takes_effect_promptly_even_in_long_games() -> None:
    """A deck of a thousand different cards, shuffled: one game takes a million rounds or so."""
    rules = {
        "lowest": 1,
        "highest": 250,
        "copies": 4,
        "pickup": "shuffled",
        "max_rounds": 1_000_000,
    }
    with client(workers=2) as asking:
        finished(
            asking, begin(asking, "war", {"rules": {"pickup": "shuffled"}}, games=100)
        )
        key = begin(asking, "war", {"rules": rules}, games=100_000)
        # Once a game is played, the rules are compiled.
        assert wait_until(lambda: unwatched(asking, key).standing.done > 0, 240)
        # Mainly by the processor's time, which a busy machine does not stretch.
        began, clock = time.process_time(), time.monotonic()
        asking.post(f"/api/plays/{key}/stop")
        assert finished(asking, key)["state"] == "stopped"
        assert time.process_time() - began < 10
        assert time.monotonic() - clock < 100


def test_the_oldest_plays_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.live.plays.MOST_KEPT", 3)
    with client() as asking:
        keys = [begin(asking, "war", games=10, seed=seed) for seed in range(1)]
        for seed in range(1, 4):
            finished(asking, keys[-1])
            keys.append(begin(asking, "war", games=10, seed=seed))
        answer = asking.get(f"/api/plays/{keys[0]}")
        assert answer.status_code == 404
        assert (
            answer.json()["error"]["line"]
            == "there is no such play; it may have been forgotten: begin it again"
        )
        assert finished(asking, keys[-1])["done"] == 10


@pytest.mark.parametrize("number", ["-1", "x", "4611686018427387904", "١", "9" * 30])
def test_a_game_that_does_not_exist_is_not_told(number: str) -> None:
    with client() as asking:
        key = begin(asking, "war", games=10)
        answer = asking.get(f"/api/plays/{key}/games/{number}")
        assert answer.status_code == 400
        assert answer.json()["error"]["where"] == "number"
        assert (
            asking.get(f"/api/plays/{key}/games/1?variant=1").json()["error"]["where"]
            == "variant"
        )


def test_a_game_without_end_is_not_told() -> None:
    rules = {
        "lowest": 1,
        "highest": 250,
        "copies": 4,
        "pickup": "shuffled",
        "max_rounds": 50_000,
    }
    with client() as asking:
        key = begin(asking, "war", {"rules": rules}, games=1)
        answer = asking.get(f"/api/plays/{key}/games/0")
    assert answer.status_code == 400
    assert answer.json()["error"]["line"] == (
        "number: game 0 has more than 20,000 steps; tell it in the terminal, with warlab replay"
    )


def test_what_is_done_cannot_be_resumed_without_more_games() -> None:
    with client() as asking:
        key = begin(asking, "war", games=10)
        finished(asking, key)
        answer = asking.post(f"/api/plays/{key}/resume", json={"games": 10})
        assert (
            answer.json()["error"]["line"]
            == "games: 10 games are played already; ask for more games"
        )
        assert (
            asking.post(f"/api/plays/{key}/resume", json={"path": "x"}).status_code
            == 400
        )
        assert asking.post(f"/api/plays/{key}/stop", json=[1]).status_code == 400
