"""Compiled code that packet games share: the job, the rows, a table of two packets, and endless games."""
