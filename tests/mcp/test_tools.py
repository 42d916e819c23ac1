"""``warlab mcp``: every tool, called by the SDK's own client, answers as the library and ``--json`` do."""

import json

import anyio
import pytest

import sim
from sim.machine.resources import cores
from tests.support.assistant import call, calls, statistic, talked, text, values
from tests.support.command_line import warlab

PARAMETERS = {
    "games": "",
    "rules": "game",
    "play": "game rules games seed policies chances means given by",
    "compare": "game rules variants vary games seed policies",
    "exact_casino_war": "rules",
    "solve": "game size position",
    "replay": "game number seed rules policies deal",
    "questions": "words",
}
"""The parameters of each tool."""


def test_every_tool_only_reads_and_describes_its_parameters():
    tools = talked(lambda client: client.list_tools()).tools
    found = {tool.name: set(tool.input_schema["properties"]) for tool in tools}
    assert found == {name: set(words.split()) for name, words in PARAMETERS.items()}
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        assert not tool.annotations.open_world_hint
        assert tool.input_schema["additionalProperties"] is False
        assert not any("\n\n" in str(value) for value in tool.input_schema.values())


def test_variants_are_compared_with_policies_of_the_players():
    policies = ["match", "random"]
    asked = {"vary": {"carry_over": [False, True]}, "policies": policies}
    found = values(call("compare", game="gops", games=100, **asked))
    assert [rules["policies"] for rules in found["rules"].values()] == [policies] * 2


def test_every_event_of_a_default_game_is_told_also_in_the_text():
    result = call("replay", game="war", number=3)
    again = sim.replay("war", 3)
    assert values(result)["events"] == [str(event) for event in again]
    assert len(again) > 400
    lines = str(again).splitlines()
    told = text(result).replace("\\", "").splitlines()
    assert told[1 : 1 + len(lines)] == lines


def test_a_very_long_replay_keeps_its_beginning_and_its_end():
    rules = {"copies": 16, "pickup": "shuffled"}
    events = values(call("replay", game="war", number=0, rules=rules))["events"]
    again = [str(event) for event in sim.replay("war", 0, rules=rules)]
    left_out = (
        f"({len(again) - 5_000:,} more lines, which warlab replay prints in a terminal)"
    )
    assert events == [*again[:5_000], left_out, again[-1]]


STATED = calls(r"""
play {"game": "war", "games": 300, "seed": 4, "rules": {"face_down": 3}}
    -> 0 to 299 of seed 4|at 95 % each, by t|Wilson|face\_down=3|run\_out=lose
play {"game": "gops", "games": 300, "policies": ["match", "random"]}
    -> of seed 1|Players: the first player match|cards=13
compare {"game": "war", "games": 300, "seed": 4, "vary": {"face_down": [1, 3]}}
    -> seed 4|On the same deals; intervals at 95 % each, by paired t|Rules of
    face\_down=3: |run\_out=lose
exact_casino_war {"rules": {"decks": 8}}
    -> Casino War, exact odds: 8 decks|house edge|tie\_bonus=0
solve {"game": "gops", "size": 3} -> solved exactly: 3 cards|tied prizes discarded
solve {"game": "gops", "position": "2 3; 2 3; 4 5"}
    -> solved exactly: 13 cards|equilibrium
replay {"game": "war", "number": 3, "seed": 2} -> game 3 of seed 2|face\_down=1
compare {"game": "casino-war", "games": 300, "vary": {"decks": [1, 8]}}
    -> As separate samples|marked as exact is in the headline; the differences are
    of these games
exact_casino_war {"rules": {"decks": "infinite"}} -> infinite decks|5/169|decks=infinite
questions {"words": "casino war edge"}
    -> Rules: decks=6|2.88 %|Unless it is called exact
rules {"game": "war"} -> face\_down|run-out
games {} -> beggar-my-neighbour
""")


