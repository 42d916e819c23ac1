"""The command ``warlab``, also as ``python -m warlab``."""

import sys

from warlab.packages import hidden


def main() -> int:
    """Run the command line and return the exit code.

    Where another package hides one of ours, say so.
    """
    if wrong := hidden():
        print(f"warlab: {wrong}", file=sys.stderr)
        return 2
    from sim.commands.start import main as start

    return start()


if __name__ == "__main__":
    sys.exit(main())
