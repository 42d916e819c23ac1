"""``warlab play``, ``replay`` and ``games``: answers in the terminal, without any file.

The certain game has two cards, a three for player 0 and a two for player 1: everything about it is known
without playing. If none of n games is of a kind, its share is at most 1 - 0.05**(1/n) at 95 %: 0.30 % of 1,000.
"""

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import scipy.stats

from sim.commands.screen import save
from sim.games import GAMES, find_game
from sim.stats import proportion
from tests.support.command_line import refusal, warlab

CERTAIN = [
    f"-r{rule}" for rule in ("lowest=2", "highest=3", "copies=1", 'hands=["3", "2"]')
]

CERTAIN_ANSWER = """\
War: 1,000 games, numbers 0 to 999 of seed 1; TIME
Rules: highest=3, copies=1, hands=["3", "2"]

in a game    mean  median  interval  95 % of games  most
────────────────────────────────────────────────────────
rounds          1       1       1–1         1 to 1     1
battles         1       1       1–1         1 to 1     1
plays           1       1       1–1         1 to 1     1
wars            0       0       0–0         0 to 0     0
single_wars     0       0       0–0         0 to 0     0
double_wars     0       0       0–0         0 to 0     0
triple_wars     0       0       0–0         0 to 0     0
longer_wars     0       0       0–0         0 to 0     0
longest_war     0       0       0–0         0 to 0     0
winner_low      1       1       1–1         1 to 1     1
"""

CERTAIN_SHARES = {
    "first player wins": "100 %",
    "second player wins": "0 %",
    "draw": "0 %",
    "unfinished": "0 %",
    "ending cards": "100 %",
    **dict.fromkeys(
        ("ending run-out", "ending draw", "ending cycle", "ending cap"), "0 %"
    ),
    **{
        f"games with a {kind}war": "0 %"
        for kind in ("", "single ", "double ", "triple ", "longer ")
    },
}

CERTAIN_ROW = {
    "game": 5,
    "winner": 0,
    "ending": "cards",
    "rounds": 1,
    "battles": 1,
    "plays": 1,
    **dict.fromkeys(
        (
            "wars",
            "single_wars",
            "double_wars",
            "triple_wars",
            "longer_wars",
            "longest_war",
        ),
        0,
    ),
    "winner_low": 1,
    "aces": 0,
    "rank_sum": 3,
}


def statistics(*words: str) -> dict[str, dict[str, Any]]:
    """Return what ``warlab play war`` gives programs, by the name of the statistic."""
    told = warlab("play", "war", *words, "--json").json["statistics"]
    return {row["statistic"]: row for row in told}


def test_one_game_has_one_number() -> None:
    said = warlab("play", "war", *CERTAIN, "--games", "1", "--first", "7")
    assert "\nWar: 1 game, number 7 of seed 1; " in said.out


def test_the_answer_for_the_certain_game_is_exact() -> None:
    said = warlab("play", "war", *CERTAIN, "--games", "1e3", "--all")
    assert (said.code, said.err) == (0, "")
    answer, _, tables = said.out.partition("\n\nWar: ")
    assert answer.startswith(
        "The player with 3 wins 100 % of games, the second player 0 %.\n"
    )
    assert "games that the first player wins" in answer
    out = re.sub(r"[\d.]+ s, [\d,]+ games/s", "TIME", f"War: {tables}")
    assert out.startswith(CERTAIN_ANSWER)
    table, *notes = out.removeprefix(CERTAIN_ANSWER).strip().split("\n\n")
    head, _, *shares = table.splitlines()
    assert head.split() == ["of", "all", "games", "share", "interval"]
    told = [re.fullmatch(r"(.*?)  +(\d+ %)  +\D+ ([\d.]+) %", line) for line in shares]
    assert {line[1]: line[2] for line in told if line} == CERTAIN_SHARES
    assert [line[3] for line in told if line] == [
        "99.70" if share == "100 %" else "0.30" for share in CERTAIN_SHARES.values()
    ]
    assert notes[0].startswith("Intervals at 95 %: ")


