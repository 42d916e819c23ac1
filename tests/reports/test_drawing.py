"""The process that draws charts: the same drawings as here, whatever happens to it."""

from __future__ import annotations

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
    drawings = [drawing.drawn(chart(value)) for value in (3, 70)]
    assert [drawn.result() for drawn in drawings] == [
        vl_convert.vegalite_to_svg(chart(value)) for value in (3, 70)
    ]


def test_a_chart_that_cannot_be_drawn_is_an_error_and_the_next_one_is_drawn() -> None:
    refused, next_one = drawing.drawn({"mark": "nonsense"}), drawing.drawn(chart(1))
    with pytest.raises(ValueError, match="cannot be drawn"):
        refused.result()
    assert next_one.result().startswith("<svg")


def test_tips_do_not_change_a_drawing() -> None:
    told = {"type": "bar", "tooltip": {"expr": "datum['name'] + format(datum['x'], '.3f')"}}
    assert drawing.drawn(chart(4) | {"mark": told}).result() == vl_convert.vegalite_to_svg(chart(4))


@pytest.mark.parametrize("name", ["žluťoučký Ёж ≤ “π” – 5 €", "Ẽ ẞ", "lấy bài ngửa", "戦争", "🂡"])
def test_letters_of_any_writing_are_drawn(name: str) -> None:
    assert name in drawing.drawn(chart(1, name)).result()


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
    text = drawing.drawn(drawn).result()
    assert "…" not in text
    assert all(
        line in text for line in ("one card down, the last card", "stands for all battles,", "shuffled")
    )
