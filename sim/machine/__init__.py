"""The machine: its memory, cores, threads, processes and signals, and the notebook that shows results."""
