"""The picture of a report as a file of its own, the words that a report explains, and a precision not reached."""

from pathlib import Path

import pytest

import sim
from reports import picture
from reports.contents import compose
from sim.errors import UserError
from sim.runs import Run
from sim.scenario import parse_scenario
from tests.support.command_line import warlab


def test_a_picture_says_what_it_answers_where_it_comes_from_and_the_seed(
    two: Run,
) -> None:
    report = compose(two)
    drawing = picture.svg(report, two.scenario.seed)
    assert report.picture is not None
    assert ">Which is shorter?</text>" in drawing
    assert (
        f">{report.picture.title}</text>".replace("&", "&amp;").replace(
            "<b>", "&lt;b&gt;"
        )
        in drawing
    )
    assert "; seed 5. Made with warlab.</text>" in drawing
    assert "var(--" not in drawing, "a file of its own has no style sheet"


def test_a_picture_is_written_by_its_ending(one: Run, tmp_path: Path) -> None:
    for name in ("a.svg", "a.PNG"):
        said = warlab(
            "report", str(one.path), "--picture", str(tmp_path / name), "--card"
        )
        assert said.out == f"The picture is in {tmp_path / name}\n"
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(UserError, match=r"is a \.png or \.svg file"):
        picture.write(compose(one), 5, tmp_path / "a.gif")


def test_a_precision_that_was_not_reached_is_said(tmp_path: Path) -> None:
    # 20,000 games of 32 cards know their mean to about 1 %: much better than 90 %, not
    # as well as 0.1 %.
    text = 'game = "war"\ngames = 20_000\nseed = 1\n[rules]\nlowest = 7\n[precision]\n"rounds mean" = "{} %"\n'
    told = {}
    for asked in ("0.1", "90"):
        run = sim.run(parse_scenario(text.format(asked)), out=tmp_path / asked)
        told[asked] = (
            run.status().why,
            " ".join(compose(run).cautions),
            warlab("status", str(run.path)).out,
        )
    missed = (
        "ot known as well as was asked: rounds mean (war) within 0.1 % of its value: "
    )
    assert all(missed in " ".join(words.split()) for words in told["0.1"])
    assert not any("known as well" in words for words in told["90"])
