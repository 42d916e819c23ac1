"""The kernel of a packet game: its compiled loop, its arguments and its columns."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import Column
from sim.contract.dealing import Layout
from sim.games.packets.kernel.job import job_of
from sim.games.packets.kernel.leads import with_leads
from sim.kernels.columns import filled


@dataclass(frozen=True)
class PacketKernel:
    """The kernel of a packet game that plays one deal after the other.

    Attributes
    ----------
    columns
        The outcome columns.
    kind
        The type of its columns (:func:`sim.kernels.columns.columns_type`).
    inputs
        What the compiled loops take besides the job, given the rules, the sizes of the
        packets, and the seed.
    play
        The compiled loop: it takes the job, these inputs, and the columns to fill.
    follow
        The compiled loop that plays games again for the columns on who leads, as
        :func:`~sim.games.packets.kernel.leads.with_leads` calls it; None if the game
        has no such columns.
    """

    columns: tuple[Column, ...]
    kind: Any
    inputs: Callable[[Any, tuple[int, ...], int], tuple[Any, ...]]
    play: Callable[..., Any]
    follow: Callable[..., Any] | None = None

    def arguments(
        self,
        rules: Any,
        deals: NDArray[np.uint8],
        layout: Layout,
        seed: int,
        first: int,
    ) -> tuple[Any, ...]:
        """The arguments of the loop for given deals, besides the columns to fill."""
        job = job_of(deals, layout, rules.max_rounds, seed, first)
        return job, *self.inputs(rules, layout.sizes, seed)

    def play_block(
        self,
        rules: Any,
        deals: NDArray[np.uint8],
        layout: Layout,
        seed: int,
        first: int,
    ) -> dict[str, NDArray[Any]]:
        """Play given deals to the end.

        Return one array (games,) for each outcome column, categories as codes.
        """
        given = self.arguments(rules, deals, layout, seed, first)
        columns = filled(self.kind, self.columns, len(deals), self.play, *given)
        if self.follow is None:
            return columns
        return with_leads(rules, columns, self.follow, *given)
