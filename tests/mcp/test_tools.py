"""``warlab mcp``: every tool, called by the SDK's own client, answers as the library does."""

from __future__ import annotations

import sys
import threading
from collections.abc import Awaitable, Callable
from fractions import Fraction
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp_types import CallToolResult

import sim
from sim.commands.mcp.server import server
from sim.commands.mcp.working import Desk, Line, UnwantedError
from sim.contract.answer import Answer
from sim.games import GAMES
from sim.machine.interrupts import check

Talk = Callable[[Client], Awaitable[Any]]


def talked(talk: Talk, place: Any = None) -> Any:
    """Talk to a server, by default one in memory, and return what came of it."""

    async def meeting() -> Any:
        async with Client(server() if place is None else place) as client:
            return await talk(client)

    return anyio.run(meeting)


def call(tool: str, **arguments: Any) -> CallToolResult:
    """Call one tool."""
    return talked(lambda client: client.call_tool(tool, arguments))


def text(result: CallToolResult) -> str:
    """What an assistant reads."""
    (content,) = result.content
    return content.text


def values(result: CallToolResult) -> dict[str, Any]:
    """What a program reads."""
    assert not result.is_error, text(result)
    assert result.structured_content is not None
    return result.structured_content


def statistic(rows: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The row of one statistic."""
    (found,) = (row for row in rows if row["statistic"] == name)
    return found


def test_every_tool_only_reads_and_says_what_it_returns() -> None:
    found = talked(lambda client: client.list_tools())
    assert {tool.name for tool in found.tools} == {
        "games",
        "rules",
        "play",
        "compare",
        "exact_casino_war",
        "solve",
        "replay",
        "questions",
    }
    for tool in found.tools:
        assert tool.annotations.read_only_hint
        assert tool.output_schema["properties"]
        assert tool.description


def test_games_are_those_of_the_registry() -> None:
    listed = values(call("games"))["games"]
    assert [game["name"] for game in listed] == list(GAMES)


def test_rules_have_options_columns_and_the_words_of_the_source() -> None:
    of_war = values(call("rules", game="war"))
    assert {option["name"] for option in of_war["options"]} >= {"face_down", "run_out"}
    assert of_war["source"] == GAMES["war"].source


def test_played_games_are_those_of_the_library() -> None:
    rules = {"players": 3, "pickup": "shuffled"}
    result = call("play", game="war", rules=rules, games=500, seed=0)
    found = values(result)
    mean = sim.play("war", games=500, seed=0, rules=rules)["rounds"].mean()
    assert statistic(found["statistics"], "rounds mean")["value"] == mean
    assert (found["seed"], found["games"], found["level"]) == (0, 500, 0.95)
    said = text(result)
    assert "500 games of war, numbers from 0, seed 0; intervals at 95 %" in said
    assert "Rules: players=3, pickup=shuffled." in said
    assert "order statistics" in said


def test_chances_and_means_are_counted_where_they_are_given() -> None:
    found = values(
        call(
            "play",
            game="war",
            games=400,
            chances=["rounds > 300"],
            means=["wars"],
            given="aces > 1",
        )
    )
    games = sim.play("war", games=400)
    games = games.filter(games["aces"] > 1)
    chance = statistic(found["statistics"], "chance of rounds > 300, given aces > 1")
    mean = statistic(found["statistics"], "mean of wars, given aces > 1")
    assert chance["value"] == (games["rounds"] > 300).mean()
    assert mean["value"] == games["wars"].mean()
    assert chance["games"] == len(games)


def test_by_answers_for_each_value_of_a_column() -> None:
    found = values(call("play", game="war", games=200, means=["rounds"], by="aces"))
    names = [row["statistic"] for row in found["statistics"]]
    assert "mean of rounds, given aces = 4" in names


@pytest.mark.parametrize(
    "asked",
    [
        {"vary": {"face_down": [1, 3]}},
        {
            "variants": {
                "face_down=1": {"face_down": 1},
                "face_down=3": {"face_down": 3},
            }
        },
    ],
)
def test_variants_are_compared_on_the_same_deals(asked: dict[str, Any]) -> None:
    result = call("compare", game="war", games=300, **asked)
    found = values(result)
    one, three = (
        sim.play("war", games=300, rules={"face_down": cards})["rounds"]
        for cards in (1, 3)
    )
    apart = statistic(found["differences"], "rounds mean difference")
    assert apart["value"] == pytest.approx((three - one).mean(), rel=1e-12)
    assert apart["method"].startswith("paired t")
    assert list(found["variants"]) == ["face_down=1", "face_down=3"]
    assert "Rules of “face\\_down=3”: face\\_down=3." in text(result)
    assert "paired t" in text(result)


def test_policies_are_compared_too() -> None:
    found = values(
        call("compare", game="gops", games=100, vary={"carry_over": [False, True]},
             policies=["match", "random"])
    )  # fmt: skip
    for variant in found["variants"].values():
        assert variant["policies"] == ["match", "random"]


def test_the_house_edge_is_exact() -> None:
    """Eight decks: the fraction of the library, which docs/casino-war.md derives."""
    result = call("exact_casino_war", rules={"decks": 8})
    edge = values(result)["figures"]["house edge"]
    assert Fraction(edge["fraction"]) == sim.exact.casino_war(decks=8).house_edge
    assert "exact odds: 8 decks" in text(result)


def test_an_equilibrium_of_a_game_between_equals_is_worth_nothing() -> None:
    for game in ("gops", "wargops"):
        assert values(call("solve", game=game, size=4))["value"] == pytest.approx(0)


def test_a_position_is_solved() -> None:
    """Whose cards are the same has as much as the other."""
    at = "1 2 3; 1 2 3; 1 2 3"
    found = values(call("solve", game="gops", size=3, position=at))
    assert found["value"] == pytest.approx(0)


def test_a_replay_is_that_of_the_library() -> None:
    result = call("replay", game="war", number=3, seed=2, most=10_000)
    again = sim.replay("war", 3, seed=2)
    assert values(result)["events"] == [str(event) for event in again]
    assert values(result)["row"] == again.row
    assert "game 3 of seed 2" in text(result)


def test_a_long_replay_keeps_its_beginning_and_its_end() -> None:
    events = values(call("replay", game="war", number=3, most=5))["events"]
    again = [str(event) for event in sim.replay("war", 3)]
    assert events == [*again[:5], f"({len(again) - 5} more events)", again[-1]]


def test_a_deal_of_ones_own_is_replayed() -> None:
    found = values(
        call("replay", game="war", number=0, rules={"lowest": 13, "copies": 1}, deal="K A")
    )  # fmt: skip
    assert found["row"]["winner"] == 1


def test_questions_come_with_their_rules() -> None:
    found = values(call("questions", words="house edge with eight decks"))
    assert found["status"] == "closest"
    assert any("decks=8" in answer["rules"] or "2.90" in answer["answer"]
               for answer in found["answers"])  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("rules", {"game": "wra"}, "did you mean 'war'?"),
        ("play", {"game": "war", "rules": {"face_dwn": 3}}, "did you mean 'face_down'?"),
        ("play", {"game": "war", "rules": {"players": 99}}, "players"),
        ("play", {"game": "war", "games": 10**8}, "at most 10,000,000 in all"),
        ("play", {"game": "war", "games": 0}, "games"),
        ("play", {"game": "war", "seed": -1}, "seed"),
        ("play", {"game": "war", "chances": ["rounds >"]}, "chances"),
        ("play", {"game": "war", "chances": ["nothing > 1"]}, "nothing"),
        ("play", {"game": "war", "given": "aces = 4"}, "name chances or means"),
        ("play", {"game": "gops", "policies": ["matsch", "random"]}, "match"),
        ("play", {"game": "war", "games": "many"}, "games"),
        ("compare", {"game": "war"}, "at least two variants"),
        ("compare", {"game": "war", "vary": {"face_down": [1]}}, "at least two variants"),
        ("compare", {"game": "war", "games": 6 * 10**6, "vary": {"face_down": [1, 3]}}, "12,000,000 games"),
        ("exact_casino_war", {"rules": {"decks": 0}}, "decks"),
        ("solve", {"game": "war"}, "gops or wargops"),
        ("solve", {"game": "gops", "size": 13}, "at most 9"),
        ("solve", {"game": "gops", "size": -1}, "cards"),
        ("solve", {"game": "gops", "position": "1; 2"}, "is not a position"),
        ("solve", {"game": "wargops", "position": "1; 1; 1"}, "no positions"),
        ("replay", {"game": "war", "number": -1}, "number"),
        ("replay", {"game": "casino-war", "number": 1, "deal": "A A"}, "deal"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_that_names_its_place(
    tool: str, arguments: dict[str, Any], says: str
) -> None:
    result = call(tool, **arguments)
    assert result.is_error
    assert says in text(result)
    assert "Traceback" not in text(result)


def test_twenty_calls_side_by_side_have_the_answers_of_each() -> None:
    async def talk(client: Client) -> dict[int, float]:
        means: dict[int, float] = {}

        async def one(seed: int) -> None:
            result = await client.call_tool(
                "play", {"game": "war", "games": 200, "seed": seed}
            )
            rows = values(result)["statistics"]
            means[seed] = statistic(rows, "rounds mean")["value"]

        async with anyio.create_task_group() as calls:
            for seed in range(20):
                calls.start_soon(one, seed)
        return means

    means = talked(talk)
    assert means == {
        seed: sim.play("war", games=200, seed=seed)["rounds"].mean()
        for seed in range(20)
    }


def test_a_cancelled_call_ends_its_work() -> None:
    """The work would go on for ever, if the check did not end it."""
    begun, ended = threading.Event(), threading.Event()

    def work(line: Line) -> Answer:
        begun.set()
        try:
            while True:
                check()
        except UnwantedError:
            ended.set()
            raise

    async def cancelled() -> None:
        async with anyio.create_task_group() as calls:
            calls.start_soon(Desk().answer, work, None)
            await anyio.to_thread.run_sync(begun.wait)
            calls.cancel_scope.cancel()

    anyio.run(cancelled)
    assert ended.wait(60)


def test_games_that_are_cancelled_are_not_played_to_their_end() -> None:
    """A hundred thousand games by ``search`` take minutes; the next call is answered at once."""

    async def talk(client: Client) -> CallToolResult:
        told = anyio.Event()

        async def heard(*progress: object) -> None:
            told.set()

        asked = {"game": "wargame", "games": 10**5, "policies": ["search", "search"]}
        async with anyio.create_task_group() as calls:
            calls.start_soon(
                lambda: client.call_tool("play", asked, progress_callback=heard)
            )
            await told.wait()
            calls.cancel_scope.cancel()
        return await client.call_tool("games", {})

    assert values(talked(talk))["games"]


def test_the_server_speaks_over_its_standard_streams() -> None:
    place = StdioServerParameters(command=sys.executable, args=["-m", "warlab", "mcp"])

    async def talk(client: Client) -> list[CallToolResult]:
        good = await client.call_tool("questions", {"words": "house edge"})
        bad = await client.call_tool("rules", {"game": "wra"})
        return [good, bad]

    good, bad = talked(talk, stdio_client(place))
    assert values(good)["status"] == "closest"
    assert bad.is_error


def test_documents_and_the_words_of_the_source_are_resources() -> None:
    async def talk(client: Client) -> list[str]:
        places = ["warlab://docs/intervals.md", "warlab://rules/gops"]
        read = [await client.read_resource(place) for place in places]
        return [content.text for result in read for content in result.contents]

    page, words = talked(talk)
    assert page.startswith("# ")
    assert words == GAMES["gops"].source


@pytest.mark.parametrize(
    "place",
    [
        "warlab://docs/../pyproject.toml",
        "warlab://docs/none.md",
        "warlab://rules/poker",
    ],
)
def test_what_is_no_document_is_not_read(place: str) -> None:
    async def talk(client: Client) -> str:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(place)
        return str(refused.value)

    assert "resource" in talked(talk) or "there is no" in talked(talk)


def test_the_prompt_asks_for_rules_and_intervals() -> None:
    found = talked(
        lambda client: client.get_prompt("honest_answer", {"question": "Is War fair?"})
    )
    (message,) = found.messages
    assert "Is War fair?" in message.content.text
    assert "interval" in message.content.text
