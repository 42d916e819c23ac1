"""Repair a run: remove what is damaged, and play it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.errors import UserError
from sim.runs import dataset
from sim.runs.directory import RunDirectory
from sim.runs.ledger import covers, without
from sim.runs.manifest import GAMES, MANIFEST, Manifest, manifest_text
from sim.runs.reading import Run
from sim.runs.runner import Progress
from sim.runs.starting import run
from sim.runs.stored import TALLIES, manifest_of
from sim.runs.verifying import Fault, verify_run
from sim.storage.files import remove, write_whole
from sim.storage.places import Place, place


def repair_run(
    path: str | Place,
    *,
    workers: int | None = None,
    backend: str | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Run:
    """Play again what is damaged or missing in a run, and what it has not played yet.

    Afterwards its content is that of a run that never was damaged. A damaged manifest is restored from its copy in
    the tallies. If manifest and tallies are of different runs, the parts decide whose run it is.

    Parameters
    ----------
    path
        The directory.
    workers, backend, progress
        As for :func:`sim.runs.starting.run`.

    Raises
    ------
    UserError
        If it is not a run, manifest and tallies are both damaged, or they are of different runs and there are no parts.
    """
    directory = RunDirectory(place(path))
    try:
        manifest = directory.read_manifest()
    except UserError as error:
        _restore_manifest(directory, error)
    else:
        _settle(directory, manifest)
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
    if not _parts_of(directory, manifest) and any(directory.path.glob(f"{GAMES}/*/part-*")):
        raise error
    _write(directory, manifest)


def _settle(directory: RunDirectory, manifest: Manifest) -> None:
    """Let the parts decide if manifest and tallies are of different runs: the tallies go, or their copy replaces it.

    Raises
    ------
    UserError
        If manifest and tallies are of different runs, and no part says which of them belongs here.
    """
    copy = manifest_of(directory.path / TALLIES)
    if copy is None or (
        copy.scenario.hash == manifest.scenario.hash and not without(copy.ledger, (manifest.range,))
    ):
        return
    own, others = _parts_of(directory, manifest), _parts_of(directory, copy)
    if not own and not others:
        raise UserError(
            f"{MANIFEST} and {TALLIES} are of different runs",
            where=str(directory.path),
            cure="restore the right one of them, or remove the wrong one",
        )
    if others > own:
        _write(directory, copy)
    else:
        with directory.locked():
            remove(directory.path / TALLIES)


def _parts_of(directory: RunDirectory, manifest: Manifest) -> int:
    """Return how many sound parts of a run are those that a manifest plans."""
    return sum(
        covers((manifest.range,), games) and dataset.is_sound(variant, games, path)
        for variant in directory.variants(manifest.scenario)
        for games, path in dataset.parts(variant).items()
    )


def _write(directory: RunDirectory, manifest: Manifest) -> None:
    with directory.locked():
        write_whole(directory.path / MANIFEST, manifest_text(manifest).encode())


def _remove_spoilt(faults: Sequence[Fault]) -> bool:
    """Remove the files that are spoilt; return whether there were any."""
    spoilt = {path for one in faults for path in one.spoilt if path.exists()}
    for path in spoilt:
        remove(path)
    return bool(spoilt)
