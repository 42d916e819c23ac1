"""The colours of pages and charts: contrast as WCAG 2 computes it, on a light and on a dark screen."""

import itertools

import pytest

from reports.charts import style
from reports.charts.heat_maps import STRONGEST
from reports.colours import SHADES, variable

GROUNDS = ("ground", "paper")
TEXTS = ("ink", "soft", "accent", "yes", "no", "unclear")
DRAWN = ("c1", "c2", "c3", "c4", "c5", "c6")
SCREENS = {"light": 0, "dark": 1}


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def over(colour: str, opacity: float, ground: str) -> str:
    """What a colour of this opacity looks like on a ground."""
    mixed = (
        round(
            opacity * int(colour[place : place + 2], 16)
            + (1 - opacity) * int(ground[place : place + 2], 16)
        )
        for place in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


@pytest.mark.parametrize("place", SCREENS.values(), ids=list(SCREENS))
class TestContrast:
    def test_what_is_drawn_has_3_to_1_and_words_have_4_and_a_half_to_1(
        self, place: int
    ) -> None:
        for names, least in ((DRAWN, 3), (TEXTS, 4.5)):
            for name, ground in itertools.product(names, GROUNDS):
                assert contrast(SHADES[name][place], SHADES[ground][place]) >= least, (
                    name,
                    ground,
                )

    def test_labels_of_the_heat_map_can_be_read_on_its_strongest_colours(
        self, place: int
    ) -> None:
        for side in ("win", "loss"):
            square = over(SHADES[side][place], STRONGEST, SHADES["paper"][place])
            assert contrast(SHADES["ink"][place], square) >= 4.5

    def test_a_number_in_the_colour_of_the_paper_can_be_read_on_what_is_drawn(
        self, place: int
    ) -> None:
        for name in DRAWN:
            assert contrast(SHADES["paper"][place], SHADES[name][place]) >= 4.5

    def test_the_bars_of_a_histogram_keep_3_to_1_although_they_are_not_opaque(
        self, place: int
    ) -> None:
        paper = SHADES["paper"][place]
        assert contrast(over(SHADES["c1"][place], 0.8, paper), paper) >= 3


def test_every_variant_of_a_picture_has_a_colour_that_is_checked_here() -> None:
    assert tuple(map(variable, DRAWN)) == style.PALETTE
