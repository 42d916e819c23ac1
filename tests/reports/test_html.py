"""The page of a report: it is self-contained and well-formed, and nothing in it breaks out."""

import re

import pytest

from tests.support.markup import Markup, broken_links
from tests.support.ways_of_war import rendered


@pytest.fixture(scope="module")
def page(two):
    return Markup(rendered(two, "html"))


class TestHtml:
    def test_it_is_self_contained_and_every_link_has_a_target(self, two, page):
        assert page.is_in_order
        assert broken_links({"report.html": rendered(two, "html").encode()}) == []
        assert page.count("a") > 5
        attributes = {name for _, about in page.tags for name in about}
        assert not [name for name in attributes if name.startswith("on")]
        assert not re.search(
            r"url\(|@import|fetch\(|XMLHttpRequest|https?:", "".join(page.texts)
        )

    def test_every_table_has_a_caption_and_every_chart_a_description(self, page):
        assert page.count("table") == page.count("caption") > 5
        charts = [
            attributes
            for tag, attributes in page.tags
            if attributes.get("role") == "img"
        ]
        # The picture of the answer is drawn a second time, for a phone.
        assert len(charts) == page.count("svg") - 1 == page.count("figcaption") > 0
        assert all(len(chart["aria-label"] or "") > 30 for chart in charts)

    def test_names_cannot_break_out(self, page):
        assert page.count("b") == 0
        assert "<b>capped</b>" in "".join(page.texts)

    @pytest.mark.slow
    @pytest.mark.parametrize("which", ["one", "two", "many"])
    def test_it_is_small_enough_to_send(self, which, request):
        text = rendered(request.getfixturevalue(which), "html")
        assert 20_000 < len(text.encode()) < 1_200_000