def test_without_all_the_numbers_are_at_most_ten_lines_of_80_columns_in_words() -> None:
    for game in ("war", "gops"):
        lines = warlab("play", game, "--games", "100").out.splitlines()
        _, numbers, *rest = "\n".join(lines).split("\n\n")
        assert len(numbers.splitlines()) <= 10
        assert "Every statistic, with medians and ranges: add --all" in rest
        assert not re.search(r"(?<!first )(?<!second )player [0-9]", "\n".join(lines))
        assert max(map(len, lines)) <= 80


def test_json_says_what_was_played_and_every_statistic_with_its_interval_level_and_method() -> (
    None
):
    told = warlab("play", "war", *CERTAIN, "--games", "1e3", "--json").json
    assert (told["game"], told["seed"], told["first"], told["games"]) == (
        "war",
        1,
        0,
        1000,
    )
    assert told["rules"]["hands"] == ["3", "2"]
    assert all(
        {"value", "low", "high", "level", "method", "games"} <= row.keys()
        for row in told["statistics"]
    )
    (of_winner,) = [
        row for row in told["statistics"] if row["statistic"] == "player 0 wins"
    ]
    assert (of_winner["value"], of_winner["high"]) == (1.0, 1.0)
    assert of_winner["low"] == pytest.approx(0.05 ** (1 / 1000))


def test_games_can_begin_at_any_number_and_add_up() -> None:
    """The longest game of two halves is the longest game of the whole."""

    def longest(*words: str) -> float:
        return float(statistics(*words)["rounds longest"]["value"])

    halves = longest("--games", "500"), longest("--games", "500", "--first", "500")
    assert max(halves) == longest("--games", "1000")
    assert longest("--games", "1", "--first", str(2**61)) >= 1


def test_a_replay_shows_the_certain_game_card_by_card() -> None:
    told = warlab("replay", "war", "5", *CERTAIN, "--json").json
    assert (told["packets"], told["row"]) == (["3", "2"], CERTAIN_ROW)
    assert told["events"]
    said = warlab("replay", "war", "5", *CERTAIN)
    assert (said.code, said.err) == (0, "")
    lines = [line.strip() for line in said.out.splitlines()]
    events = [
        event.replace("player 0", "the first player").replace(
            "player 1", "the second player"
        )
        for event in told["events"]
    ]
    assert [line for line in lines if line in events] == events


