"""Repair a run: remove what is damaged, and play it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sim.errors import UserError
from sim.files import remove, write_whole
from sim.places import Remote, place
from sim.runs import dataset
from sim.runs.directory import RunDirectory
from sim.runs.manifest import GAMES, MANIFEST, manifest_text
from sim.runs.reading import Run
from sim.runs.runner import Progress
from sim.runs.starting import run
from sim.runs.stored import TALLIES, manifest_of
from sim.runs.verifying import Fault, verify_run


def repair_run(
    path: str | Path | Remote,
    *,
    workers: int | None = None,
    backend: str | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Run:
    """Play again what is damaged or missing in a run, and what it has not played yet.

    Afterwards its content is that of a run that never was damaged. A damaged manifest is restored from its copy in
    the tallies.

    Parameters
    ----------
    path
        The directory.
    workers, backend, progress
        As for :func:`sim.runs.starting.run`.

    Raises
    ------
    UserError
        If it is not a run, or manifest and tallies are both damaged.
    """
    directory = RunDirectory(place(path))
    try:
        directory.read_manifest()
    except UserError as error:
        _restore_manifest(directory, error)
    with directory.locked():
        # Damaged tallies hide what else is wrong, so it looks again without them.
        while _remove_spoilt(verify_run(path).faults):
            pass
    damaged = Run(path)
    return run(
        damaged.scenario,
        path,
        first=damaged.manifest["first"],
        workers=workers,
        backend=backend,
        resume=True,
        progress=progress,
    )


def _restore_manifest(directory: RunDirectory, error: UserError) -> None:
    """Write the manifest again from its copy in the tallies.

    Raises
    ------
    UserError
        The given error, if there is no copy, or the tallies are those of another run.
    """
    manifest = manifest_of(directory.path / TALLIES)
    if manifest is None:
        if not directory.is_run:
            directory.read()
        raise error
    own = any(
        dataset.is_sound(variant, games, path)
        for variant in directory.variants(manifest.scenario)
        for games, path in dataset.parts(variant).items()
    )
    if not own and any(directory.path.glob(f"{GAMES}/*/part-*")):
        raise error
    with directory.locked():
        write_whole(directory.path / MANIFEST, manifest_text(manifest).encode())


def _remove_spoilt(faults: Sequence[Fault]) -> bool:
    """Remove the files that are spoilt; return whether there were any."""
    spoilt = {path for one in faults for path in one.spoilt if path.exists()}
    for path in spoilt:
        remove(path)
    return bool(spoilt)
