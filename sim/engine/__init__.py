"""Games in memory: dealing, playing and replaying them; nothing is written to disk here."""
