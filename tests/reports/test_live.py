"""Charts for a page with a script: highlighting, what is shown at the pointer, slim charts, and the program."""

import json
import re
from typing import Any

import altair as alt
import pytest
import vl_convert

from reports.charts.answer import BAR, Amount, Part, amounts, outcomes
from reports.charts.casino_war import Edge, Fan, edges, fans
from reports.charts.comparison import Difference, differences
from reports.charts.curves import chances
from reports.charts.heat_maps import Place, Square, heat_map, position_map
from reports.charts.lengths import histogram, survival
from reports.charts.live import CHOSEN, live, slim
from reports.distributions import Binned, Curve, Drawn, Point
from reports.document import Spec

NAMES = ["one down", "three down"]


def curve(name: str) -> Curve:
    return Curve(name, tuple(Point(at, 0.2 * at, 0.2 * at - 0.1, 0.2 * at + 0.1) for at in range(1, 5)))


def tail(name: str) -> Curve:
    return Curve(name, tuple(Point(10 * k, 0.5**k, 0.4**k, 0.6**k) for k in range(8)))


CHARTS: dict[str, Spec] = {
    "histogram": histogram(
        [Drawn(Binned(name, 0, 10, (0.5, 0.3, 0.2), 0.0), 12.0, 9.0, "12", "9") for name in NAMES], "rounds"
    ),
    "survival": survival([tail(name) for name in NAMES], "rounds"),
    "side by side": differences(
        [("rounds", [Difference(NAMES[1], 5.0, 4.0, 6.0, "5", True)], share) for share in (False, True)]
    ),
    "differences": differences([("rounds", [Difference(NAMES[1], 5.0, 4.0, 6.0, "5", True)], False)]),
    "chances": chances([curve(name) for name in NAMES], "aces", "wins"),
    "edges": edges([Edge(name, decks, 0.02, 0.021, 0.02, 0.022) for name in NAMES for decks in (1, 6)]),
    "fans": fans([Fan(name, [0, 1], [[5, 5, 5, 5, 5], [3, 4, 5, 6, 7]]) for name in NAMES]),
    "positions": position_map(
        [Place(name, cards, 1, 0.3, "30 %", "29–31") for cards, name in enumerate(NAMES, 1)]
    ),
    "amounts": amounts([Amount(name, 5.0, 4.0, 6.0, "5") for name in NAMES], "games"),
    "outcomes": outcomes([Part(name, who, 0.5, "50 %") for name in NAMES for who in ("first", "second")]),
    "heat": heat_map(
        NAMES, [Square(NAMES[0], NAMES[1], 5.0, "5"), Square(NAMES[1], NAMES[0], -5.0, "−5")], "m"
    ),
}


def marks(spec: Any) -> list[dict[str, Any]]:
    """Every mark of a compiled chart, groups and axes aside."""
    found = []
    for mark in spec.get("marks", []):
        found += [mark, *marks(mark)] if mark["type"] != "group" else marks(mark)
    return found


def opacity_of(mark: dict[str, Any]) -> str:
    return json.dumps(mark.get("encode", {}).get("update", {}).get("opacity", ""))


def drawn(spec: Spec, rows: Spec) -> dict[str, Any]:
    compiled: dict[str, Any] = vl_convert.vegalite_to_vega({**spec, "datasets": rows["datasets"]})
    return compiled


KINDS = {
    "concat": alt.TopLevelConcatSpec,
    "hconcat": alt.TopLevelHConcatSpec,
    "vconcat": alt.TopLevelVConcatSpec,
    "layer": alt.TopLevelLayerSpec,
}
"""The part of the schema that a chart follows, by the name that it has for its own parts."""


def check(spec: dict[str, Any]) -> None:
    """Validate a chart. Altair would try all kinds in turn, which takes ten times as long."""
    kind = next((KINDS[name] for name in KINDS if name in spec), alt.TopLevelUnitSpec)
    kind.validate(spec)