def test_a_replay_has_the_same_default_seed_as_play() -> None:
    """The one game that is played is the one that is replayed."""
    for seed in ([], ["--seed", "7"]):
        rounds = statistics("--games", "1", "--first", "17", *seed)["rounds mean"][
            "value"
        ]
        assert (
            warlab("replay", "war", "17", *seed, "--json").json["row"]["rounds"]
            == rounds
        )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("warr 5", "unknown game or run 'warr'; did you mean 'war'?"),
        ("runs/none 5", "runs/none: there is no such directory; warlab run makes one"),
        (
            "war first",
            "NUMBER: 'first' is not a whole number; write it as 1000000, 1,000,000, 1e6 or 1M",
        ),
        (
            "war 5 --variant one",
            "--variant: only runs have variants; give rules with -r option=value",
        ),
    ],
)
def test_a_replay_of_an_unknown_game_is_refused(
    words: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal("replay", *words.split()) == line


def test_a_replay_plays_a_given_deal() -> None:
    words = ["replay", "war", "3", "--deal", "2 3 A k", "-r", "face_down=0"]
    shown = warlab(*words, "--json").json
    assert (shown["packets"], shown["given"]) == (["2 A", "3 K"], True)
    expected = {"game": 3, "winner": 0, "rounds": 4}
    assert {name: shown["row"][name] for name in expected} == expected
    assert warlab(*words).out.splitlines()[0] == "War: a given deal as game 3 of seed 1"
    assert not warlab("replay", "war", "3", "--json").json["given"]


def test_a_deal_can_be_given_as_the_replay_of_a_game_shows_it() -> None:
    """In GOPS the ace is low, and is shown as 1."""
    text = "4 2 1 3"
    shown = warlab("replay", "gops", "0", "-r", "cards=4", "--deal", text)
    assert f"  deal: {text}" in shown.out.splitlines()


def test_a_deal_can_be_given_in_the_notation_of_the_literature() -> None:
    deal = "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK"
    for words in (["--deal", deal], [f"--deal={deal}"]):
        row = warlab("replay", "beggar-my-neighbour", "0", *words, "--json").json["row"]
        assert (row["tricks"], row["cards"]) == (1122, 7959)


@pytest.mark.parametrize(
    ("game", "deal", "line"),
    [
        ("war", "2 x", "'X' is not a card; cards are 2 to 10, J, Q, K, A, * (the"),
        ("war", "2", "deals of 1 cards; a deal must have from 2 (one per player)"),
        ("war", "2/", "packet 2 without a card; write the cards, the top one"),
        ("wargame", "2 3", "wargame has no deals: "),
        ("beggar-my-neighbour", "J/-/-", "3 packets for 2 players; the game has 2"),
    ],
)
def test_an_invalid_deal_of_a_replay_is_refused(
    game: str, deal: str, line: str
) -> None:
    assert refusal("replay", game, "0", "--deal", deal).startswith(f"--deal: {line}")


def test_the_page_of_a_game_lists_the_columns_that_other_rules_add() -> None:
    more = [column.name for column in find_game("casino-war").more_columns]
    assert {"ruined", "end", "deepest"} <= set(more)
    page = warlab("games", "casino-war").out
    after = page[page.index("Under other rules also:") :].splitlines()
    first_words = [
        line.split(maxsplit=1)[0] for line in after if line and line[0] != " "
    ]
    assert set(more) <= set(first_words)
    values = warlab("games", "casino-war", "--json").json
    assert [column["name"] for column in values["more_columns"]] == more
    assert "Under other rules also:" not in warlab("games", "tod-und-leben").out
    assert warlab("games", "tod-und-leben", "--json").json["more_columns"] == []


def test_games_lists_every_game_of_the_registry() -> None:
    listed = warlab("games", "--json").json
    assert listed == [
        {"name": game.name, "title": game.title} for game in GAMES.values()
    ]
    lines = warlab("games").out.splitlines()[4:]
    assert [line.split()[0] for line in lines[: len(GAMES)]] == list(GAMES)


def test_the_page_of_a_game_has_its_options_columns_and_source() -> None:
    war = find_game("war")
    page = warlab("games", "war").out
    first_words = [
        line.split(maxsplit=1)[0]
        for line in page.splitlines()
        if line and line[0] != " "
    ]
    for option in war.rules.options():
        assert option.name in first_words
    for column in war.columns:
        assert column.name in first_words
    assert "Both players now turn their top card face up" in page


def test_the_page_of_a_game_says_the_same_to_programs() -> None:
    war = find_game("war")
    page = warlab("games", "war", "--json").json
    assert [option["name"] for option in page["options"]] == [
        option.name for option in war.rules.options()
    ]
    assert [column["name"] for column in page["columns"]] == [
        "game",
        *(column.name for column in war.columns),
    ]
    endings = next(
        column["categories"] for column in page["columns"] if column["name"] == "ending"
    )
    assert endings == ["cards", "run-out", "draw", "cycle", "cap"]


def test_queries_are_answered_first() -> None:
    at = (
        "play",
        "war",
        *CERTAIN,
        "--games",
        "1000",
        "--chance",
        "rounds = 1",
        "--mean",
        "minutes",
    )
    numbers, pace, *_ = warlab(*at).out.split("\n\n")
    # One round of one play takes 2.5 seconds: 0.041667 minutes.
    chance, minutes = " ".join(numbers.split()).split(" mean of minutes ")
    assert chance.startswith("100 % chance of rounds = 1 at least 99.70 %; of 1,000")
    assert "0.04167" in chance
    assert "of 1,000 games" in minutes
    assert pace == "Minutes at 2.5 seconds for a card of each player."
    numbers, pace, *_ = warlab(*at, "--seconds-per-play", "6").out.split("\n\n")
    assert "0.1000" in numbers
    assert pace == "Minutes at 6 seconds for a card of each player."
    shuffled = ("--seconds-per-shuffle", "20", "--mean", "shuffles", "--mean", "plays")
    found = warlab(
        "play",
        "war",
        "-r",
        "captured=pile-shuffled",
        "--games",
        "200",
        "--mean",
        "minutes",
        *shuffled,
        "--json",
    )
    minutes, shuffles, plays = (row["value"] for row in found.json["statistics"][:3])
    assert minutes == pytest.approx((2.5 * plays + 20 * shuffles) / 60)
    assert shuffles > 1
    assert refusal("play", "gops", "--seconds-per-shuffle", "20").startswith(
        "--seconds-per-shuffle: "
    )
    assert refusal(*at, "--seconds-per-play", "0") == (
        "--seconds-per-play: '0' is not a time above 0; write seconds, such as 2.5, up to a day"
    )


def test_queries_are_statistics_for_programs() -> None:
    at = (
        "play",
        "war",
        *CERTAIN,
        "--games",
        "50",
        "--chance",
        "winner = 0",
        "--given",
        "aces = 1",
        "--json",
    )
    first = json.loads(warlab(*at).out)["statistics"][0]
    assert first["statistic"] == "chance of winner = 0, given aces = 1"
    assert (first["value"], first["games"]) == (None, 0)
    *at, _, _, _, _, _ = at
    asked = warlab(*at, "--quantile", "rounds 90 %", "--by", "aces", "--json").json[
        "statistics"
    ]
    assert [one["statistic"] for one in asked[:2]] == [
        "90 % quantile of rounds",
        "90 % quantile of rounds, given aces = 0",
    ]


def test_groups_say_what_their_intervals_are_and_have_some_that_hold_together() -> None:
    """All games and those with 0 to 4 aces: six intervals at 1 - 0.05 / 6 each."""
    at = ("play", "war", "-n", "900", "--chance", "winner = 0")
    groups = (*at, "--by", "aces")
    said = warlab(*groups).out
    assert "chance of winner = 0:\n" in said
    assert "those beside the answers hold each for itself" in " ".join(said.split())
    found = warlab(*groups, "--json").json["statistics"]
    for row in found[:6]:
        share = proportion(
            round(row["value"] * row["games"]), row["games"], 1 - 0.05 / 6
        )
        ends = pytest.approx((share.low, share.high))
        assert (row["low_together"], row["high_together"]) == ends
    assert {row["low_together"] for row in found[6:]} == {None}
    assert "low_together" not in warlab(*at, "--json").json["statistics"][0]


def test_posteriors_are_those_of_jeffreys_prior_and_no_intervals() -> None:
    at = ("play", "war", *CERTAIN, "--games", "50", "--posterior")
    told = warlab(*at, "--json").json
    share = next(
        row for row in told["statistics"] if row["statistic"] == "player 0 wins"
    )
    mean, low, high = told["posterior"]["player 0 wins"]
    # Four outcomes: either player wins, a draw, unfinished.
    won = 50 * share["value"]
    belief = scipy.stats.beta(0.5 + won, 50 - won + 1.5)
    assert (mean, low, high) == pytest.approx((belief.mean(), *belief.interval(0.95)))
    outcomes = ("player 0 wins", "player 1 wins", "draw", "unfinished")
    assert sum(told["posterior"][name][0] for name in outcomes) == pytest.approx(1)
    assert told["prior"].startswith("Dirichlet's with 1/2 for each outcome")
    assert "Dirichlet's with 1/2 for each outcome" in " ".join(warlab(*at).out.split())


@pytest.mark.parametrize(
    ("rule", "gone"),
    [
        ("pickup=shuffled", {"ending cycle"}),
        ("run_out=draw", {"ending run-out"}),
        ("run_out=last-card", {"ending run-out"}),
        ("stop_after=50", {"ending cycle", "ending cap", "unfinished"}),
        ("pickup=winner-first", set()),
    ],
)
def test_posteriors_give_nothing_to_endings_that_the_rules_exclude(
    rule: str, gone: set[str]
) -> None:
    at = ("play", "war", "--games", "60", "--posterior", "-r", rule, "--json")
    believed = warlab(*at).json["posterior"]
    usual = {"cards", "run-out", "draw", "cycle", "cap"}
    endings = {f"ending {word}" for word in usual} - gone
    named = {name for name in believed if name.startswith("ending ")}
    assert named - {"ending stopped"} == endings
    assert sum(believed[name][0] for name in named) == pytest.approx(1)
    assert ("unfinished" in believed) == ("unfinished" not in gone)


def test_a_chance_of_ones_own_has_jeffreys_prior() -> None:
    at = ("play", "war", *CERTAIN, "--games", "50", "--chance", "rounds > 0")
    told = warlab(*at, "--posterior", "--json").json
    belief = scipy.stats.beta(50.5, 0.5)
    expected = (belief.mean(), *belief.interval(0.95))
    (found,) = (own for name, own in told["posterior"].items() if "rounds" in name)
    assert found == pytest.approx(expected)


def test_of_a_column_alone_its_mean_is_suggested() -> None:
    told = refusal("play", "war", "--until", "rounds 1 %")
    assert told == "--until: unknown statistic 'rounds'; did you mean 'rounds mean'?"


def test_a_wrong_query_is_refused() -> None:
    assert refusal("play", "war", "--correlate", "rounds").startswith(
        "--correlate: 'rounds' is not two columns"
    )
    assert "unknown column that counts 'ending'" in refusal(
        "play", "war", "--correlate", "rounds,ending"
    )
    assert refusal("play", "war", "--chance", "minuts > 3") == (
        "--chance: unknown column 'minuts'; did you mean 'minutes'?"
    )
    assert refusal("play", "war", "--given", "aces = 3") == (
        "--given: nothing is asked; ask for a chance, a mean or a quantile too"
    )
    assert refusal("play", "war", "--quantile", "rounds 100 %").startswith(
        "--quantile: 100 % is no quantile"
    )
    assert refusal("play", "war", "--mean", "rounds", "--by", "acs").startswith(
        "--by: unknown column 'acs'"
    )


def test_a_mean_without_digits_is_refused() -> None:
    asked = "score_0 - score_0*0.9999999999"
    games = ("play", "gops", "--games", "2000", "--mean")
    assert refusal(*games, asked) == (
        f"mean of {asked}: '{asked}' is counted in steps of 1e-08, too coarse for its values; "
        "multiply it by 1e+08, or by more"
    )
    rows = warlab(*games, f"({asked})*1e8", "--mean", "score_0", "--json").json
    means = {row["statistic"]: row["value"] for row in rows["statistics"]}
    assert means[f"mean of ({asked})*1e8"] == pytest.approx(
        means["mean of score_0"] / 100, rel=1e-5
    )
    assert "too large for its last digits" in refusal(
        "play", "war", "--games", "300", "--mean", "rounds + 1e18"
    )


class TestUntil:
    def test_it_stops_at_the_first_look_at_which_the_statistic_is_known(self) -> None:
        found = warlab(
            "play", "war", "--until", "rounds mean 5 %", "-r", "lowest=9", "--json"
        ).json
        assert found["games"] == 10_000
        assert found["why"] == (
            "Stopped after 10,000 games: every target is met; the last was rounds mean within 5 % of its value."
        )
        (mean,) = [
            one for one in found["statistics"] if one["statistic"] == "rounds mean"
        ]
        assert (mean["high"] - mean["low"]) / 2 <= 0.05 * mean["value"]

    def test_the_games_are_those_that_the_same_number_without_it_plays(self) -> None:
        asked = ["play", "war", "-r", "lowest=9", "--json"]
        stopped = warlab(*asked, "--until", "rounds mean 1 %").json
        plain = warlab(*asked, "--games", str(stopped["games"])).json
        assert stopped["games"] > 10_000
        assert stopped["statistics"] == plain["statistics"]

    def test_the_games_are_at_most_those_that_are_given(self) -> None:
        said = warlab(
            "play",
            "war",
            "-r",
            "lowest=9",
            "--until",
            "rounds mean 0.1 %",
            "--games",
            "12000",
        )
        assert (
            "Not known as well as was asked after 12,000 games: rounds mean within 0.1 % of its value"
            in " ".join(said.out.split())
        )

    def test_a_chance_of_ones_own_can_be_asked_for(self) -> None:
        asked = ["--chance", "rounds > 10", "--until", "chance of rounds > 10 0.02"]
        found = warlab("play", "war", "-r", "lowest=9", *asked, "--json").json
        assert found["games"] == 10_000


def test_the_rest_of_the_games_that_have_lasted_so_long() -> None:
    found = warlab(
        "play", "war", *CERTAIN, "-n", "1000", "--lasted", "0,1", "--json"
    ).json["lasted"]
    assert found[0]["ends"]["value"] == 1
    assert found[0]["mean"]["value"] == found[0]["median"]["value"] == 1
    assert (found[1]["games"], found[1]["ends"]) == (0, None)
    assert "'some' is no list of lengths" in refusal("play", "war", "--lasted", "some")


def test_a_column_on_request_names_itself() -> None:
    """Nobody has to ask for it with --column before they ask something of it."""
    asked = ("play", "war", "-n", "300", "--json")
    queries = ("--chance", "winner = 0", "--mean", "lead_changes", "--by", "jacks")
    columns = ("--column", "kings", "--column", "jacks", "--column", "lead_changes")
    queries += ("--given", "kings = 2", "--correlate", "rounds,queens")
    columns += ("--column", "queens")
    named = warlab(*asked, *queries).json["statistics"]
    assert named == warlab(*asked, *queries, *columns).json["statistics"]


@pytest.mark.parametrize("share", ["2.5 %", "0.025", ".025"])
def test_a_quantile_is_a_share_or_a_percentage(share: str) -> None:
    said = warlab("play", "war", "-n", "300", "--quantile", f"rounds {share}").out
    assert "2.5 % quantile of rounds" in said


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path: Path) -> None:
    texts = ["=1+1", "+1", "-1", "@x", "\tx", "a=1"]
    save(tmp_path / "t.csv", pl.DataFrame({"text": texts, "number": range(-3, 3)}))
    found = pl.read_csv(tmp_path / "t.csv")
    assert found["text"].to_list() == [*("'" + text for text in texts[:5]), "a=1"]
    assert found["number"].to_list() == list(range(-3, 3))


