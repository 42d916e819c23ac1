"""Charts of chances: each point is drawn where it lies."""

from __future__ import annotations

from typing import Any

from reports.charts.curves import Chance, Curve, chances


def test_points_lie_at_their_true_places_however_many_curves_there_are() -> None:
    for count in (1, 2, 5, 9):
        curves = [
            Curve(
                f"rules {place}",
                tuple(Chance(held, 0.1 * held, 0.09 * held, 0.11 * held) for held in range(5)),
            )
            for place in range(count)
        ]
        spec: Any = chances(curves, "aces", "wins", even=True)
        rows = [row for data in spec["datasets"].values() for row in data if "at" in row]
        assert {row["at"] for row in rows} == {0, 1, 2, 3, 4}
        assert {(row["at"], row["value"]) for row in rows} == {(held, 0.1 * held) for held in range(5)}


def test_intervals_on_top_of_each_other_can_be_told_apart() -> None:
    curves = [
        Curve(f"rules {place}", (Chance(1, 0.5, 0.4, 0.6), Chance(2, 0.6, 0.5, 0.7))) for place in range(4)
    ]
    spec: Any = chances(curves, "aces", "wins")
    bars = [row["bar"] for data in spec["datasets"].values() for row in data if row["at"] == 1]
    assert bars == sorted(set(bars), reverse=True)
    assert len(bars) == 4
