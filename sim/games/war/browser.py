"""War in the browser: what the page asks about its rules, and the calls that play them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.browser import Answer, Block, Calls, InBrowser, Kernel, Question
from sim.contract.deck_rules import PLAYED
from sim.deals import deck as dealing
from sim.deals.riffles import riffle_arguments
from sim.games import packs
from sim.games.packets.browser import (
    READ,
    back_question,
    deal_arguments,
    deal_kernels,
    deal_of,
)
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.war.rules import WarRules
from sim.kernels.columns import empty_columns
from sim.rng import WORD

QUESTIONS = (
    Question(
        "players",
        "How many play?",
        (
            Answer("two"),
            *(
                Answer(words, {"players": number})
                for number, words in enumerate(
                    ("three", "four", "five", "six", "seven", "eight"), 3
                )
            ),
        ),
        is_open=True,
    ),
    Question(
        "down",
        "How many cards face down in a war?",
        (
            Answer("one"),
            Answer("none", {"face_down": 0}),
            Answer("two", {"face_down": 2}),
            Answer("three", {"face_down": 3}),
            Answer("four", {"face_down": 4}),
            Answer("as many as the tied rank says", {"face_down": "rank"}),
        ),
        is_open=True,
    ),
    back_question(),
    Question(
        "short",
        "Too few cards for a war?",
        (
            Answer("you lose"),
            Answer("your last card fights", {"run_out": "last-card"}),
            Answer("you lay all you have, for one battle", {"run_out": "all-in"}),
            Answer("everyone lays only as many", {"run_out": "fewest"}),
            Answer("the game is a draw", {"run_out": "draw"}),
        ),
    ),
    Question(
        "pack",
        "Which cards?",
        (
            Answer("52 cards"),
            Answer("52 and two jokers, above the ace", {"jokers": 2}),
            Answer("52 and four jokers, above the ace", {"jokers": 4}),
            Answer("48, no twos", {"lowest": 3}),
            Answer("40, no 8 9 10", {"highest": 11}),
            Answer("36, from six up", {"lowest": 6}),
            Answer("32, from seven up", {"lowest": 7}),
            Answer("24, from nine up", {"lowest": 9}),
            Answer("two packs, 104 cards", {"copies": 8}),
        ),
    ),
    Question(
        "pile",
        "Where do won cards go?",
        (
            Answer("under the packet"),
            Answer(
                "to a pile, shuffled when the packet is used up",
                {"captured": "pile-shuffled"},
            ),
        ),
    ),
    Question(
        "low",
        "Does the lowest rank beat the ace?",
        (Answer("no"), Answer("yes", {"low_beats_high": True})),
    ),
    Question(
        "hands",
        "How are the cards dealt?",
        (
            Answer("evenly, at random"),
            Answer("all aces to the first player", {"hands": ["A A A A *22", "*rest"]}),
            Answer("no ace to the first player", {"hands": ["-A *26", "*rest"]}),
            Answer(
                "all aces and kings to the first player",
                {"hands": ["A A A A K K K K *18", "*rest"]},
            ),
            Answer(
                "the four aces alone to the first player",
                {"hands": ["A A A A", "*rest"]},
            ),
            *(
                Answer(
                    f"{cards} cards to the first player",
                    {"hands": [f"*{cards}", "*rest"]},
                )
                for cards in (5, 10, 13, 16, 20, 23)
            ),
        ),
    ),
    Question(
        "order",
        "How is the pack shuffled?",
        (
            Answer("well: any order"),
            *(
                Answer(
                    f"a new pack, riffled {words}", {"pack": "new", "riffles": riffles}
                )
                for riffles, words in (
                    (1, "once"),
                    (3, "three times"),
                    (7, "seven times"),
                )
            ),
            *(
                Answer(
                    f"a played pack, riffled {words}",
                    {"pack": PLAYED, "riffles": riffles},
                )
                for riffles, words in ((1, "once"), (3, "three times"))
            ),
        ),
    ),
    Question(
        "fight",
        "Three or more: who fights a war?",
        (Answer("everyone"), Answer("those who tied", {"fighters": "tied"})),
    ),
    Question(
        "end",
        "Three or more: when is it over?",
        (
            Answer("one player has all cards"),
            Answer("the first player is out", {"end": "first-out"}),
        ),
    ),
    Question(
        "up",
        "Cards face up in a battle?",
        (
            Answer("one"),
            Answer("two, added", {"cards_up": 2}),
            Answer("three, added", {"cards_up": 3}),
            Answer("two, multiplied", {"cards_up": 2, "compare": "product"}),
            Answer("two, their difference", {"cards_up": 2, "compare": "difference"}),
        ),
    ),
    Question(
        "draw",
        "Which card is laid?",
        (Answer("the top one"), Answer("a random one", {"draw": "random"})),
    ),
    Question(
        "stop",
        "Stop after a number of rounds?",
        (
            Answer("no"),
            *(
                Answer(f"after {rounds}: most cards win", {"stop_after": rounds})
                for rounds in (50, 100, 200, 500)
            ),
        ),
    ),
    Question(
        "wars",
        "Win by winning wars?",
        (
            Answer("no"),
            Answer("the first war wins", {"wars_to_win": 1}),
            Answer("three wars win", {"wars_to_win": 3}),
            Answer("five wars win", {"wars_to_win": 5}),
        ),
    ),
)
"""What the page asks."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernels by name."""
    from sim.games.war.kernel.games import leave_packs, play_games
    from sim.kernels.dealing import riffle_packs

    if vectors:
        from sim.games.war.kernel.lanes.in_browser import play_side_by_side

        return {"lanes": play_side_by_side}
    return {
        **deal_kernels(),
        "left": leave_packs,
        "riffled": riffle_packs,
        "games": play_games,
        "house": play_games,
    }


