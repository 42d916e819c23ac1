"""Play all rule sets and keep their statistics: ``python -m sim.catalogue``."""

from sim.catalogue.kept import FILE, rule_sets, table
from sim.machine.resources import cores

if __name__ == "__main__":
    table(rule_sets(), cores()).write_parquet(FILE, compression="zstd", compression_level=19)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")
