"""Where the files of the checkout are."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The top of the checkout."""
