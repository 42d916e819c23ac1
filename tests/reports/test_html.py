"""The page of a report: it is self-contained and well-formed, and nothing in it breaks out."""

import re

import pytest

from tests.support.markup import Markup
from tests.support.ways_of_war import rendered


@pytest.fixture(scope="module")
def page(two):
    return Markup(rendered(two, "html"))


class TestHtml:
    def test_it_is_self_contained(self, page):
        assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in page.tags}
        for _, attributes in page.tags:
            assert not {"src", "srcset", "data", "onload", "onclick"} & set(attributes)
            assert (attributes.get("href") or "#").startswith(("#", "data:image/"))
        assert not re.search(
            r"url\(|@import|fetch\(|XMLHttpRequest|https?:", "".join(page.texts)
        )

    def test_ids_are_unique(self, page):
        ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
        assert len(ids) == len(set(ids))

    def test_every_link_has_a_target(self, page):
        ids = {attributes.get("id") for _, attributes in page.tags}
        links = [
            (attributes["href"] or "")[1:]
            for tag, attributes in page.tags
            if tag == "a" and "download" not in attributes
        ]
        assert len(links) > 5
        assert set(links) <= ids

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
