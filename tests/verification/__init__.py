"""Published figures, computed again and compared with the published values.

The page docs/published-figures.md is the table of ``figures.toml``.
"""
