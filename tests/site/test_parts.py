"""The parts of the site: every question, game and document has its page, and what they say is what was played."""

import json
import re
import struct
from html import unescape

import pytest

import sim
from docs.site import guides, pictures, prose, questions, reports, search
from docs.site.page import Page, Part
from docs.site.writing import render_site
from reports import documents
from reports.contents import compose
from tests.support.links import broken_links


@pytest.fixture(scope="module")
def run(quick: sim.Run) -> sim.Run:
    return quick


@pytest.fixture(scope="module")
def pages(parts: tuple[Part, ...]) -> dict[str, Page]:
    return {page.path: page for part in parts for page in part.pages}


def test_every_question_of_the_document_has_a_page_with_its_commands(
    pages: dict[str, Page],
) -> None:
    _, found = documents.chapters(documents.document("questions.md"))
    assert len(found) > 15
    for chapter in found:
        body = unescape(
            re.sub(r"<[^>]+>", "", pages[f"questions/{chapter.place}/"].body)
        )
        assert chapter.commands
        assert all(line in body for line in chapter.commands)
        assert len(questions.in_one_line(chapter)) >= 20


def test_there_is_one_list_in_plain_words_and_each_question_has_its_picture(
    pages: dict[str, Page],
) -> None:
    body = pages["questions/"].body
    # The scenario "quick" is behind no question, so it stands beside them; one that is behind one does not.
    assert body.count('href="@/questions/quick/"') == 1
    assert body.count("<li>") == body.count("<svg") == len(questions.asked()) + 1
    for path in ("", "questions/"):
        text = unescape(re.sub(r"<[^>]+>", " ", pages[path].body))
        assert not re.search(r"\w_\w|[(]?[−-]\d+/\d+|0\.0000|`", text)
    listed = pages["games/"].body
    assert "also solved exactly" in listed
    assert "warlab" not in listed


def test_every_link_leads_somewhere_in_the_site(parts: tuple[Part, ...]) -> None:
    assert broken_links(render_site(*parts)) == []


def test_every_question_and_report_has_a_card_of_the_size_that_links_are_shown_with(
    parts: tuple[Part, ...], pages: dict[str, Page]
) -> None:
    files = {file.path: file.content for part in parts for file in part.assets}
    answers = [
        page
        for path, page in pages.items()
        if path.startswith("questions/") and path != "questions/"
    ]
    assert len({page.card for page in answers}) == len(answers)
    for page in (*answers, pages[""]):
        # The mark of a JPEG file's frame is followed by its length, its depth, its height and its width.
        made = files[page.card]
        frame = made.index(b"\xff\xc0")
        assert struct.unpack(">HH", made[frame + 5 : frame + 9]) == (630, 1200)
    assert (
        '<a download="quick.svg" href="@/assets/cards/quick.svg">SVG</a>'
        in pages["questions/quick/"].body
    )


def test_the_picture_of_an_answer_is_of_what_it_says() -> None:
    text = "27.42 on average, with a median of 21; 22.09 in order."
    assert [
        kind
        for kind, _ in pictures.of_chapter(
            f"{text} In 6 % there are none.", text
        ).shapes
    ] == ["bar"]
    text = "In one of 159,620,171.7 deals."
    assert pictures.of_chapter(text, text) == pictures.share(0)


def test_a_listing_can_be_scrolled_by_keys_however_it_is_written() -> None:
    for text in ("```\nwarlab games\n```\n", "    warlab games\n"):
        assert (
            prose.convert(text, str).html
            == '<pre tabindex="0"><code>warlab games</code></pre>\n'
        )


def test_a_report_says_the_same_as_the_stand_alone_one_and_names_its_sample(
    pages: dict[str, Page], run: sim.Run
) -> None:
    body, report = pages["questions/quick/"].body, compose(run)
    for section in report.sections:
        assert f'id="{section.anchor}"' in body
    for number in report.numbers:
        assert number.text.replace(" %", "\N{NO-BREAK SPACE}%") in body
    assert "a sample, 300 games of each variant" in body
    assert "The scenario plays 20,000" in body
    assert str(run.path) not in body
    assert "warlab replay runs/quick 0" in body


