"""Compiled pieces that several packet games share: the job, the rows, a table of two packets, endless games."""
