"""The numbers in the texts: the run of each, what it gave, and whether the texts still say it."""