DEALS_OF_PLAYED = ("shuffled before", "left", "riffled")
"""The calls that deal the pack which a game of War has left."""


def deals_of(rules: WarRules) -> tuple[str, ...]:
    """The names of the calls that deal under given rules."""
    if rules.pack == PLAYED:
        return DEALS_OF_PLAYED
    return (deal_of(rules),)


def played_arguments(
    rules: WarRules, block: Block, rows: NDArray[np.uint8]
) -> dict[str, tuple[Any, ...]]:
    """The arguments of the calls that deal the pack which a game of War has left."""
    from sim.games.packets.kernel.job import job_of
    from sim.games.war.kernel import codes
    from sim.games.war.kernel.games import lay_tables

    war = packs.war_before(rules.deck)
    before = np.zeros_like(rows)
    where = dealing.layout(war)
    seed = (block.seed + packs.BEFORE) % WORD
    table, work = lay_tables(where.sizes, 0)
    return {
        "shuffled before": dealing.shuffle_arguments(war, seed, block.first, before),
        "left": (
            job_of(before, where, war.max_rounds, 0, 0),
            table,
            codes.setting(war),
            work,
            rows,
        ),
        "riffled": riffle_arguments(rows, rules.riffles, block.seed, block.first),
    }


def calls(rules: WarRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    from sim.games.packets.kernel.job import job_of
    from sim.games.packets.kernel.rows import Columns
    from sim.games.war.kernel import codes
    from sim.games.war.kernel.block import fits_lanes
    from sim.games.war.kernel.games import lay_tables

    games = block.games
    seed = block.seed
    first = block.first
    rows = np.zeros((games, rules.deck.size), np.uint8)
    where = dealing.layout(rules)
    job = job_of(rows, where, rules.max_rounds, seed, first)
    table, work = lay_tables(where.sizes, seed)
    filled = empty_columns(Columns, PACKET_COLUMNS, games)
    setting = codes.setting(rules)._replace(house=None)
    under_house_rules = setting._replace(house=codes.house_of(rules))
    first_out = np.zeros(games, np.int8)
    arguments: dict[str, tuple[Any, ...]] = {
        **deal_arguments(rules, block, rows),
        **played_arguments(rules, block, rows),
        "games": (job, table, setting, work, filled, first_out),
        "house": (job, table, under_house_rules, work, filled, first_out),
    }
    lanes = ""
    left = None
    if vectors:
        from sim.games.war.kernel.lanes.in_browser import has_lanes
        from sim.games.war.kernel.lanes.layout import lay_side_by_side

        many = lay_side_by_side(sum(where.sizes), games, setting, seed)
        arguments["lanes"] = (job, many, filled)
        left = many.left
        lanes = "lanes" if fits_lanes(rules, where) and has_lanes(rules) else ""
    return Calls(
        deals=deals_of(rules),
        play="house" if codes.has_house_rules(rules) else "games",
        arguments=arguments,
        columns={name: getattr(filled, name) for name in READ},
        vectors=lanes,
        left=left,
    )


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    time=("plays", 2.5),
    dealt="aces",
    means=(("wars", "wars a game"),),
    check=deals_of,
)
"""War in the browser."""
