"""The command ``warlab``, also as ``python -m warlab``."""

import sys
from pathlib import Path


def main() -> int:
    """Run the command line and return the exit code.

    Where another package hides ``sim``, say so.
    """
    import sim

    ours = Path(__file__).parents[1] / "sim" / "__init__.py"
    where = getattr(sim, "__file__", None) or "a directory without __init__.py"
    if not ours.exists() or not Path(where).exists() or not ours.samefile(where):
        print(
            f"warlab: another package named sim hides warlab's own: {where}; rename it, or start elsewhere",
            file=sys.stderr,
        )
        return 2
    from sim.commands.start import main as start

    return start()


if __name__ == "__main__":
    sys.exit(main())
