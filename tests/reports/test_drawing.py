"""The process that draws charts: the same drawings as here, whatever happens to it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
import vl_convert

from reports.charts import drawing
from reports.charts.style import broken
from tests.support.places import ROOT
from tests.support.processes import alive, wait_until


def chart(value: int, name: str = "a <b> & “c”") -> dict[str, object]:
    return {
        "data": {"values": [{"x": value, "name": name}]},
        "mark": "bar",
        "encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "name"}},
    }


def test_drawings_are_those_of_the_converter() -> None:
    coming = [drawing.drawn(chart(value)) for value in (3, 70)]
    assert [one.result() for one in coming] == [vl_convert.vegalite_to_svg(chart(value)) for value in (3, 70)]


def test_a_chart_that_cannot_be_drawn_is_an_error_and_the_next_one_is_drawn() -> None:
    refused, next_one = drawing.drawn({"mark": "nonsense"}), drawing.drawn(chart(1))
    with pytest.raises(ValueError, match="conversion failed"):
        refused.result()
    assert next_one.result().startswith("<svg")


def test_tips_do_not_change_a_drawing() -> None:
    told = {"type": "bar", "tooltip": {"expr": "datum['name'] + format(datum['x'], '.3f')"}}
    assert drawing.drawn(chart(4) | {"mark": told}).result() == vl_convert.vegalite_to_svg(chart(4))


@pytest.mark.parametrize(
    ("name", "own_font"),
    [
        ("žluťoučký Ёж ≤ “π” – 5 €", True),
        ("→ −∞ ≈ ½ … ‘ß’", True),
        ("Ẽ ẞ", False),
        ("lấy bài ngửa", False),
        ("қ", False),
        ("戦争", False),
        ("🂡", False),
    ],
)
def test_the_fonts_of_the_machine_are_looked_for_only_where_letters_need_them(
    name: str, own_font: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[bool] = []

    class Artist:
        def __init__(self, *, any_font: bool) -> None:
            self.parent = os.getpid()
            started.append(any_font)

        def draw(self, chart: str) -> None:
            assert name in json.loads(chart)["data"]["values"][0]["name"]

    monkeypatch.setattr(drawing, "_Artist", Artist)
    monkeypatch.setattr(drawing, "_OURS", {})
    drawing.drawn(chart(5, name))
    assert started == [not own_font]


def test_the_fonts_of_the_machine_are_known_to_the_process_that_needs_them() -> None:
    for one in artists():
        one.kill()
        one.wait()
    drawing._OURS.clear()
    drawing.drawn(chart(1)).result()
    before = {one.pid: one.environ().get("FONTCONFIG_FILE", "") for one in artists()}
    assert [Path(place).name for place in before.values()] == ["fonts.conf"]
    assert "戦争" in drawing.drawn(chart(1, "戦争")).result()
    (other,) = (one for one in artists() if one.pid not in before)
    assert other.environ().get("FONTCONFIG_FILE") == os.environ.get("FONTCONFIG_FILE")


def artists() -> list[psutil.Process]:
    return [one for one in psutil.Process().children() if "artist.py" in " ".join(one.cmdline())]


def test_a_killed_process_does_not_lose_a_drawing() -> None:
    drawing.drawn(chart(1)).result()
    assert artists()
    for one in artists():
        one.kill()
        one.wait()
    assert drawing.drawn(chart(5)).result() == vl_convert.vegalite_to_svg(chart(5))


def test_the_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    program = (
        "from reports.charts import drawing; import os, psutil, signal, sys\n"
        "drawing.start()\n"
        "print(psutil.Process().children()[0].pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    artist = int(killed.stdout)
    try:
        left = psutil.Process(artist)
    except psutil.NoSuchProcess:
        return
    assert wait_until(lambda: not alive([left])), "the process is still there after three minutes"


def test_long_names_are_broken_and_not_cut_off() -> None:
    name = "one card down, the last card stands for all battles, shuffled"
    drawn = chart(3) | {"data": {"values": [{"x": 1, "name": name}]}, "config": {"axis": {"labelLimit": 0}}}
    drawn["encoding"]["y"]["axis"] = {"labelExpr": broken([name], 30)}  # type: ignore[index]
    found = drawing.drawn(drawn).result()
    assert "…" not in found
    assert all(
        line in found for line in ("one card down, the last card", "stands for all battles,", "shuffled")
    )
