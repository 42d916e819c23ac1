"""Numbers in reports: the interval decides the digits, and rounding does no harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports import numbers
from reports.answer.values import Value
from reports.answer.wording import interval, wording
from reports.cells import cell
from sim.contract.answer import Number
from sim.scenario.answer import PlannedNumber
from sim.stats import Interval


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e5))
def test_rounding_moves_no_end_by_more_than_a_quarter_of_the_half_width(middle, half):
    low, high = middle - half, middle + half
    text = numbers.fixed(low, numbers.decimals_for(low, high))
    told = float(text.replace(",", "").replace("−", "-"))
    assert abs(told - low) <= 0.2501 * half


@given(st.floats(1e-6, 1e5))
def test_no_more_than_two_digits_of_the_half_width_are_shown(half):
    decimals = numbers.decimals_for(0.0, 2 * half)
    assert decimals == 0 or half * 10**decimals < 20


def test_a_share_of_one_in_hundreds_of_millions_is_not_a_row_of_zeros():
    # 26 : 0 without a tie, for one named player.
    assert numbers.percent(3.132436174322299e-9) == "3.1·10⁻⁹"
    assert numbers.one_in(2 * 3.132436174322299e-9) == "1 in 160,000,000"


@pytest.mark.parametrize(
    ("value", "low", "high", "told"),
    [
        # One game in 50,000, and in three million: the lower end alone is tiny.
        (2.0e-5, 5.1e-7, 1.1e-4, ("0.002 %", "0–0.011 %")),
        (3.3e-7, 8.4e-9, 1.9e-6, ("0.00003 %", "0–0.00019 %")),
        # One in a hundred million: all of it is.
        (1.0e-8, 2.5e-10, 5.6e-8, ("1.0·10⁻⁸", "2.5·10⁻¹⁰–5.6·10⁻⁸")),
        (0.12, 0.11, 0.13, ("12.0 %", "11.0–13.0 %")),
    ],
)
def test_an_interval_has_the_unit_and_the_precision_of_its_value(
    value, low, high, told
):
    assert (numbers.percent(value, low, high), numbers.percent_span(low, high)) == told


@given(st.floats(0.01, 1e5), st.floats(0, 1e3), st.floats(0, 1e3))
def test_an_interval_holds_its_value_as_both_are_shown(value, below, above):
    low, high = value - below, value + above

    def told(text):
        return float(text.replace(",", "").replace("−", "-"))

    ends = numbers.span(low, high, word=" to ").split(" to ")
    assert told(ends[0]) <= told(numbers.estimate(value, low, high)) <= told(ends[1])


def test_an_interval_without_width_has_the_digits_of_its_value():
    # 319 plays and 8 plays at two and at two and a half seconds each, as minutes.
    minutes, moment = 319 * 2 / 60, 8 * 2.5 / 60
    assert numbers.estimate(minutes, minutes, minutes) == "10.6"
    assert numbers.span(minutes, minutes) == "10.6–10.6"
    assert (numbers.estimate(moment, moment, moment), numbers.span(moment, moment)) == (
        "0.333",
        "0.333–0.333",
    )
    assert numbers.percent_span(0.123456, 0.123456) == "12.3–12.3 %"
    plain, narrow = (cell(Number(value, value, value)) for value in (224.0, 10.6))
    assert (plain.text, plain.interval, narrow.text, narrow.interval) == (
        "224",
        "",
        "10.6",
        "",
    )


@pytest.mark.parametrize(
    ("written", "ends"),
    [
        ("number", (437.18, 436.61, 437.74)),
        ("number", (0.8184, 0.81, 0.8268)),
        ("percent", (0.4933, 0.4835, 0.5031)),
        ("percent", (1.0, 0.9990, 1.0)),
        ("percent", (0.02424, None, None)),
    ],
)
def test_a_number_has_one_form_on_the_first_screen_and_in_a_table(written, ends):
    planned = PlannedNumber("x", "", "", written=written, label="")
    first = Value(planned, Interval(*ends, 0.95))
    found = cell(Number(*ends, share=written == "percent"))
    assert wording(first) == found.text
    between = found.interval.replace("–", " to ").replace("≥", "at least")
    assert interval(first) == between
