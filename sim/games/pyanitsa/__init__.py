"""P'yanitsa, the drunkard: War with its own defaults: its rules, its rulebook, and its kernel."""
