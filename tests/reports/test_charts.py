"""Charts: names on a phone, points at their true places, and intervals that can be told apart."""

import re

import vl_convert

from reports.charts.answer import WIDE, Amount, amounts
from reports.charts.narrow import slim
from reports.charts.style import PAPER


def test_names_stand_above_their_bars_which_fit_on_a_phone():
    long = ["counter, then extend and always defend", "the other's"]
    spec = amounts(
        [Amount(long[0], 5.0, 4.0, 6.0, "5"), Amount(long[1], -5.0, -6.0, -4.0, "−5")],
        "margin",
    )
    narrow = slim(spec)
    picture = vl_convert.vegalite_to_svg(narrow)
    assert float(picture.split('viewBox="0 0 ')[1].split(" ")[0]) < 400
    # Each name begins where the plot does, above the number at the end of its own bar.
    found = re.findall(r"translate\(([\d.]+),([\d.]+)\)[^>]*>([^<>]+)</text>", picture)
    places = {text: (float(x), float(y)) for x, y, text in found if float(y) > 10}
    for name, number in zip(long, ("5", "−5"), strict=True):
        assert places[name][0] < 2
        assert 15 < places[number][1] - places[name][1] < 25
    # On a wide screen each stands at its own bar, on either side of zero.
    wide = vl_convert.vegalite_to_svg(spec)
    stands = {
        text: (anchor, float(x))
        for anchor, x, text in re.findall(
            r'text-anchor="(\w+)" transform="translate\(([\d.]+),[\d.]+\)"[^>]*>([^<>]+)</text>',
            wide,
        )
    }
    gain = stands[long[0]]
    loss = stands[long[1]]
    assert (gain[0], loss[0]) == ("start", "end")
    assert 0 < gain[1] - loss[1] < 5


def test_a_line_to_compare_with_strikes_no_name_and_a_number_stands_at_its_bar():
    rows = [
        Amount("near", 23.0, 22.5, 23.5, "23"),
        Amount("far", 31.0, 30.5, 31.5, "31"),
        Amount("low", 5.0, 4.5, 5.5, "5"),
    ]
    spec = amounts(rows, "games", 25.0)
    ends = {
        row["end"] for rows in spec["datasets"].values() for row in rows if "end" in row
    }
    # The number of the first stands at its bar, too, on a shadow that hides the line.
    assert {23.5, 31.5, 5.5} <= ends
    marks = [part["mark"] for part in spec["layer"]]
    # One line behind everything, also the shadows of the names, and a dash on each bar.
    assert marks[0]["type"] == "rule"
    assert marks[1]["stroke"] == PAPER
    assert [
        mark["size"] <= WIDE.bar + 4 for mark in marks if mark["type"] == "tick"
    ] == [True]
