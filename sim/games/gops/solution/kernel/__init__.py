"""The compiled part of the solver of GOPS."""
