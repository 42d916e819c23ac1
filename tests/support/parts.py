"""Parts written by tests, one at a time."""

from pathlib import Path

from sim.runs.directory import RunDirectory
from sim.runs.parts import part_content


def write_part(path, variant, first, played):
    """Write the games of a block below a directory as a run does."""
    games = first, first + len(played[variant.columns[0].name])
    directory = RunDirectory(path)
    content = part_content(variant.columns, first, played, variant.facts(games))
    directory.write_block([variant], games, [content])
    return Path(str(directory.part(variant, games)))
