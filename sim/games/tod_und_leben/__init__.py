"""Tod und Leben (Life and Death): its rules, its rulebook, and its kernel."""
