"""The drawings of charts."""

import vl_convert

from reports.charts.style import broken
from reports.charts.style import drawn as drawn_spec


def chart(value: int, name: str = "a <b> & “c”") -> dict[str, object]:
    return {
        "data": {"values": [{"x": value, "name": name}]},
        "mark": "bar",
        "encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "name"}},
    }


def test_tips_do_not_change_a_drawing() -> None:
    told = {"type": "bar", "tooltip": {"expr": "datum['name'] + format(datum['x'], '.3f')"}}
    assert drawn_spec(chart(4) | {"mark": told}) == vl_convert.vegalite_to_svg(chart(4))


def test_long_names_are_broken_and_not_cut_off() -> None:
    name = "one card down, the last card stands for all battles, shuffled"
    drawn = chart(3) | {"data": {"values": [{"x": 1, "name": name}]}, "config": {"axis": {"labelLimit": 0}}}
    drawn["encoding"]["y"]["axis"] = {"labelExpr": broken([name], 30)}  # type: ignore[index]
    text = drawn_spec(drawn)
    assert "…" not in text
    assert all(
        line in text for line in ("one card down, the last card", "stands for all battles,", "shuffled")
    )
