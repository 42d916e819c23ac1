"""Claims of the texts that no number of a run holds, against what they are about."""

import math
import re
from itertools import pairwise

import sim
from docs.figures.kept import kept
from reports.sections.method import EARLY
from tests.support.places import ROOT


def _text(name):
    return " ".join((ROOT / "docs" / name).read_text("utf-8").split())


def test_looking_13_times_finds_differences_as_often_as_was_measured():
    looking = (ROOT / "docs" / "coverage.md").read_text("utf-8").split("## Looking")[1]
    missed = [
        float(row[1])
        for row in re.finditer(r"^\| [^|]+ \| ([\d.]+) % \|", looking, re.M)
    ]
    assert len(missed) == 3
    # A quarter to a third, to within the errors of 200 runs.
    assert min(missed) > 100 / 4 - 3.1
    assert max(missed) < 100 / 3 + 3.4
    for text in (EARLY, _text("statistics/stopping-and-planning.md")):
        assert "in a quarter to a third of runs of equal rules" in text


def test_so_few_seeds_would_fail_a_published_figure_by_chance():
    simulated = re.search(
        r"(\d+) agree with ours within sampling error", _text("verification.md")
    )
    beyond_four_errors = math.erfc(4 / math.sqrt(2))
    assert 1 / (int(simulated[1]) * beyond_four_errors) > 380
    assert "for at most one seed in 380" in _text("how-to/write-tests.md")


def test_the_notes_on_published_figures_have_our_numbers():
    games = sim.play("war", games=200_000, seed=1, rules={"pickup": "shuffled"})
    even = (games["rounds"] % 2 == 0).mean()
    text = _text("disagreements.md")
    assert f"{100 * even:.1f} % of the games have an even number of rounds" in text
    assert f"{even / (1 - even):.1f} times as many as an odd one" in text
    higher = kept("war-length")["numbers"]["one down"]["more rank_sum wins"][0]
    assert f"hand with the higher sum wins {100 * higher:.1f} %" in text


def test_no_rules_are_said_to_give_a_published_figure():
    pages = [_text("disagreements.md"), _text("site/pages/story.markdown")]
    for page in pages:
        assert not re.search(r"\b(gives? (it|them)|turns out to be right)\b", page)
        assert "fit" in page


def test_each_card_laid_face_down_saves_about_a_quarter():
    found = kept("face-down-cards")["numbers"]
    means = [found[f"face_down={cards}"]["rounds mean"][0] for cards in range(5)]
    saved = [1 - after / before for before, after in pairwise(means)]
    assert all(0.2 < share < 0.3 for share in saved)
    text = (ROOT / "scenarios" / "face-down-cards.md").read_text("utf-8")
    assert "Each card takes away about a quarter of the rounds" in text
