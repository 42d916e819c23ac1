"""Golden replays: the files of ``tests/golden``, which name their game in their first lines."""

import re

from sim.commands.arguments import given_settings


def chosen(golden):
    """The game of a golden replay, with its options and policies; for a new file, game 0 with the defaults."""
    title, _, rest = golden.partition("\n")
    found = re.search(r"game (\d+) of seed (\d+)$", title)
    how = (
        {"number": int(found[1]), "seed": int(found[2])}
        if found
        else {"number": 0, "seed": 1}
    )
    for line in rest.partition("\n\n")[0].splitlines():
        what, _, said = line.partition(": ")
        if what == "rules" and said != "the defaults":
            settings = (
                text.replace("True", "true").replace("False", "false")
                for text in said.split(", ")
            )
            how["rules"] = given_settings(list(settings))
        elif what == "policies":
            how["policies"] = said.split(", ")
    return how
