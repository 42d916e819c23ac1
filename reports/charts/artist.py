"""The process that draws: reads a chart from each line of its input, and writes its SVG as a line of JSON.

It imports nothing but the converter, so it starts at once. A chart that cannot be drawn is answered with ``null``.
"""

from __future__ import annotations

import json
import sys

EMPTY = '{"data": {"values": []}, "mark": "bar"}'
"""A chart to warm up with: the first one takes a second."""


def main() -> None:
    """Draw until the input ends."""
    sys.path.append(sys.argv[1])
    import vl_convert

    vl_convert.vegalite_to_svg(EMPTY)
    for line in sys.stdin.buffer:
        try:
            drawn = vl_convert.vegalite_to_svg(line.decode())
        except Exception:
            drawn = None
        sys.stdout.buffer.write(json.dumps(drawn).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
