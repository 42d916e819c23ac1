"""Topics of a report: those that a scenario asks for, and those that a game has."""

import re

import pytest

import reports
from reports.contents import GENERAL, PARTS, compose
from reports.facts import gather
from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.runs import run
from sim.scenario import parse_scenario
from tests.support.told import tables
from tests.support.toy_game import toy_scenario
from tests.support.ways_of_war import ONE


class TestTopics:
    def show(self, names, tmp_path):
        parts = "".join(f"## {name}\n\n{{{{ show('{name}') }}}}\n\n" for name in names)
        text = ONE + f'[answer]\ntext = """So.\n\n{parts}"""\n'
        return run(parse_scenario(text), tmp_path / "run", games=200)

    def test_a_scenario_can_say_what_is_shown_and_in_which_order(self, tmp_path):
        found = compose(self.show(["winner", "length"], tmp_path))
        assert [section.title for section in found.sections] == [
            "winner",
            "length",
            "The rules played",
            "How sure this is",
            "Method",
        ]

    def test_a_text_can_show_some_variants_and_columns_of_a_part(self, tmp_path):
        text = (
            'game = "war"\ngames = 50\nseed = 1\n[vary]\nface_down = [0, 1, 3]\n'
            "[answer]\ntext = '''So.\n\n## Wars\n\n"
            '{{ show("counts", "face_down=3", "face_down=0", "wars") }}\n\'\'\'\n'
        )
        found = compose(run(parse_scenario(text), tmp_path / "run"))
        (table,) = tables(found, "Wars")
        assert table.head == ("", "wars")
        assert [row[0].text for row in table.rows] == [
            "three cards down",
            "no cards down",
        ]

    def test_unfinished_games_are_reported_whatever_is_shown(self, tmp_path):
        found = compose(self.show(["length"], tmp_path))
        assert "came to an end" in str(found.sections)

    def test_an_unknown_part_is_refused_with_the_nearest_name(self, tmp_path):
        played = self.show(["lenght"], tmp_path)
        with pytest.raises(UserError, match=r"answer\.text.*did you mean 'length'"):
            compose(played)

    def test_with_named_hands_the_winner_comes_first(self, tmp_path):
        text = ONE + '\n[rules]\nhands = ["A A A A", "*rest"]\n'
        found = compose(run(parse_scenario(text), tmp_path / "run", games=200))
        assert found.sections[0].title == "Who wins"

    def test_every_topic_has_something_to_say_of_war(self, two):
        facts = gather(two)
        silent = [name for name in GENERAL if PARTS[name](facts) is None]
        assert silent == ["positions"]  # no hands are named


class TestAnotherGame:
    """The report is built from what a game counts."""

    def test_it_has_no_sections_on_what_was_not_counted(self, toy, tmp_path):
        text = reports.render(run(toy_scenario(), tmp_path / "run"), "txt")
        assert "LENGTH IN A GAME" in text
        assert "HOW LONG A GAME LASTS" not in text
        assert "COMING BACK FROM FEW CARDS" not in text
        assert "war" not in text.lower().replace("warlab", "")

    def test_its_own_endings_and_options_are_reported(self, toy, tmp_path):
        text = reports.render(run(toy_scenario(), tmp_path / "run"), "txt")
        assert re.search(r"\n +even +interval +odd", text)
        assert "extra = 3" in text

    def test_a_run_without_games_is_refused_with_the_cure(self, one):
        class Empty:
            path, scenario, variants, game = (
                one.path,
                one.scenario,
                one.variants,
                one.game,
            )

            counted = Tallies()

        empty = Empty()
        with pytest.raises(
            UserError,
            match="no game has been played yet; resuming plays them",
        ):
            compose(empty)
