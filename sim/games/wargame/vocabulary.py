"""The words of reports for the options, policies, columns and endings of Wargame."""

from sim.contract.vocabulary import Vocabulary, Wording, amount, either, one_of

_FIRST = one_of(
    {
        "random": "either player begins",
        0: "first player begins",
        1: "second player begins",
    }
)

VOCABULARY = Vocabulary(
    counts="columns won",
    suits=("♠", "♥", ""),
    options={
        "first": Wording("who begins the deployment", _FIRST),
        "traitors": Wording("traitors", either("with traitors", "no traitors")),
        "chips": Wording(
            "chips",
            amount("chip", "chips"),
            "Each player has {}, one for each switch of two of their cards that have "
            "not fought yet, at most one in a battle. Three lost columns next to each "
            "other break a line: no switch goes across them.",
        ),
    },
    sentences={
        "first random": "A coin decides who places the first card.",
        "first 0": "The first player places the first card.",
        "first 1": "The second player places the first card.",
        "traitors True": "Each player secretly chooses one of the opponent's cards 7, "
        "8 and 9 as a traitor, which can "
        "be made to lose its battle.",
        "traitors False": "There are no traitors.",
        "chips 0": "There are no chips, so nobody can switch cards.",
    },
    policies={
        "deploy": {
            "random": "deploy at random",
            "ascending": "deploy in ascending order",
            "center": "strongest in the centre",
            "mirror": "mirror the opponent",
            "counter": "just beat the card opposite",
        },
        "traitor": {
            "random": "traitor at random",
            "nine": "the 9 as traitor",
            "hottest": "the most dangerous as traitor",
            "random-late": "traitor at random, declared late",
            "nine-late": "the 9 as traitor, declared late",
            "hottest-late": "the most dangerous as traitor, declared late",
        },
        "attack": {
            "random": "attack at random",
            "surest": "attack where surest",
            "extend": "extend their own run",
            "block": "block the other player's run",
            "search": "look ahead to attack",
        },
        "switch": {
            "never": "never switch",
            "defend": "switch to save a battle",
            "decisive": "switch in decisive battles",
            "search": "look ahead to switch",
        },
    },
    short={"random": "all at random", "search": "look ahead"},
    columns={
        "wins_0": "battles won by the first player",
        "wins_1": "battles won by the second player",
        "by_run": "games won by a run of four",
        "switches_0": "switches by the first player",
        "switches_1": "switches by the second player",
        "traitors_declared": "traitors declared",
    },
    endings={"seven": "seven battles won", "run": "four adjacent battles won"},
)
