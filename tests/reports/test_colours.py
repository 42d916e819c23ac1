"""The colours of pages and charts: contrast as WCAG 2 computes it, on a light and on a dark screen."""

import itertools

import pytest

from reports.charts import style
from reports.colours import SHADES, variable

GROUNDS = ("ground", "paper")
TEXTS = ("ink", "soft", "accent", "yes", "no", "unclear")
DRAWN = ("c1", "c2", "c3", "c4", "c5", "c6")
SCREENS = {"light": 0, "dark": 1}


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("place", SCREENS.values(), ids=list(SCREENS))
def test_what_is_drawn_has_3_to_1_and_words_have_4_and_a_half_to_1(place):
    """Numbers in the colour of the paper are words on what is drawn."""
    for names, least in ((DRAWN, 3), (TEXTS, 4.5)):
        for name, ground in itertools.product(names, GROUNDS):
            found = contrast(SHADES[name][place], SHADES[ground][place])
            assert found >= least, (name, ground)
    for name in DRAWN:
        assert contrast(SHADES["paper"][place], SHADES[name][place]) >= 4.5


def test_every_variant_of_a_picture_has_a_colour_that_is_checked_here():
    assert tuple(map(variable, DRAWN)) == style.PALETTE
