"""The answers of the bundled scenarios: each is short, and says something sensible after few games too."""

import json
import re

import numpy as np
import pytest

from reports import author
from reports.answer import first_screen
from reports.cells import cells
from reports.contents import parts
from reports.facts import gather
from reports.sections.endings import winner
from sim.contract.answer import MOST_NUMBERS, Table
from sim.games import find_game
from sim.runs import run
from sim.scenario import load_scenario, shipped_scenarios
from tests.support import tiers

GAMES = 300
SOME = sorted(shipped_scenarios())[:: tiers.size(4, 1)]


@tiers.crossed(("name", "numbers"), SOME, tiers.size([[10], [GAMES]], [[10, GAMES]]))
def test_the_answer_of_a_bundled_scenario(name, numbers, tmp_path):
    scenario = load_scenario(name)
    for games in numbers:
        played = run(scenario, tmp_path / str(games), games=games, keep_games=False)
        found = first_screen(gather(played))
        sentences = [found.headline, found.verdict, *found.cautions]
        assert len(found.numbers) <= MOST_NUMBERS
        assert found.headline.endswith(".")
        assert not any(
            re.search(r"[{}]|nan|None|\binf\b", sentence) for sentence in sentences
        )
        assert all(one.label and one.text for one in found.numbers)
        assert bool(found.verdict) == bool(scenario.answer and scenario.answer.verdict)
        assert not found.verdict.endswith("games cannot tell."), (
            "a number without an interval decides nothing"
        )
        if found.picture is not None:
            assert found.picture.title
            assert found.picture.alt
            # Each picture has a form for a terminal; ten games can be too few to draw.
            assert games < GAMES or found.picture.bars or found.picture.table
            assert not re.search(
                "so many|laid played",
                json.dumps(found.picture.draw()) + found.picture.caption,
            )


@pytest.mark.parametrize("name", sorted(shipped_scenarios()))
@pytest.mark.parametrize("verdict", ["yes", "no", "unclear"])
def test_every_bundled_scenario_has_a_text_for_each_verdict(name, verdict):
    scenario = load_scenario(name)
    names = [number.name for number in scenario.answer.numbers]
    written = {name: author.Written(name, "17 %", "17 %", 0.17) for name in names}
    text = author.filled(
        author.source_of(scenario),
        written,
        verdict=verdict,
        cannot_tell="Who knows.",
        all_games="1,000",
    )
    assert text.lead
    assert text.title
    assert 1 <= len(text.numbers) <= 3
    headline = text.lead[1 if scenario.answer.verdict else 0]
    assert author.uses(headline), "the headline names no number"
    shown = [one for _, paragraphs in text.sections for one in paragraphs]
    asked = [one[1:].split("\x05") for one in shown if one.startswith("\x04")]
    assert asked
    assert {part for part, *_ in asked} <= {*parts(find_game(scenario.game))}
    game, rules = find_game(scenario.game), scenario.rules.values()
    columns = {column.name for own in rules for column in game.columns_under(own)}
    assert {one for _, *about in asked for one in about} <= {*scenario.names, *columns}
    told = " ".join([*text.lead, *shown, text.title, text.about])
    assert not re.search(r"[{}]|None(?! of)|\bnan\b", told)
    if scenario.answer.verdict:
        assert len(text.lead) >= 2


def test_no_number_of_a_text_is_written_by_hand():
    """Digits stand for cards, decks, hands and players, never for what was counted."""
    for name in shipped_scenarios():
        text = author.source_of(load_scenario(name))
        plain = re.sub(r"{[{%].*?[%}]}", "", text, flags=re.DOTALL)
        digits = {*re.findall(r"\d[\d,.]*\d|\d", plain)}
        assert digits <= {
            *"16789",
            "13",
            "21",
            "24",
            "26",
            "36",
            "28",
            "32",
            "48",
            "52",
            "56",
            "91",
            "100",
            "104",
            "1,000",
            "2024",
        }


def test_the_exact_points_of_bidding_the_prizes_own_value():
    """A random bid for a given prize is equally likely to be each of the 13 cards."""
    prizes = range(1, 14)
    ranks = range(1, 14)
    higher = sum(prize for prize in prizes for rank in ranks if prize > rank)
    lower = sum(prize for prize in prizes for rank in ranks if prize < rank)
    assert [higher / 13, lower / 13, sum(prizes) / 13] == [56, 28, 7]


def test_a_bundled_scenario_asks_one_question():
    for name in sorted(shipped_scenarios()):
        asked = load_scenario(name).question
        assert asked.find("?") == len(asked) - 1, name
        assert not re.search(r",? and (what|who|which|how|when|does|is)\b", asked), name


