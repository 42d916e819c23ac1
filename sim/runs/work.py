"""The work of a run: a block of games, played under every variant, counted, and packed into parts.

Workers write nothing into a run: they hand the contents of the parts to the process that plays the run.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.counts.counting import Counter, tally
from sim.counts.queries import Query
from sim.counts.tallies import Tallies
from sim.engine.pieces import Going
from sim.engine.playing import play_variants
from sim.runs.directory import Variant, variants_of
from sim.runs.ledger import Block, blocks
from sim.runs.parts import part_content
from sim.scenario import Scenario

PIECE = 1 << 17
"""The games of a block that are played and counted at a time where no rows are kept."""


@dataclass(frozen=True)
class Done:
    """A block that has been played: its counts, and the content of the part of each variant."""

    block: Block
    tallies: Tallies
    parts: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Task:
    """What a worker needs besides the block."""

    variants: tuple[Variant, ...]
    keep_games: bool
    mirrored: tuple[
        tuple[int, int], ...
    ]  # pairs of variants with exchanged seats, in a tournament
    queries: tuple[Query, ...]  # what is counted besides what the game declares

    @classmethod
    def of(cls, scenario: Scenario) -> Task:
        """Return the work of a scenario."""
        return cls(
            variants_of(scenario),
            scenario.keep_games,
            scenario.mirrored,
            scenario.queries,
        )

    def play(self, block: Block, going: Going | None = None) -> Done:
        """Play a block; AbandonedError once ``going`` returns False."""
        game, seed = self.variants[0].game, self.variants[0].seed
        names, rules = zip(
            *((variant.name, variant.rules) for variant in self.variants), strict=True
        )
        if not self.keep_games:
            counter = Counter(game, names, self.mirrored, self.queries)
            for piece in blocks((block.range,), PIECE):
                counter.add(
                    play_variants(
                        game, rules, seed, piece.first, piece.games, going=going
                    ),
                    piece.first,
                )
            return Done(block, counter.tallies)
        played = play_variants(game, rules, seed, block.first, block.games, going=going)
        counts = Tallies()
        if not block.counted:
            counts = tally(
                game, names, played, self.mirrored, self.queries, first=block.first
            )
        parts = tuple(
            part_content(
                variant.columns, block.first, columns, variant.facts(block.range)
            )
            for variant, columns in zip(self.variants, played, strict=True)
        )
        return Done(block, counts, parts)