def test_which_refuses_a_figure_that_no_game_has() -> None:
    """With one rank every battle is a tie, so no game is finished."""
    assert refusal("which", "mean = 178", "-r", "highest=2").startswith(
        "FIGURE: no game under these rules has such a number"
    )


def test_a_precision_names_columns_on_request_too() -> None:
    words = ("play", "war", "--games", "500", "--json", "--until", "kings mean 5 %")
    asked, added = warlab(*words).json, warlab(*words, "--column", "kings").json
    assert asked | {"seconds": 0} == added | {"seconds": 0}
    assert "kings mean" in {row["statistic"] for row in asked["statistics"]}


def test_a_precision_that_no_run_reaches_is_no_error() -> None:
    said = warlab("play", "war", "--games", "20", "--until", "rounds mean 1e-300 %")
    assert "Not known as well as was asked after 20 games" in said.prose
    words = ("play", "war", "--until", "rounds mean sign")
    assert refusal(*words).startswith("--until: it is no difference of two variants")


def test_json_names_the_step_of_amounts_that_are_not_counted_in_ones() -> None:
    """Thirteen significant digits of the largest value: aces / 1e7 is at most 1.3e-5."""
    amounts = ("aces/1e7", "rounds", "rounds/3")
    words = [word for amount in amounts for word in ("--mean", amount)]
    found = warlab("play", "war", "--games", "100", *words, "--json").json
    assert found["steps"]["mean of rounds/3"] == 1e-6
    assert 0 < found["steps"]["mean of aces/1e7"] <= 1e-14
    assert len(found["steps"]) == 2
