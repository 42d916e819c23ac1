"""One game seen card by card: from the events of a replay to steps that a page draws."""
