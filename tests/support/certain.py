"""The certain game: two cards, a three for player 0 and a two for player 1.

No war ever happens in it, and every answer is known without playing.
"""

CERTAIN = """\
title = "A certain game"
question = "Does a three beat a two?"
game = "war"
games = 1_000
seed = 1

[rules]
lowest = 2
highest = 3
copies = 1
hands = ["3", "2"]

[vary]
face_down = [0, 1]
"""

ANSWER = """\
runs/certain: all 1,000 games are played (SIZE)

Games that the first player wins: 100 % under “no cards down”, 100 % under “one
card down”.

Its numbers and its picture:
  $ warlab report runs/certain
"""
