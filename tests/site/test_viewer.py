"""The viewer of replays: what lies on the table after each step, and the page of one game."""

import base64
import hashlib
import inspect
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

import sim
from reports.viewer.page import document
from reports.viewer.steps import steps, story
from sim.contract.events import Event, Settled
from sim.contract.tabletop import BACK
from sim.games.packets.events import Taken
from sim.policies.sets import lowest
from tests.support.both_ways import of_kind
from tests.support.command_line import refusal, warlab

WORDS_ALONE = {
    "packets.Drawn", "packets.PileTurned", "packets.TakenBack", "steal_war.Looked", "steal_war.Stolen",
    "syrian_war.RowsTakenBack", "gops.Begun",
    "wargops.PotWon", "wargops.PotStays", "wargops.OnTable", "wargops.TurnedDown", "wargops.Orphaned",
    "wargops.Retired", "wargops.Survives", "wargops.NobodySurvives", "wargops.NextGame",
    "wilcox_war.Drawn", "wilcox_war.PileRemade", "wilcox_war.TooFew", "wilcox_war.PlayedThrough",
    "casino_war.Shuffled", "wargame.Kept", "wargame.Switched", "wargame.Advanced", "wargame.Met",
    "wargame.Declared", "wargame.Broken",
}  # fmt: skip
"""Events that move no card that a page shows, or only with the next position of all cards."""

GAMES = [
    ("war", {}, None), ("war", {"face_down": 3, "run_out": "last-card", "pickup": "shuffled"}, None),
    ("war", {"players": 4, "fighters": "tied", "face_down": 2, "captured": "pile-shuffled", "run_out": "all-in"}, None),
    ("war", {"draw": "random", "cards_up": 2}, None),
    ("pyanitsa", {}, None), ("tod-und-leben", {}, None), ("ace-race", {}, None), ("beggar-my-neighbour", {}, None),
]  # fmt: skip


RANDOM = "random/random/surest/defend"

TOLD = [
    *GAMES,
    ("steal-war", {}, None), ("syrian-war", {}, None), ("casino-war", {"bankroll": 30, "hands": 60}, None),
    ("gops", {"carry_over": True}, ("match", "random")), ("wargops", {"players": 4}, ("random",) * 4),
    ("wilcox-war", {}, ("random", "random")), ("wargame", {}, (RANDOM, RANDOM)),
]  # fmt: skip
"""Games of every kind that a page shows."""


def kinds():
    """Return every kind of event that the games have, by the folder of its game and its name."""
    found = {}
    modules = {
        path.relative_to(Path(sim.__file__).parent.parent)
        for path in Path(sim.__file__).parent.glob("games/*/*.py")
    }
    for path in modules:
        module = import_module(".".join(path.with_suffix("").parts))
        for name, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Event) and kind.__module__ == module.__name__:
                found[f"{path.parts[2]}.{name}"] = kind
    return found


def test_every_event_changes_the_table_or_is_known_to_be_words_alone():
    assert {
        name for name, kind in kinds().items() if kind.show is Event.show
    } == WORDS_ALONE


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rules", "policies"), GAMES)
def test_the_cards_on_the_table_are_those_of_the_pot(name, rules, policies):
    """Whatever was laid since the last pot is what the next one is made of: no card is forgotten or drawn twice."""
    pots = 0
    for number in range(6):
        replay = sim.replay(name, number, seed=3, rules=rules, policies=policies)
        laid, middle = [""], ""
        taken = iter(of_kind(Taken, replay))
        for step in steps(replay):
            laid, middle = step.get("c", laid), step.get("m", middle)
            if "x" in step:
                pot = next(taken)
                shown = " ".join([*laid, middle]).replace(BACK, "").split()
                assert sorted(shown) == sorted(replay.game.cards_text(pot.pot).split())
                pots += 1
        assert next(taken, None) is None
    assert pots > 20


@pytest.mark.parametrize(("name", "rules", "policies"), GAMES)
def test_the_curve_is_that_of_the_positions(name, rules, policies):
    replay = sim.replay(name, 4, seed=2, rules=rules, policies=policies)
    wanted = []
    for event in replay:
        if isinstance(event, Settled):
            piles = event.piles or [()] * len(event.packets)
            sizes = [
                len(packet) + len(pile)
                for packet, pile in zip(event.packets, piles, strict=True)
            ]
            if not wanted or wanted[-1] != sizes:
                wanted.append(sizes)
    assert [step["s"] for step in steps(replay) if "s" in step] == wanted


@pytest.mark.parametrize(("name", "rules", "policies"), TOLD)
def test_a_game_is_told_in_all_its_words(name, rules, policies):
    replay = sim.replay(name, 0, seed=1, rules=rules, policies=policies)
    told = story(replay)
    said = " ".join(step["t"].lower() for step in told["steps"])
    place = 0
    for event in replay:
        words = str(event).strip().lower()
        words = re.sub(r"players (\d[\d, and]*\d)", r"the \1 players", words)
        words = re.sub(r"player (\d)", r"the \1 player", words)
        for seat, called in enumerate(("first", "second", "third", "fourth")):
            words = re.sub(rf"\b{seat}\b(?=[\d, and]* players?\b)", called, words)
        place = said.index(words, place)
    assert len(told["players"]) == max(len(step.get("c", [])) for step in told["steps"])
    assert told["steps"][-1]["end"] == 1
    json.dumps(told, allow_nan=False)


def test_rules_are_told_in_words():
    told = story(
        sim.replay(
            "gops",
            1,
            rules={"carry_over": True, "cards": 5},
            policies=("match", "random"),
        )
    )
    assert told["rules"] == "five prizes and tied prizes carried over"
    assert told["policies"] == (
        "The first player plays by “bid the prize's own value” and the second player plays by "
        "“bid at random”."
    )
    assert story(sim.replay("war", 1))["rules"] == "the defaults"


def test_a_page_of_its_own_allows_its_script_and_nothing_else():
    text = document(sim.replay("war", 5))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    [script] = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy[1].startswith(f"default-src 'none'; script-src 'sha256-{digest}';")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text


def test_what_a_page_says_cannot_end_its_script():
    def shy(view, chance):
        return int(lowest(view.hand))

    shy.__name__ = shy.__qualname__ = "</script><b>"
    text = document(sim.replay("gops", 1, rules={"cards": 3}, policies=[shy, "random"]))
    # One holds the game, one the program.
    assert text.count("</script>") == 2


def test_the_command_writes_the_page(tmp_path):
    file = tmp_path / "game.html"
    done = warlab("replay", "war", "571", "--html", str(file))
    assert done.out.strip() == f"The game is in {file}"
    assert file.read_text() == document(sim.replay("war", 571))
    done = warlab("replay", "war", "571", "--html", str(file), "--json")
    assert done.json["number"] == 571
    said = refusal(
        "replay", "war", "571", "--html", str(tmp_path / "new" / "game.html")
    )
    assert said == f"{tmp_path / 'new'}: there is no such directory; make it first"
