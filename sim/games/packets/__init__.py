"""What games with packets share: columns, events, the order of a pot, and compiled code."""