@pytest.mark.parametrize("which", CHARTS)
class TestCharts:
    def test_a_variant_can_be_chosen_and_the_others_are_faint(self, which: str) -> None:
        compiled = drawn(live(CHARTS[which]), CHARTS[which])
        assert [signal["value"] for signal in compiled["signals"] if signal["name"] == CHOSEN] == [""]
        seen = [mark for mark in marks(compiled) if mark["type"] in ("line", "area", "rect", "symbol")]
        assert seen
        assert any(f"!== {CHOSEN}" in opacity_of(mark) for mark in seen)

    def test_something_can_be_pointed_at(self, which: str) -> None:
        compiled = drawn(live(CHARTS[which]), CHARTS[which])
        told = [mark for mark in marks(compiled) if "tooltip" in mark["encode"]["update"]]
        assert told
        # A line is one item, whatever the place on it: what is shown belongs to dots and bars.
        assert not {"line", "area"} & {mark["type"] for mark in told}

    def test_it_follows_the_published_schema(self, which: str) -> None:
        wide = live(CHARTS[which])
        for spec in (CHARTS[which], wide, slim(wide)):
            if spec is not None:
                # The schema has no word for a page that shows through.
                assert spec["config"]["background"] is None
                plain = {**spec["config"], "background": "white"}
                check({"datasets": {}, **spec, "config": plain})

    def test_the_drawing_without_a_script_is_unchanged(self, which: str) -> None:
        before = json.dumps(CHARTS[which])
        live(CHARTS[which])
        assert json.dumps(CHARTS[which]) == before

    def test_a_phone_gets_one_panel_below_the_other(self, which: str) -> None:
        narrow = slim(live(CHARTS[which]))
        if which == "heat":
            assert narrow is None
            return
        assert narrow is not None
        compiled = drawn(narrow, CHARTS[which])
        picture = vl_convert.vega_to_svg(compiled)
        wide = float(picture.split('viewBox="0 0 ')[1].split(" ")[0])
        assert wide < 400
        assert "hconcat" not in narrow
        assert narrow.get("columns", 1) == 1


def test_names_stand_above_their_bars_which_fit_on_a_phone() -> None:
    long = ["counter, then extend and always defend", "the other's"]
    spec = amounts([Amount(long[0], 5.0, 4.0, 6.0, "5"), Amount(long[1], -5.0, -6.0, -4.0, "−5")], "margin")
    narrow = slim(live(spec))
    assert narrow is not None
    picture = vl_convert.vega_to_svg(drawn(narrow, spec))
    assert float(picture.split('viewBox="0 0 ')[1].split(" ")[0]) < 400
    # Each name begins where the plot does, above the number at the end of its own bar.
    found = re.findall(r"translate\(([\d.]+),([\d.]+)\)[^>]*>([^<>]+)</text>", picture)
    places = {text: (float(x), float(y)) for x, y, text in found if float(y) > 14}
    for name, number in zip(long, ("5", "−5"), strict=True):
        assert places[name][0] < 2
        assert 15 < places[number][1] - places[name][1] < 25


def test_points_lie_at_their_true_places_however_many_curves_there_are() -> None:
    for count in (1, 2, 5, 9):
        curves = [
            Curve(
                f"rules {place}",
                tuple(Point(held, 0.1 * held, 0.09 * held, 0.11 * held) for held in range(5)),
            )
            for place in range(count)
        ]
        spec: Any = chances(curves, "aces", "wins", even=True)
        rows = [row for data in spec["datasets"].values() for row in data if "at" in row]
        assert {row["at"] for row in rows} == {0, 1, 2, 3, 4}
        assert {(row["at"], row["value"]) for row in rows} == {(held, 0.1 * held) for held in range(5)}


def test_intervals_on_top_of_each_other_can_be_told_apart() -> None:
    curves = [
        Curve(f"rules {place}", (Point(1, 0.5, 0.4, 0.6), Point(2, 0.6, 0.5, 0.7))) for place in range(4)
    ]
    spec: Any = chances(curves, "aces", "wins")
    bars = [row["bar"] for data in spec["datasets"].values() for row in data if row["at"] == 1]
    assert bars == sorted(set(bars), reverse=True)
    assert len(bars) == 4


def test_a_line_to_compare_with_strikes_neither_a_number_nor_a_name() -> None:
    rows = [Amount("near", 23.0, 22.5, 23.5, "23"), Amount("far", 31.0, 30.5, 31.5, "31")]
    spec = amounts(rows, "games", 25.0)
    inside = {
        row["name"]: row["inside"] for rows in spec["datasets"].values() for row in rows if "inside" in row
    }
    assert inside == {"near": True, "far": False}
    marks = [part["mark"] for part in spec["layer"]]
    assert not any("strokeDash" in mark for mark in marks), "a line through all rows would cross the names"
    assert [mark["size"] <= BAR + 4 for mark in marks if mark["type"] == "tick"] == [True]
