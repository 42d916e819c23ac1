"""The page "What to bid": equilibrium bids and values for any position of a small game of GOPS."""