@pytest.mark.parametrize(("tool", "arguments", "says"), STATED)
def test_the_text_carries_level_method_rules_and_seed(tool, arguments, says):
    """What is simulated has all four; what is exact says so, with its rules."""
    said = text(call(tool, **arguments))
    for part in says.split("|"):
        assert part in said


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    calls("""
rules {"game": "gops"} -> games gops
rules {"game": "war"} -> games war
play {"game": "war", "games": 300, "seed": 3, "rules": {"players": 3}, "chances":
    ["rounds > 300"], "means": ["wars"], "given": "aces > 1"}
    -> play war -n 300 --seed 3 -r players=3 --chance 'rounds > 300' --mean wars
    --given 'aces > 1'
play {"game": "war", "games": 200, "seed": 0, "means": ["lead_changes"], "by": "aces"}
    -> play war -n 200 --seed 0 --mean lead_changes --by aces
play {"game": "gops", "games": 50, "policies": ["match", "random"]}
    -> play gops -n 50 --policies match,random
exact_casino_war {"rules": {"decks": 8, "on_tie": "surrender"}}
    -> exact casino-war --decks 8 --on-tie surrender
exact_casino_war {"rules": {"decks": "infinite"}} -> exact casino-war --decks infinite
solve {"game": "gops", "size": 4} -> solve gops --cards 4
solve {"game": "wargops", "size": 4} -> solve wargops --ranks 4
solve {"game": "gops", "position": "2 3; 2 4; 4 5"}
    -> solve gops --cards 13 --at '2 3; 2 4; 4 5'
replay {"game": "war", "number": 3, "seed": 2, "rules": {"lowest": 11}}
    -> replay war 3 --seed 2 -r lowest=11
replay {"game": "war", "number": 0, "rules": {"lowest": 13, "copies": 1}, "deal": "K A"}
    -> replay war 0 -r lowest=13 -r copies=1 --deal 'K A'
replay {"game": "gops", "number": 2, "policies": ["match", "match"]}
    -> replay gops 2 --policies match,match
questions {"words": "house edge"} -> ask house edge
"""),
)
def test_the_values_are_those_of_json(tool, arguments, words):
    """They agree but for the time that they took, and both are of the tool's model."""
    found = values(call(tool, **arguments))
    printed = warlab(words, "--json").json
    (printed,) = printed if isinstance(printed, list) else [printed]
    for kind in (found, printed):
        kind.pop("seconds", None)
    assert json.loads(json.dumps(found)) == printed


def test_the_list_of_games_is_that_of_json():
    assert values(call("games"))["games"] == warlab("games --json").json


