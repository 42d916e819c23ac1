"""The small runs of War that reports are made of, each played once."""

from tests.support.played import played
from tests.support.ways_of_war import MANY, ONE, TWO

one, two, many = (played(text, scope="session") for text in (ONE, TWO, MANY))
