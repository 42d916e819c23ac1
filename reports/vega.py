"""Vega, packed into a page: the program that makes charts interactive.

To write it takes seconds, so it is kept in the user's cache directory, under the
converter's version.
"""

import base64
import contextlib
import zlib
from importlib.metadata import version

from sim.errors import UserError
from sim.storage.files import make_directory, write_whole

_SNIPPET = "window.vegaEmbed = vegaEmbed;"


def packed(text: str) -> str:
    """A text compressed (zlib's format, which browsers call "deflate") and in base 64, for a page."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def unpacked(text: str) -> str:
    """The text that was packed."""
    return zlib.decompress(base64.b64decode(text)).decode()


def program() -> str:
    """Return Vega with what it needs, packed: a script that sets ``window.vegaEmbed``."""
    import vl_convert
    from platformdirs import user_cache_path

    kept = user_cache_path("warlab") / f"vega-{version('vl-convert-python')}.txt"
    try:
        return kept.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        made = packed(vl_convert.javascript_bundle(_SNIPPET))
    # Where it cannot be kept it is made again for the next report.
    with contextlib.suppress(UserError):
        make_directory(kept.parent)
        write_whole(kept, made.encode())
    return made
