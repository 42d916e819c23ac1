"""The published figures.

Values are given as printed in their sources.
"""

from functools import partial

import sim
from tests.verification import exact
from tests.verification.choices import CHOICES
from tests.verification.every_deal import (
    by_exact_war,
    four_copies_of_three_ranks,
    two_copies_of_four_ranks,
)
from tests.verification.measures import AtLeast, Comeback, Mean, Quantile, Sd, Share
from tests.verification.model import Counted, Exact, Figure, Play, Simulated, Source

BATAILLE = Source(
    "jouets.ababsurdo.fr, bataille",
    "one card face down, too few cards lose, pot shuffled",
)
KBWAR = Source(
    "github.com/kevinabrandon/kbWar, Results.md",
    "three face down, all-in, pot shuffled",
)
PYTUDES = Source(
    "github.com/norvig/pytudes, ipynb/war.ipynb",
    "three face down, too few cards lose, pot shuffled",
)
CARD_WARS = Source(
    "hectorpefo.github.io, Card Wars", "one face down, too few cards lose, pot shuffled"
)
SWEEP = Source(
    "norvig and hectorpefo, independently", "any: 26 battles won without a tie"
)
RUIN = Source("arXiv 2302.03535 and gambler's ruin", "52 different cards, pot shuffled")
TIES = Source("a deck of 52", "any")
SMALL_DECKS = Source(
    "Mathieu and Delahaye",
    "four copies of three ranks, none face down, pickup latest-first",
)
SMALL_DECKS_2 = Source(
    "recomputed by two programs",
    "two copies of four ranks, one face down, pickup winner-first",
)
CASINO = Source(
    "i-online-casinos.com, casino-war-odds", "six decks, three cards burned, per ante"
)
TOD = Source("Tod und Leben, recomputed", "32 cards, played through once")
DRUNKARD = Source(
    "P'yanitsa, recomputed",
    "36 cards, six beats ace, one face down, too few cards lose, pot shuffled",
)

MILLION = 1_000_000

ONE_DOWN = Play("war", {"face_down": 1, "run_out": "lose", "pickup": "shuffled"})
ALL_IN = Play("war", {"face_down": 3, "run_out": "all-in", "pickup": "shuffled"})
THREE_DOWN = Play("war", {"face_down": 3, "run_out": "lose", "pickup": "shuffled"})
FOUR_ACES = Play(
    "war", {"face_down": 1, "pickup": "shuffled", "hands": ["A A A A", "*rest"]}
)
ALL_DIFFERENT = Play(
    "war", {"lowest": 1, "highest": 52, "copies": 1, "pickup": "shuffled"}
)
ONE_ROUND = Play("war", {"max_rounds": 1})
LIFE_AND_DEATH = Play("tod-und-leben")
PYANITSA = Play("pyanitsa")
SIX_BEATS_ACE = Play("war", {"lowest": 6, "low_beats_high": True, "pickup": "shuffled"})
TO_WAR = Play("casino-war", {"decks": 6, "on_tie": "war", "burn": 3})
TO_WAR_WITH_BONUS = Play(
    "casino-war", {"decks": 6, "on_tie": "war", "burn": 3, "tie_bonus": 1}
)
SURRENDER = Play("casino-war", {"decks": 6, "on_tie": "surrender"})

_BY_ENUMERATION = "all pairs of cards enumerated"


def _casino(figure, on_tie="war", tie_bonus=0):
    """Return how a figure of Casino War is computed exactly: an attribute of the odds, or results added up."""

    def compute():
        odds = sim.exact.casino_war(decks=6, on_tie=on_tie, tie_bonus=tie_bonus)
        if hasattr(odds, figure):
            return getattr(odds, figure)
        return sum(odds.probabilities[result] for result in figure.split(" + "))

    return Exact(compute, _BY_ENUMERATION)


def _tod_und_leben_draws():
    from sim.games.tod_und_leben.odds import tod_und_leben

    return tod_und_leben().draw


LAST_DIGIT = (
    "Norvig adds up chances in double precision, and the last digit of the sum is rounding error: the exact "
    "chance is 93686147409122073121 / 29908397871631390876014250000 = 3.13243617432229396e-9. Two exact "
    "computations here agree on it (battle by battle over what is left of each rank, and by counting pairings), "
    "and so does hectorpefo's, which counts deals in whole numbers."
)

MEDIAN_OF_PLAYS = "The median of 100,000 games is itself known only to about one play."

TWO_HUNDREDTHS = 0.0002 / 1.96
"""The standard error of a share that was published with an interval of 0.02 % to either side."""

