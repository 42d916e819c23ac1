"""What the games played with packets share: columns, events and compiled pieces."""
