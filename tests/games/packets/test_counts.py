"""What rows of packet games count is what their tellings show, and no card is lost on the way, whatever is agreed."""

from collections import Counter
from itertools import chain, islice
from typing import Any

import pytest

from sim.contract.events import Settled
from sim.games.ace_race.table import Turned
from sim.games.packets.codes import PICKUPS
from sim.games.packets.events import Battle
from sim.games.steal_war.events import Stolen
from sim.games.syrian_war.table import Captured, Rows
from tests.games.steal_war.support import OPTIONS as OF_STEAL_WAR
from tests.games.war.support import RUN_OUTS
from tests.support import tiers
from tests.support.both_ways import crossed, of_kind, told_games

Options = dict[str, Any]


def of_wars(course, played):
    """Every battle of a round after its first is a war."""
    battles = of_kind(Battle, course)
    assert len(battles) == played["battles"] == played["rounds"] + played["wars"]
    in_round = Counter(event.round for event in battles)
    depths = Counter(count - 1 for count in in_round.values())
    counted = [played[f"{name}_wars"] for name in ("single", "double", "triple")]
    assert [depths[1], depths[2], depths[3]] == counted
    assert played["longest_war"] == max(depths)


def of_steal_war(course, played):
    of_wars(course, played)
    stolen = of_kind(Stolen, course)
    assert len(stolen) == played["steals"]
    assert sum(event.cards for event in stolen) == played["cards_stolen"]


def of_ace_race(course, played):
    assert played["battles"] == played["rounds"]
    assert played["wars"] == played["single_wars"]
    turned = len(of_kind(Turned, course))
    assert played["rounds"] <= played["plays"] <= played["rounds"] + turned


def of_syrian_war(course, played):
    assert played["turns"] == played["rounds"]
    assert len(of_kind(Captured, course)) == played["captures"]
    assert len(of_kind(Rows, course)) == played["wars"]
    settled = of_kind(Settled, course)
    on_empty = sum(not event.piles[0] for event in settled[:-1])
    assert played["battles"] == played["turns"] - on_empty + played["wars"]


OF_WAR = {
    "players": (2, 3, 5),
    "run_out": RUN_OUTS,
    "pickup": PICKUPS,
    "captured": ("bottom", "pile-shuffled"),
    "fighters": ("all", "tied"),
    "end": ("last-standing", "first-out"),
    "face_down": (0, 1, 3, "rank"),
}
OF_SYRIAN_WAR = {
    "war_tie": ("again", "take-back"),
    "rows": ("winner", "own"),
    "pickup": PICKUPS,
}
GAMES = {
    "war": (of_wars, OF_WAR, {"highest": 6, "max_rounds": 300}),
    "steal-war": (of_steal_war, OF_STEAL_WAR, {"highest": 5, "max_rounds": 200}),
    "ace-race": (
        of_ace_race,
        {"speed": (0, 0.4, 1), "pickup": PICKUPS},
        {"lowest": 11, "max_rounds": 200},
    ),
    "syrian-war": (of_syrian_war, OF_SYRIAN_WAR, {"highest": 6, "max_rounds": 500}),
}
"""What is held, the options that are crossed, and a small deck with a cap."""


def cards_of(player, table):
    """How many cards a player holds, in a pile too where each has one."""
    each_has_one = len(table.piles) == len(table.packets)
    pile = table.piles[player] if each_has_one else ()
    return len(table.packets[player]) + len(pile)


@pytest.mark.parametrize("name", GAMES)
def test_the_counts_fit_what_is_told(name):
    """Under every 37th combination of War's options, and all of them in ``make verify``."""
    check, options, small = GAMES[name]
    step = tiers.size(37, 1) if name == "war" else 1
    for agreed in islice(crossed(**options), 0, None, step):
        whole = told_games(name, 1, max_rounds=300, **agreed)
        for course in chain(whole, told_games(name, 10, seed=4, **small, **agreed)):
            played = course[-1].row
            settled = of_kind(Settled, course)
            assert len(settled) == played["rounds"] + 1
            check(course, played)
            if played["winner"] < 0:
                assert played["winner_low"] == -1
                continue
            assert played["ending"] in ("cards", "run-out")
            held = [cards_of(played["winner"], event) for event in settled]
            # In Syrian War the cards of a war may lie on the table when it ends.
            if (name, played["ending"]) != ("syrian-war", "run-out"):
                assert played["winner_low"] == min(held)
