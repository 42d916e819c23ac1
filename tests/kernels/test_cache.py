"""The cache of compiled code: what is damaged in it is compiled again, and where it cannot be is said by its name."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import njit
from numba.core import config

from sim.errors import UserError
from sim.kernels import cache, kept
from sim.kernels.compiling import kernel, part
from sim.kernels.kept import NotKeptWarning, compiling_told
from sim.kernels.processor import has
from tests.support import tiers

TOP = Path(__file__).parents[2]


def add(values, more):
    for place in range(len(values)):
        values[place] += more


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where compiled code is kept during a test."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def compiled() -> int:
    """Return for how many of two types the function had to be compiled, as a new process would."""
    function = kernel(add)
    for kind in (np.int64, np.float64):
        values = np.ones(2, kind)
        function(values, kind(2))
        assert values.tolist() == [3, 3]
    return sum(function.stats.cache_misses.values())  # type: ignore[attr-defined]


def files(directory: Path, kind: str) -> list[Path]:
    return sorted(directory.rglob(f"*add*.{kind}"))


def test_code_is_kept(directory: Path) -> None:
    assert (compiled(), compiled()) == (2, 0)
    assert (len(files(directory, "nbi")), len(files(directory, "nbc"))) == (1, 2)


def double(number):
    return 2 * number


def _calling(doubled, more):
    return njit(lambda number: doubled(number) + more)


def test_the_code_of_a_part_is_kept_for_kernels_that_are_compiled_later() -> None:
    misses = []
    for more in (1, 2):
        doubled = part(double)
        assert _calling(doubled, more)(20) == 40 + more
        misses.append(sum(doubled.stats.cache_misses.values()))  # type: ignore[attr-defined]
    assert misses == [1, 0]


@tiers.crossed(
    ("damage", "kind"), ["empty", "cut", "bit", "exchanged", "foreign", "a directory"], ["nbi", "nbc"]
)
def test_damaged_code_is_compiled_again(directory: Path, kind: str, damage: str) -> None:
    compiled()
    damaged = files(directory, kind)
    data = [path.read_bytes() for path in damaged]
    for place, path in enumerate(damaged):
        middle = len(data[place]) // 2
        flipped = data[place][:middle] + bytes([data[place][middle] ^ 4]) + data[place][middle + 1 :]
        others = {"empty": b"", "cut": data[place][:-1], "bit": flipped, "foreign": b"of another program"}
        if damage == "a directory":
            path.unlink()
            path.mkdir()
        else:
            path.write_bytes(others.get(damage, data[place - 1] if kind == "nbc" else b""))
    if damage == "a directory":
        with pytest.warns(NotKeptWarning, match="cannot be kept there: is a directory; each start compiles"):
            assert compiled() == 2
    else:
        assert (compiled(), compiled()) == (2, 0)


def test_a_full_disk_is_said_once_and_the_games_are_played(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*what: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(kept._SealedFiles, "_write", full)
    said = f"^{directory}: compiled code cannot be kept there: no space left on device; each start compiles"
    with pytest.warns(NotKeptWarning, match=said) as warned:
        assert (compiled(), compiled()) == (2, 2)
    assert len(warned) == 1


def test_what_must_be_compiled_is_told_once(directory: Path) -> None:
    told: list[int] = []
    with compiling_told(lambda: told.append(1)):
        compiled()
    assert told == [1]
    with compiling_told(lambda: told.append(2)):
        compiled()
    assert told == [1]


def test_a_chosen_directory_that_cannot_be_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    with pytest.raises(UserError, match=r"^NUMBA_CACHE_DIR: .*/file/kernels-.*: file exists; name a dir"):
        cache.cache_directory()


class TestWithoutAHome:
    @pytest.fixture(autouse=True)
    def nowhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").write_text("")
        monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
        monkeypatch.setattr(cache, "user_cache_path", lambda name: Path("~/.cache") / name)
        monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
        monkeypatch.chdir(tmp_path)

    def test_a_temporary_directory_of_the_user_s_own_is_used_again(self, tmp_path: Path) -> None:
        found = cache.cache_directory()
        assert found.parent == tmp_path / f"warlab-cache-{os.geteuid()}"
        assert found.parent.stat().st_mode & 0o077 == 0
        assert cache.cache_directory() == found
        assert sorted(path.name for path in tmp_path.iterdir()) == ["file", found.parent.name]

    def test_another_user_s_directory_is_refused_by_its_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # As if somebody else had made it: code would be run that they wrote.
        (tmp_path / f"warlab-cache-{os.geteuid() + 1}").mkdir()
        mine = os.geteuid()
        monkeypatch.setattr(cache.os, "geteuid", lambda: mine + 1)
        with pytest.raises(UserError, match=rf"kept nowhere \({tmp_path}/.*: it belongs to another user\)"):
            cache.cache_directory()

    def test_without_a_temporary_directory_the_cure_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def none() -> str:
            raise FileNotFoundError

        monkeypatch.setattr(cache.tempfile, "gettempdir", none)
        with pytest.raises(
            UserError, match=r"kept nowhere .*; set NUMBA_CACHE_DIR to a directory that you may"
        ):
            cache.cache_directory()


def test_without_the_compiler_one_line_says_so() -> None:
    program = (
        "import sys\nfrom sim.commands.cli import main\nsys.exit(main(['play', 'war', '--games', '10']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=TOP,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    wanted = (
        "warlab: NUMBA_DISABLE_JIT: it switches off the compiler that the games are played with; unset it\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", wanted)


def test_code_is_kept_apart_for_each_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory that is carried to another machine holds nothing that would be run there."""
    function = kernel(add)
    function(np.ones(2, np.int64), 1)
    cached = function._cache  # type: ignore[attr-defined]
    signature = function.signatures[0]  # type: ignore[attr-defined]
    library = numba.core.registry.cpu_target.target_context.codegen()
    here = cached._index_key(signature, library)
    assert here == cached._index_key(signature, library)
    monkeypatch.setattr(numba.core.codegen, "get_host_cpu_features", lambda: "+sse2")
    assert here != cached._index_key(signature, type(library)("another"))


def test_what_users_name_for_the_compiler_is_what_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CPU_NAME", "generic")
    monkeypatch.setattr(config, "CPU_FEATURES", "+sse2,+bmi2")
    assert has("bmi2")
    assert not has("avx2")
    monkeypatch.setattr(config, "CPU_FEATURES", "")
    assert not has("bmi2")
