"""Compiled code: where it is kept, for which processor, and that Numba itself stays as it was."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba import config, njit

from sim.commands.start import COMPILING
from sim.kernels import CACHE_DIRECTORY
from sim.kernels.llvm.processor import has
from sim.machine.compiler import before_compiling
from tests.support.places import ROOT

PLAY = "import sys; from sim.commands.cli import main; sys.exit(main(['play', 'war', '--games', '10']))"


def python(code, **environment):
    """Run a program in an environment with the given variables set, or unset."""
    changed = {**os.environ, **environment}
    variables = {name: value for name, value in changed.items() if value is not None}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )


NUMBA_AS_IT_WAS = """
import numba
from numba.core import caching, codegen, compiler, dispatcher, inline_closurecall, targetconfig
from numba.core.types import functions

def state():
    modules = (caching, codegen, compiler, dispatcher, inline_closurecall, targetconfig, functions)
    classes = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    # Python's own counts of the subclasses and instances of abstract classes change with every use.
    methods = {
        (kind.__module__, kind.__qualname__, name): id(value)
        for kind in classes
        for name, value in vars(kind).items()
        if kind.__module__.startswith("numba") and not name.startswith("_abc_")
    }
    return methods, {name: value for name, value in vars(numba.config).items() if name.isupper()}

methods, settings = state()
import sim
for name in sim.games():
    sim.play(name, games=2, seed=1)
after, settings_after = state()
changed = [name for name in methods if methods[name] != after.get(name)]
print(len(methods) > 100, changed, settings == settings_after)
"""


def test_playing_every_game_leaves_numba_as_it_was():
    done = python(NUMBA_AS_IT_WAS, NUMBA_CACHE_DIR=str(CACHE_DIRECTORY))
    assert (done.stdout, done.stderr) == ("True [] True\n", "")


COMPILED = """
import sim
from sim.machine.compiler import before_compiling

before_compiling(lambda: print("compiled"))
for rules in ({}, {"face_down": 3}, {"pickup": "shuffled"}):
    sim.play("war", games=64, seed=1, rules=rules)
"""


@pytest.mark.slow
def test_a_second_process_compiles_nothing():
    for _ in range(2):
        done = python(COMPILED, NUMBA_CACHE_DIR=str(CACHE_DIRECTORY))
    assert (done.stdout, done.stderr) == ("", "")


class TestDirectory:
    SAY = "import sim.kernels, numba; print(sim.kernels.CACHE_DIRECTORY, numba.config.CACHE_DIR)"

    def test_it_is_the_user_s_choice_as_it_is(self, tmp_path):
        place = tmp_path / "new" / "cache"
        assert (
            python(self.SAY, NUMBA_CACHE_DIR=str(place)).stdout == f"{place} {place}\n"
        )
        assert place.is_dir()

    def test_otherwise_it_lies_in_the_user_s_cache(self, tmp_path):
        done = python(
            self.SAY,
            NUMBA_CACHE_DIR=None,
            XDG_CACHE_HOME=str(tmp_path),
            HOME=str(tmp_path),
        )
        ours, numbas = map(Path, done.stdout.split())
        assert ours == numbas
        assert ours.name.startswith("kernels-")
        assert tmp_path in ours.parents

    def test_numba_keeps_the_settings_that_it_was_imported_with(self, tmp_path):
        code = "import numba, sim.kernels, os; print([numba.config.CACHE_DIR, os.environ.get('NUMBA_CACHE_DIR')])"
        done = python(code, NUMBA_CACHE_DIR=None, XDG_CACHE_HOME=str(tmp_path))
        assert done.stdout == "['', None]\n"

    @pytest.mark.slow
    def test_code_is_never_kept_beside_the_source_where_a_changed_file_would_go_unnoticed(
        self,
    ):
        code = "import numba, sim; sim.play('tod-und-leben', games=1)"
        assert python(code, NUMBA_CACHE_DIR=None).returncode == 0
        assert not list((ROOT / "sim").rglob("*.nbi"))

    @pytest.mark.slow
    def test_one_that_cannot_be_is_refused_in_one_line(self, tmp_path):
        (tmp_path / "file").write_text("")
        place = tmp_path / "file" / "cache"
        done = python(PLAY, NUMBA_CACHE_DIR=str(place))
        message = (
            f"warlab: NUMBA_CACHE_DIR: {place}: compiled code cannot be kept there: not a directory; "
            "set NUMBA_CACHE_DIR to a directory that you may write to\n"
        )
        assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.slow
def test_without_the_compiler_one_line_says_so():
    done = python(PLAY, NUMBA_DISABLE_JIT="1")
    message = "warlab: NUMBA_DISABLE_JIT: it switches off the compiler that the games are played with; unset it\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_what_users_name_for_the_compiler_is_what_counts(monkeypatch):
    monkeypatch.setattr(config, "CPU_NAME", "generic")
    monkeypatch.setattr(config, "CPU_FEATURES", "+sse2,+bmi2")
    assert has("bmi2")
    assert not has("avx2")
    monkeypatch.setattr(config, "CPU_FEATURES", "")
    assert not has("bmi2")


def test_what_must_be_compiled_is_told_once():
    import sim.kernels.compiling  # noqa: F401  # listens to Numba

    add_one = njit(lambda number: number + 1)  # not kept on disk
    calls = []
    before_compiling(lambda: calls.append(1))
    assert add_one(4) == 5
    assert add_one(4.0) == 5
    assert calls == [1]


@pytest.mark.slow
def test_only_the_first_use_says_that_it_compiles(tmp_path):
    program = "import sys; from sim.commands.start import main; sys.exit(main())"
    play = (
        f"import sys; sys.argv[1:] = ['play', 'casino-war', '--games', '10']\n{program}"
    )
    first, second = (python(play, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert first.stderr == f"{COMPILING}\n"
    assert second.stderr == ""
    assert first.returncode == second.returncode == 0
