"""Pictures of lengths against the rows: when games end, how far distributions are apart, and how far quantiles."""

import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import reports
import sim
from reports.facts import gather
from reports.sections.figures import (
    QUANTILES,
    distributions_figure,
    hazard_figure,
    quantiles_figure,
)
from sim.contract.answer import Figure
from sim.runs import Run

Lengths = dict[str, NDArray[np.int64]]


@pytest.fixture(scope="module")
def lengths(two: Run) -> Lengths:
    rows = two.games().select("variant", "rounds").collect()
    return {
        name: rows.filter(variant=name)["rounds"].to_numpy()
        for name in rows["variant"].unique(maintain_order=True)
    }


def drawn(figure: Figure | None) -> Figure:
    assert figure is not None
    assert figure.draw()["datasets"]
    return figure


def test_the_hazard_is_the_share_of_those_still_going_that_end(
    two: Run, lengths: Lengths
) -> None:
    figure = drawn(hazard_figure(gather(two), "rounds"))
    assert [bars.label for bars in figure.bars] == list(lengths)
    for bars, rounds in zip(figure.bars, lengths.values(), strict=True):
        for label, share in zip(bars.labels, bars.shares, strict=True):
            low, high = (int(end.replace(",", "")) for end in label.split("–"))
            going = rounds > low
            assert going.sum() >= 25
            assert share == pytest.approx(
                (going & (rounds <= high)).sum() / going.sum()
            )


def test_distributions_differ_by_the_shares_over_by_each_length(two: Run) -> None:
    figure = drawn(distributions_figure(gather(two), "rounds"))
    variants = two.games().collect().partition_by("variant", maintain_order=True)
    # A game that was stopped (winner -2) is not over.
    first, other = (
        np.where(own["winner"] == -2, np.inf, own["rounds"]) for own in variants
    )
    (bars,) = figure.bars
    for label, share, text in zip(
        bars.labels, bars.shares, bars.texts or (), strict=True
    ):
        at = int(re.sub(r"\D", "", label))
        assert share == pytest.approx(
            far := (other <= at).mean() - (first <= at).mean()
        )
        value, low, high = (
            int(number) for number in re.findall(r"-?\d+", text.replace("−", "-"))
        )
        # Dvoretzky, Kiefer and Wolfowitz for both variants, each at half of 5 %: 2 sqrt(ln(4 / 0.05) / 2 n).
        reach = 200 * np.sqrt(np.log(80) / (2 * len(first)))
        assert value == pytest.approx(100 * far, abs=0.51)
        assert (low, high) == pytest.approx(
            (100 * far - reach, 100 * far + reach), abs=0.51
        )


def test_quantiles_differ_by_those_of_the_rows(two: Run, lengths: Lengths) -> None:
    figure = drawn(quantiles_figure(gather(two), "rounds"))
    first, other = lengths.values()
    (bars,) = figure.bars
    assert len(bars.labels) == len(QUANTILES)
    for label, text in zip(bars.labels, bars.texts or (), strict=True):
        share = float(label.removesuffix(" % over")) / 100
        told = int(re.sub(r"[^\d−]", "", text.split(" (")[0]).replace("−", "-"))
        assert told == np.quantile(other, share, method="inverted_cdf") - np.quantile(
            first, share, method="inverted_cdf"
        )


@pytest.mark.slow
def test_games_too_few_for_any_interval_have_a_report_without_a_picture_of_quantiles(
    tmp_path: Path,
) -> None:
    run = sim.run("face-down-cards", out=tmp_path / "run", games=2)
    assert quantiles_figure(gather(run), "rounds") is None
    assert reports.render(run, "html")
