"""What ``warlab run`` refuses: wrong scenarios, the directories of others, and disks that take nothing."""

import pytest

from tests.support.command_line import refusal, refuses
from tests.support.toy_game import every_file

pytestmark = pytest.mark.usefixtures("directory")


def test_an_existing_run_is_not_touched_without_resume(played, directory):
    before = every_file(directory)
    assert refusal("run certain.toml") == (
        "runs/certain: this directory already has a run of 'A certain game'; "
        "resume it, or choose another directory"
    )
    assert every_file(directory) == before


def test_a_run_of_another_scenario_is_never_mixed_in(played, directory):
    before = every_file(directory)
    refuses("""
$ warlab run certain.toml --resume --seed 2
runs/certain: it holds a run of another scenario: the seed is 1, not 2; choose another directory
$ warlab run quick --resume --out runs/certain
runs/certain: it holds a run of another scenario: the variants are face_down=0;
face_down=1, not one down; three down; choose another directory
""")
    assert every_file(directory) == before


def test_a_directory_with_other_things_in_it_is_not_written_to(directory):
    refuses("""
$ warlab run certain.toml --out .
.: it is not empty and not a run; choose another directory, or an empty one
$ warlab run certain.toml --out certain.toml
certain.toml: it is a file; choose another directory
""")
    assert [path.name for path in directory.iterdir()] == ["certain.toml"]
