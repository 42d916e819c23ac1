"""Pictures of lengths against the rows: when games end, how far distributions are apart, and how far quantiles."""

import pytest

from reports.facts import gather
from reports.sections.figures import (
    hazard_figure,
)


@pytest.fixture(scope="module")
def lengths(two):
    rows = two.games().select("variant", "rounds").collect()
    return {
        name: rows.filter(variant=name)["rounds"].to_numpy()
        for name in rows["variant"].unique(maintain_order=True)
    }


def drawn(figure):
    assert figure.draw()["datasets"]
    return figure


def test_the_hazard_is_the_share_of_those_still_going_that_end(two, lengths):
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