@pytest.mark.parametrize(
    "asked",
    [
        {"vary": {"face_down": [1, 3]}},
        {"variants": {f"face_down={down}": {"face_down": down} for down in (1, 3)}},
    ],
)
def test_the_comparison_is_that_of_a_run(tmp_path, asked):
    scenario = tmp_path / "two.toml"
    scenario.write_text(
        'title = "Two"\ngame = "war"\ngames = 300\nseed = 5\n'
        "[vary]\nface_down = [1, 3]\n"
    )
    run = sim.run(scenario, out=tmp_path / "run")
    printed = warlab("compare --json", tmp_path / "run").json
    found = values(call("compare", game="war", games=300, seed=5, **asked))
    assert json.loads(json.dumps(found["differences"])) == printed["differences"]
    assert [row["value"] for row in found["statistics"]] == [
        estimate.interval.value for estimate in run.estimates()
    ]
    assert [rules["face_down"] for rules in found["rules"].values()] == [1, 3]


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    calls("""
plai {} -> did you mean 'play'?
games {"all": true} -> unknown key 'all'
rules {} -> there is no 'game'
rules {"game": "wra"} -> did you mean 'war'?
play {"game": 3} -> game: 3 is not a text
play {"game": "war", "gmaes": 10} -> did you mean 'games'?
play {"game": "war", "rules": 3} -> rules: 3 is no table
play {"game": "war", "rules": {"face_dwn": 3}} -> did you mean 'face_down'?
play {"game": "war", "rules": {"players": 99}} -> rules: players: 99
play {"game": "war", "rules": {"players": {"a": [1]}}} -> rules: players:
play {"game": "war", "games": 100000000}
    -> at most 10,000,000 in all; warlab run plays more
play {"game": "war", "games": 0} -> games: 0
play {"game": "war", "games": "many"} -> games: 'many'
play {"game": "war", "seed": -1} -> seed: -1
play {"game": "war", "chances": ["rounds >"]} -> chances:
play {"game": "war", "chances": ["nothing > 1"]} -> chances:
play {"game": "war", "chances": "rounds > 1"} -> chances: 'rounds > 1' is not a list
play {"game": "war", "means": ["wars +"]} -> means:
play {"game": "war", "means": ["wars"], "by": "rounds"} -> by:
play {"game": "war", "given": "aces = 4"} -> given: nothing is asked; ask for a chance
play {"game": "war", "policies": ["match"]} -> war takes no policies
play {"game": "gops", "policies": ["matsch", "random"]} -> did you mean 'match'?
compare {"game": "war"} -> at least two variants
compare {"game": "war", "vary": {"face_down": [1]}} -> at least two variants
compare {"game": "war", "vary": {"face_down": 3}} -> vary.face_down: 3 is not a list
compare {"game": "war", "variants": {"a": 3}} -> variants.a: 3 is no table
compare {"game": "war", "games": 6000000, "vary": {"face_down": [1, 3]}}
    -> 12,000,000 games
exact_casino_war {"decks": 8} -> unknown key 'decks'
exact_casino_war {"rules": {"decks": 0}} -> rules: decks: 0
solve {"game": "war"} -> gops or wargops
solve {"game": "gops", "size": 13} -> warlab solve goes further
solve {"game": "gops", "size": 10} -> give position "A 2 3
solve {"game": "gops", "size": 5, "position": "K; 2; 9"}
    -> of thirteen cards and without a size
exact_casino_war {"rules": {"bankroll": 100}} -> rules: hands: 0 without a goal
exact_casino_war {"rules": {"decks": "endless"}} -> rules: decks: 'endless'
exact_casino_war {"rules": {"decks": "infinite", "burn": -1}} -> rules: burn: -1
play {"game": "casino-war", "rules": {"decks": "infinite"}} -> rules: decks:
solve {"game": "gops", "size": -1} -> size: -1
solve {"game": "gops", "position": "1; 2"} -> position: '1; 2' is not a position
solve {"game": "wargops", "position": "1; 1; 1"} -> position: only gops
replay {"game": "war"} -> there is no 'number'
replay {"game": "war", "number": -1} -> number: -1
replay {"game": "war", "number": 1180591620717411303424} -> number:
replay {"game": "war", "number": "one"} -> number: 'one'
replay {"game": "war", "number": 1, "deal": "A B"} -> deal:
replay {"game": "casino-war", "number": 1, "deal": "A A"} -> deal:
questions {"words": 3} -> words: 3 is not a text
"""),
)
def test_a_mistake_is_one_line_that_names_its_place(tool, arguments, says):
    result = call(tool, **arguments)
    assert result.is_error
    assert says in text(result)
    assert len(text(result).splitlines()) == 1


def test_twenty_calls_side_by_side_have_the_answers_of_each():
    async def talk(client):
        means = {}

        async def ask(seed):
            asked = {"game": "war", "games": 200, "seed": seed}
            rows = values(await client.call_tool("play", asked))["statistics"]
            means[seed] = statistic(rows, "rounds mean")["value"]

        async with anyio.create_task_group() as calls:
            for seed in range(20):
                calls.start_soon(ask, seed)
        return means

    means = talked(talk)
    assert set(means) == set(range(20))
    for seed, mean in means.items():
        assert mean == sim.play("war", games=200, seed=seed)["rounds"].mean()


def test_short_calls_do_not_wait_behind_long_ones():
    """More long calls than the computer has cores are at work or wait."""
    asked = {"game": "war", "games": 10**7, "rules": {"players": 8}}

    async def talk(client):
        async with anyio.create_task_group() as calls:
            for _ in range(cores() + 1):
                calls.start_soon(client.call_tool, "play", asked)
            await anyio.sleep(0.5)
            with anyio.fail_after(20):
                values(await client.call_tool("rules", {"game": "war"}))
                values(await client.call_tool("replay", {"game": "war", "number": 3}))
            calls.cancel_scope.cancel()

    talked(talk)


def test_a_call_that_takes_too_long_names_the_command_line(monkeypatch):
    monkeypatch.setattr("sim.commands.mcp.working.SECONDS", 0.5)
    asked = {"game": "war", "games": 10**7}
    values(call("play", game="war", games=10))
    result = call("play", **asked)
    assert result.is_error
    assert "the command line, warlab, has no such limit" in text(result)
