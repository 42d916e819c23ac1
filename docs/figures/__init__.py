"""The numbers in the texts: which run each comes from, what the runs said, and whether the texts still say it."""
