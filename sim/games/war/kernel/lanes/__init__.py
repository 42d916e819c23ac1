"""War for two, sixteen games side by side in the lanes of vector registers."""
