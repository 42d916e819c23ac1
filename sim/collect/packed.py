"""Packed tallies: the content of a Parquet file, which any reader of Parquet can use."""

import io
import json
from collections.abc import Mapping
from dataclasses import replace

from sim.counts.counted import Longest
from sim.counts.tallies import Tallies


def packed(tallies: Tallies, footer: Mapping[str, str]) -> bytes:
    """The file of some tallies.

    Its footer has the longest game of each variant besides.

    Parameters
    ----------
    tallies
        The tallies.
    footer
        What the footer has besides.
    """
    import polars as pl
    import pyarrow.parquet as pq

    longest = {
        name: game and [game.length, game.game]
        for name, game in tallies.longest.items()
    }
    table = (
        tallies.frame()
        .to_arrow(compat_level=pl.CompatLevel.oldest())
        .replace_schema_metadata({**footer, "longest": json.dumps(longest)})
    )
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd")
    return file.getvalue()


def unpacked(content: bytes) -> Tallies:
    """The tallies of a file.

    Parameters
    ----------
    content
        The content of the file.
    """
    import polars as pl

    file = io.BytesIO(content)
    longest = json.loads(pl.read_parquet_metadata(file)["longest"])
    return replace(
        Tallies.of_frame(pl.read_parquet(file)),
        longest={name: game and Longest(*game) for name, game in longest.items()},
    )
