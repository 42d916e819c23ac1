"""Exact answers about War: every deal of a small deck, and some chances of the whole pack."""