def test_every_game_has_a_page_with_options_source_and_a_told_game(
    pages: dict[str, Page],
) -> None:
    for name, game in sim.games().items():
        body = pages[f"games/{name}/"].body
        for option in game.rules.options():
            assert f"<code>{option.name}</code>" in body
        assert body.count('<h2 id="one-game-step-by-step">') == 1
        assert f"warlab replay {name}" in re.sub("<.*?>", "", body)
        assert "The words of the source" in body
    assert "@/questions/how-long-does-it-last/" in pages["games/war/"].body
    assert "@/questions/is-going-to-war" in pages["games/casino-war/"].body


def test_every_document_has_a_page_under_a_heading(pages: dict[str, Page]) -> None:
    named = {name for names in guides.grouped().values() for name in names}
    there = {
        path.relative_to(documents.directory()).as_posix()
        for path in documents.directory().rglob("*.md")
    }
    own = {name for name in there if name.startswith("rules/")} | {"questions.md"}
    assert named == (there - own) | {"changelog.md"}
    assert "More" not in guides.grouped(), (
        "put it under a heading in docs/site/guides.py"
    )
    for name in named:
        assert documents.address(name) in pages


def test_the_index_finds_a_page_by_title_heading_and_text(
    pages: dict[str, Page],
) -> None:
    (asset,) = [
        one
        for one in search.part([Part(tuple(pages.values()))]).assets
        if one.path == search.INDEX
    ]
    text = asset.content.decode()
    index = {
        path: rest
        for path, *rest in json.loads(text[text.index("[") : text.rindex("]") + 1])
    }
    title, _, headings, words = index["docs/statistics/"]
    assert title == "How sure the numbers are"
    assert ["comparing-variants", "Comparing variants"] in headings
    assert "clopper" in words.split()
    assert "svg" not in words.split()


class TestProse:
    def test_links_stay_in_the_site_or_become_text(self) -> None:
        leads = documents.leads
        assert leads("questions.md", "casino-war.md#odds") == "@/docs/casino-war/#odds"
        assert leads("rules/war.md", "../statistics.md") == "@/docs/statistics/"
        assert leads("statistics.md", "questions.md#how-long-does-it-last") == (
            "@/questions/how-long-does-it-last/"
        )
        assert leads("statistics.md", "../sim/stats") is None
        assert leads("statistics.md", "https://example.org/") == "https://example.org/"
        assert leads("statistics.md", "#levels") == "#levels"
        text = "[the code](../sim/stats) and [more](reproduce.md)"
        made = prose.convert(text, lambda link: leads("statistics.md", link)).html
        assert made == '<p>the code and <a href="@/docs/reproduce/">more</a></p>\n'

    def test_comments_are_left_out_except_in_listings(self) -> None:
        text = (
            "<!-- a\ncomment -->\nOne <!-- x -->two.\n\n```text\n<!-- kept -->\n```\n"
        )
        made = prose.convert(text, lambda link: link).html
        assert "comment" not in made
        assert "One two." in made
        assert "&lt;!-- kept --&gt;" in made

    def test_html_in_a_document_is_text(self) -> None:
        assert (
            "<script>"
            not in prose.convert("<script>x</script>", lambda link: link).html
        )

    def test_a_number_and_its_interval_are_on_two_lines(self) -> None:
        text = "| a | b |\n| --- | ---: |\n| x (y) | 1.5 (1.4–1.6) |\n"
        made = prose.convert(text, lambda link: link).html
        assert '1.5<span class="interval">1.4–1.6</span></td>' in made
        assert "<td>x (y)</td>" in made

    def test_headings_with_the_same_words_have_places_of_their_own(self) -> None:
        made = prose.convert("## A\n\n## A\n", lambda link: link)
        assert [one.place for one in made.headings] == ["a", "a-1"]

    def test_a_comment_of_a_listing_is_not_a_heading(self) -> None:
        before, found = documents.chapters(
            "# T\n\nfirst\n\n## One\n\n```sh\nx\n## not a heading\n```\n\n## Two\n"
        )
        assert before == "# T\n\nfirst"
        assert [one.title for one in found] == ["One", "Two"]
        assert found[0].commands == ("x", "## not a heading")


@pytest.mark.slow
def test_the_pages_are_the_same_from_any_number_of_processes(run: sim.Run) -> None:
    both = {"quick": run.path, "war-length": run.path}
    assert reports.reported(both, 2) == reports.reported(both, 1)
