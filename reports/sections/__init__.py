"""The sections of a report: each module says one thing about the run, in words, tables and charts.

A section whose facts a run does not have is None. How it looks in any format is not
known here.
"""
