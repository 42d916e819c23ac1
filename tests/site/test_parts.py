"""The parts of the site: every question and game is there, and what they say is what was played."""

import re
from html import unescape

import pytest

import sim
from docs.site import __main__ as atlas
from docs.site import front, prose, questions, reports, rules
from reports.contents import compose
from sim.contract.events import Settled
from sim.scenario import load_scenario


def text_of(files, path):
    """Return the words of a page."""
    return unescape(re.sub(r"<[^>]+>", "", files[path].decode()))


def test_every_question_of_the_document_has_a_page_with_its_commands(files):
    assert len(questions.chapters()) > 15
    for chapter in questions.chapters():
        text = text_of(files, f"questions/{chapter.place}.html")
        assert chapter.commands
        assert all(line in text for line in chapter.commands)
        assert len(questions.in_one_line(chapter)) >= 20


def test_there_is_one_list_in_plain_words(files):
    body = files["questions.html"].decode()
    # The scenario "quick" is behind no question, so it stands beside them; one that is
    # behind one does not.
    assert body.count('href="questions/quick.html"') == 1
    main = body[body.index("<main") :]
    assert main.count("<li>") == len(questions.asked()) + 1
    for path in ("index.html", "questions.html", "games.html", "rules.html"):
        assert not re.search(r"\w_\w|[(]?[−-]\d+/\d+|0\.0000|`", text_of(files, path))
    assert "also computed exactly" in text_of(files, "games.html")


def test_a_question_belongs_to_the_game_that_its_commands_play():
    assert questions.game_of(["warlab ask x", "warlab replay gops 3"]) == "gops"
    assert questions.game_of(["warlab run pyanitsa"]) == load_scenario("pyanitsa").game
    assert questions.game_of(["warlab games"]) == "war"


def test_every_game_is_listed_with_its_rules_its_questions_and_where_it_is_played(
    files,
):
    body = files["games.html"].decode()
    for name in sim.games():
        assert f'id="{name}"' in body
        assert f'href="docs/rules/{name}.html"' in body
    played = set(re.findall(r'href="(play/[\w-]+\.html)"', body))
    assert played == {path for path in files if path.startswith("play/")}
    assert "play/war.html" in played
    assert "questions/how-long-does-it-last.html" in body
    for name in sim.games():
        assert f'href="replays/{name}.html"' in body
        assert b'<a href="../index.html">warlab</a>' in files[f"replays/{name}.html"]


def test_a_page_that_plays_leads_back_to_the_site(files):
    text = files["play/war.html"].decode()
    assert '<a href="../index.html">warlab</a>' in text
    assert '<noscript><p><a href="../rules.html#kept">' in text


def test_the_table_of_rules_is_that_of_the_kept_statistics(files):
    # As docs/questions.md has them, from a million games.
    text = " ".join(text_of(files, "rules.html").split())
    assert "one card down13.8913.81–13.98289.3 rounds20.65" in text
    assert rules.places() == [
        "winner's cards first",
        "won cards shuffled",
        "won cards on a pile",
    ]
    minutes = [float(row["cells"][0]["minutes"]) for row in rules.kept_answers()]
    assert minutes == sorted(minutes, reverse=True)


def test_a_report_says_the_same_as_the_stand_alone_one_and_names_its_sample(
    files, quick
):
    body, report = files["questions/quick.html"].decode(), compose(quick)
    for section in report.sections:
        assert f'id="{section.anchor}"' in body
    for number in report.numbers:
        assert number.text.replace(" %", "\N{NO-BREAK SPACE}%") in body
    assert "a sample, 300 games of each variant" in body
    assert "The scenario plays 20,000" in body
    assert str(quick.path) not in body
    assert "warlab replay again " in body


@pytest.mark.slow
def test_the_pages_are_the_same_from_any_number_of_processes(quick):
    both = {"quick": quick.path, "war-length": quick.path}
    assert reports.reported(both, 2) == reports.reported(both, 1)


def test_a_game_that_plays_itself_has_every_step_of_the_replay():
    replay = sim.replay("war", 571)
    held, cards = front.packets(replay)
    sizes = {
        tuple(map(len, event.packets)) for event in replay if isinstance(event, Settled)
    }
    assert cards == 52
    assert {(own, cards - own) for own in held} == sizes
    assert front.moving(held).count("--held") == len(held)


class TestProse:
    def test_links_stay_in_the_site(self):
        leads = prose.leads
        assert leads("rules/war.md", "../statistics.md") == "@/docs/statistics.html"
        assert leads("statistics.md", "https://example.org/") == "https://example.org/"
        assert leads("statistics.md", "#levels") == "#levels"
        made = prose.convert("[more](reproduce.md)", "statistics.md")
        assert made == '<p><a href="@/docs/reproduce.html">more</a></p>\n'

    def test_html_in_a_document_is_text(self):
        assert "<script>" not in prose.convert("<script>x</script>", "questions.md")

    def test_a_number_and_its_interval_are_on_two_lines(self):
        text = "| | b |\n| --- | ---: |\n| x (y) | 1.5 (1.4–1.6) |\n"
        made = prose.convert(text, "questions.md")
        assert (
            '<td class="number">1.5<span class="interval">1.4–1.6</span></td>' in made
        )
        assert "<td>x (y)</td>" in made
        # A heading without words is none, and no style stands in a page.
        assert "<th></th>" not in made
        assert "style=" not in made


def test_an_error_is_one_line_that_blames_no_older_version(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "runs").write_text("no folder")
    words = ["atlas", str(tmp_path / "site"), "--runs", str(tmp_path / "runs")]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit, match="2"):
        atlas.main()
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(str(tmp_path / "runs"))
