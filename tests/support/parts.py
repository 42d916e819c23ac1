"""Parts written by tests, one at a time."""

from __future__ import annotations

from sim.engine.pieces import Columns
from sim.runs.dataset import part_content
from sim.runs.variant import Variant
from sim.storage.files import write_whole
from sim.storage.places import Place


def write_part(variant: Variant, first: int, played: Columns) -> Place:
    """Write the games of a block as a run does."""
    path = variant.part(first, len(played[variant.columns[0].name]))
    write_whole(path, memoryview(part_content(variant, first, played)))
    return path
