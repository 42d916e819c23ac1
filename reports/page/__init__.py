"""The page that plays any rules in a browser: one file with its scripts, its styles and the kernels of a game."""