@pytest.mark.parametrize("name", sorted(shipped_scenarios()))
def test_what_stands_beside_the_numbers_can_be_read_alone(name):
    answer = load_scenario(name).answer
    for number in answer.numbers:
        unclear = (
            r"\bthe same\b(?! player)|\bthen$|player [0-9]|\bchange in\b|\bthe own\b"
        )
        assert not re.search(unclear, number.label), number.label


def test_one_above_the_prize_always_wins_78_points_to_13(tmp_path):
    played = run(
        load_scenario("gops-policies"), tmp_path / "run", games=50, keep_games=False
    )
    found = first_screen(gather(played))
    told = " ".join(
        block.text for section in found.sections for block in section.blocks
    )
    assert f"loses every game to one above the prize, by {78 - 13} points" in told


def test_what_is_known_exactly_leads_and_the_games_confirm_it(tmp_path):
    # Six decks: -142853/4965115 of an ante at war, -23/622 surrendering.
    played = run(
        load_scenario("casino-war-odds"),
        tmp_path / "odds",
        games=400,
        keep_games=False,
    )
    found = first_screen(gather(played))
    # After one of 23 ties in 311 hands: (142853 / 4965115) / (23 / 311) of the ante; with
    # one deck (503 / 20825) / (3 / 51).
    assert [number.text for number in found.numbers] == ["38.9 %", "41.1 %", "50 %"]
    assert found.headline.startswith("Yes: going to war after a tie costs 38.9 %")
    assert found.headline.endswith(
        "41.1 % with one deck; surrendering always costs 50 %."
    )
    assert all(number.note.startswith("exact") for number in found.numbers)
    over_all = found.sections[0].blocks[0].text
    assert "keeps 2.88 % of the ante" in over_all
    assert "3.70 % from one who always surrenders" in over_all
    drawn = dict(
        zip(found.picture.bars[0].labels, found.picture.bars[0].texts, strict=True)
    )
    assert (drawn["6 decks, war"], drawn["6 decks, surrender"]) == ("38.9 %", "50 %")
    assert found.picture.caption.endswith(". Calculated exactly.")


def test_an_evening_is_led_by_its_exact_chances(tmp_path):
    """A hand wins one unit, or loses one, or two in a war: the known house edge gives how often."""
    tied, one = 23 / 311, 144 / 311
    fought = (2 - 142853 / 4965115 / tied) / 3  # wars that are not lost
    hand = [tied * (1 - fought), one, 0.0, one + tied * fought]
    after = np.array([1.0])
    for _ in range(200):
        after = np.convolve(after, hand)
    played = run(
        load_scenario("casino-war-evening"),
        tmp_path / "evening",
        games=100,
        keep_games=False,
    )
    found = first_screen(gather(played))
    ahead = f"{100 * after[401:].sum():.1f} %"
    assert f"hands and one unit a hand you come home ahead on {ahead}" in found.headline
    assert f"evening costs {200 * 142853 / 4965115:.2f} units." in found.headline
    assert all(
        re.match(r"exact; counted in \d+ games: ", number.note)
        for number in found.numbers
    )
    assert found.picture.caption.endswith("; bars without one are exact.")


MIXED = re.compile(
    "[Ww]on cards (are )?shuffled|shuffle them|they are shuffled|packet, shuffled"
)
ORDERED = re.compile("in order|cards? first")


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, path in shipped_scenarios().items()
        if load_scenario(path).game == "war"
    ],
)
def test_a_text_says_how_won_cards_go_back_as_the_rules_do(name):
    """The habit that changes the length by half is named in every text, and rightly."""
    path = shipped_scenarios()[name]
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    # The introduction of the game names both habits.
    text = text.replace("in order or shuffled", "")
    rules = load_scenario(path).rules.values()
    mixed = {
        own.pickup == "shuffled" or own.captured == "pile-shuffled" for own in rules
    }
    says_mixed, says_ordered = bool(MIXED.search(text)), bool(ORDERED.search(text))
    assert says_mixed or says_ordered
    assert True in mixed or not says_mixed
    assert False in mixed or not says_ordered


def test_what_the_rules_make_certain_has_no_bound_in_a_table(tmp_path):
    """Nothing beats an ace that never lies face down, and so the other player never wins."""
    played = run(load_scenario("aces-against-the-rest"), tmp_path / "aces", games=60)
    facts = gather(played)
    section = winner(facts)
    (table,) = [block for block in section.blocks if isinstance(block, Table)]
    rows = {row[0].text: row[1:] for row in cells(table)}
    assert [cell.lines for cell in rows[facts.labels["none down, shuffled"]]] == [
        ("100 %", "certain"),
        ("0 %", "certain"),
    ]