WITHIN_TWO_HUNDREDTHS = "It was published with ± 0.02 %, read here as a 95 % interval; the exact share lies within it."

OF_A_MILLION = 0.14
"""The standard error of the mean rounds of P'yanitsa from a million games."""

UNKNOWN_SAMPLE = (
    "The number of games behind this value is not known; its standard error is taken to be 0.14, as for a million "
    "games. It may be a little low: a separate program, written for this comparison and sharing no code with warlab, "
    "found 168.27 ± 0.08 from ten million games."
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        "rounds, mean", "441.4", BATAILLE, Simulated(ONE_DOWN, Mean("rounds")), MILLION
    ),
    Figure(
        "rounds, median",
        "334",
        BATAILLE,
        Simulated(ONE_DOWN, Quantile("rounds", 0.5)),
        MILLION,
    ),
    Figure(
        "rounds, 2.5 % of games have at most",
        "70",
        BATAILLE,
        Simulated(ONE_DOWN, Quantile("rounds", 0.025)),
        MILLION,
    ),
    Figure(
        "rounds, 97.5 % of games have at most",
        "1414",
        BATAILLE,
        Simulated(ONE_DOWN, Quantile("rounds", 0.975)),
        MILLION,
    ),
    Figure(
        "rounds, mean", "270.621807", KBWAR, Simulated(ALL_IN, Mean("rounds")), MILLION
    ),
    Figure(
        "wars in a game, mean",
        "16.925803",
        KBWAR,
        Simulated(ALL_IN, Mean("wars")),
        MILLION,
    ),
    Figure(
        "rounds with one war, mean",
        "15.053",
        KBWAR,
        Simulated(ALL_IN, Mean("single_wars")),
        MILLION,
    ),
    Figure(
        "rounds with two wars, mean",
        "0.860591",
        KBWAR,
        Simulated(ALL_IN, Mean("double_wars")),
        MILLION,
    ),
    Figure(
        "rounds with three wars, mean",
        "0.047073",
        KBWAR,
        Simulated(ALL_IN, Mean("triple_wars")),
        MILLION,
    ),
    Figure(
        "rounds with four wars, mean",
        "0.00245",
        KBWAR,
        Simulated(ALL_IN, Mean("quadruple_wars")),
        MILLION,
    ),
    Figure(
        "plays, mean", "294", PYTUDES, Simulated(THREE_DOWN, Mean("plays")), 100_000
    ),
    Figure(
        "plays, standard deviation",
        "234",
        PYTUDES,
        Simulated(THREE_DOWN, Sd("plays")),
        100_000,
    ),
    Figure(
        "plays, median",
        "224",
        PYTUDES,
        Simulated(THREE_DOWN, Quantile("plays", 0.5)),
        100_000,
        note=MEDIAN_OF_PLAYS,
    ),
    Figure(
        "four aces win against the other 48 cards",
        "80.9 %",
        CARD_WARS,
        Simulated(FOUR_ACES, Share("winner", (0,))),
        10 * MILLION,
    ),
    Figure(
        "a named player wins 26 : 0 (hectorpefo)",
        "3.132436174322294e-9",
        SWEEP,
        Exact(exact.sweep, "battle by battle over what is left of each rank"),
    ),
    Figure(
        "a named player wins 26 : 0 (norvig)",
        "3.132436174322299e-9",
        SWEEP,
        Exact(exact.sweep_by_matching, "counting the pairings of the deck"),
        slack=1e-14,
        note=LAST_DIGIT,
    ),
    Figure(
        "deals until either player wins 26 : 0",
        "159,620,171.7",
        SWEEP,
        Exact(
            exact.deals_until_a_sweep, "battle by battle over what is left of each rank"
        ),
    ),
    Figure(
        "rounds, mean",
        "676",
        RUIN,
        Exact(exact.ruin_mean, "gambler's ruin: (52 / 2)^2"),
    ),
    Figure(
        "rounds, mean",
        "676",
        RUIN,
        Simulated(ALL_DIFFERENT, Mean("rounds")),
        theorem=True,
    ),
    Figure(
        "rounds, standard deviation",
        "551.54",
        RUIN,
        Simulated(ALL_DIFFERENT, Sd("rounds")),
        theorem=True,
    ),
    *(
        Figure(
            f"a player down to {cards} of 52 cards wins",
            f"{cards}/52",
            RUIN,
            Simulated(ALL_DIFFERENT, Comeback(cards)),
            theorem=True,
        )
        for cards in (1, 5, 13)
    ),
    Figure(
        "the first battle is a tie",
        "1/17",
        TIES,
        Exact(exact.first_battle_ties, _BY_ENUMERATION),
    ),
    Figure(
        "the first battle is a tie",
        "1/17",
        TIES,
        Simulated(ONE_ROUND, AtLeast("wars", 1)),
        theorem=True,
    ),
    Figure(
        "then the second is a tie too",
        "73/1225",
        TIES,
        Exact(exact.second_battle_ties_after_a_tie, _BY_ENUMERATION),
    ),
    Figure(
        "then the second is a tie too",
        "73/1225",
        TIES,
        Simulated(ONE_ROUND, AtLeast("wars", 2, given=1)),
        theorem=True,
    ),
    Figure(
        "player 0 wins / player 1 wins / draws / cycles / most rounds",
        "16,579 / 16,579 / 772 / 720 / 37",
        SMALL_DECKS,
        Counted(four_copies_of_three_ranks, "all 34,650 deals"),
    ),
    Figure(
        "player 0 wins / player 1 wins / draws / cycles / most rounds",
        "16,579 / 16,579 / 772 / 720 / 37",
        SMALL_DECKS,
        Counted(
            partial(
                by_exact_war,
                3,
                4,
                {"face_down": 0, "pickup": "latest-first"},
                longest=True,
            ),
            "`sim.exact.war`",
        ),
    ),
    *(
        Figure(
            f"player 0 wins / player 1 wins / draws / cycles, {run_out}",
            published,
            SMALL_DECKS_2,
            how,
        )
        for run_out, published in (
            ("all-in", "1,137 / 1,137 / 176 / 70"),
            ("fewest", "1,137 / 1,137 / 176 / 70"),
            ("lose", "1,069 / 1,069 / 312 / 70"),
        )
        for how in (
            Counted(partial(two_copies_of_four_ranks, run_out), "all 2,520 deals"),
            Counted(
                partial(by_exact_war, 4, 2, {"run_out": run_out}), "`sim.exact.war`"
            ),
        )
    ),
    Figure("going to war brings", "-2.88 %", CASINO, _casino("ev")),
    Figure(
        "going to war brings",
        "-2.88 %",
        CASINO,
        Simulated(TO_WAR, Mean("net")),
        theorem=True,
    ),
    Figure(
        "going to war, one unit more for a second tie, brings",
        "-2.33 %",
        CASINO,
        _casino("ev", tie_bonus=1),
    ),
    Figure(
        "going to war, one unit more for a second tie, brings",
        "-2.33 %",
        CASINO,
        Simulated(TO_WAR_WITH_BONUS, Mean("net")),
        theorem=True,
    ),
    Figure("surrendering brings", "-3.70 %", CASINO, _casino("ev", "surrender")),
    Figure(
        "surrendering brings",
        "-3.70 %",
        CASINO,
        Simulated(SURRENDER, Mean("net")),
        theorem=True,
    ),
    Figure("a unit on the tie at 10 : 1 brings", "-18.65 %", CASINO, _casino("tie_ev")),
    Figure(
        "a unit on the tie at 10 : 1 brings",
        "-18.65 %",
        CASINO,
        Simulated(TO_WAR, Mean("tie_net")),
        theorem=True,
    ),
    *(
        figure
        for name, published, results in (
            ("the player wins", ".502735", ("win", "war-win", "war-tie")),
            ("the player loses on the first card", ".463023", ("lose",)),
            ("the player loses the war", ".034242", ("war-lose",)),
            ("the war ties again", ".005471", ("war-tie",)),
        )
        for figure in (
            Figure(name, published, CASINO, _casino(" + ".join(results))),
            Figure(
                name,
                published,
                CASINO,
                Simulated(TO_WAR, Share("result", results)),
                theorem=True,
            ),
        )
    ),
    Figure(
        "draws",
        "16.25 %",
        TOD,
        Exact(_tod_und_leben_draws, "dynamic programme over the cards left"),
        error=TWO_HUNDREDTHS,
        note=WITHIN_TWO_HUNDREDTHS,
    ),
    Figure(
        "draws",
        "16.25 %",
        TOD,
        Simulated(LIFE_AND_DEATH, Share("winner", (-1,))),
        error=TWO_HUNDREDTHS,
    ),
    Figure(
        "rounds, mean (pyanitsa)",
        "168.05",
        DRUNKARD,
        Simulated(PYANITSA, Mean("rounds")),
        error=OF_A_MILLION,
        note=UNKNOWN_SAMPLE,
    ),
    Figure(
        "rounds, mean (war with these options)",
        "168.05",
        DRUNKARD,
        Simulated(SIX_BEATS_ACE, Mean("rounds")),
        error=OF_A_MILLION,
    ),
    *CHOICES,
)
"""Every figure, those of one source together."""
