"""``warlab play``, ``replay`` and ``games``: answers in the terminal, without any file.

The certain game has two cards, a three for player 0 and a two for player 1: everything
about it is known without playing. If none of n games is of a kind, its share is at most
1 - 0.05**(1/n) at 95 %: 0.30 % of 1,000.
"""

import re

import polars as pl
import pytest
import scipy.stats

from sim.commands.screen import save
from sim.games import GAMES, find_game
from tests.support.command_line import answers, is_like, refusal, refuses, typed, warlab

CERTAIN = [
    f"-r{rule}" for rule in ("lowest=2", "highest=3", "copies=1", 'hands=["3", "2"]')
]

CERTAIN_ROW = """
game 5, winner 0, ending cards, rounds 1, battles 1, plays 1, wars 0, single_wars 0, double_wars 0,
triple_wars 0, longer_wars 0, longest_war 0, winner_low 1, aces 0, rank_sum 3
"""


def statistics(*words):
    """What ``warlab play war`` gives programs, by the name of the statistic."""
    return warlab("play war --json", *words).statistics


def test_one_game_has_one_number():
    said = warlab("play war --games 1 --first 7", *CERTAIN)
    assert "\nWar: 1 game, number 7 of seed 1; " in said.out


def test_the_answer_for_the_certain_game_is_exact():
    said = warlab("play war --games 1e3 --all", *CERTAIN)
    assert (said.code, said.err) == (0, "")
    answer, _, rest = said.out.partition("\n\nWar: ")
    assert answer.startswith(
        "The player with 3 wins 100 % of games, the second player 0 %.\n"
    )
    assert "games that the first player wins" in answer
    lines = [line.split() for line in rest.splitlines()]
    assert ["median", "1", "1", "1", "1"] in lines
    assert ["first", "player", "wins", "100", "%", "≥", "99.70", "%"] in lines


def test_without_all_the_numbers_are_at_most_ten_lines_of_80_columns_in_words():
    for game in ("war", "gops"):
        lines = warlab("play --games 100", game).out.splitlines()
        _, numbers, *rest = "\n".join(lines).split("\n\n")
        assert len(numbers.splitlines()) <= 10
        assert "Every statistic, with medians and ranges: add --all" in rest
        assert not re.search(r"(?<!first )(?<!second )player [0-9]", "\n".join(lines))
        assert max(map(len, lines)) <= 80


def test_json_says_what_was_played_and_every_statistic_with_its_interval_level_and_method():
    said = warlab("play war --games 1e3 --json", *CERTAIN)
    played = {"game": "war", "seed": 1, "first": 0, "games": 1000}
    assert said.json.items() >= played.items()
    assert said.json["rules"]["hands"] == ["3", "2"]
    parts = {"value", "low", "high", "level", "method", "games"}
    assert all(parts <= row.keys() for row in said.json["statistics"])
    of_winner = said.statistics["player 0 wins"]
    assert of_winner == of_winner | {"value": 1.0, "high": 1.0}
    assert of_winner["low"] == pytest.approx(0.05 ** (1 / 1000))


def test_games_can_begin_at_any_number_and_add_up():
    """The longest game of two halves is the longest game of the whole."""

    def longest(*words):
        return float(statistics(*words)["rounds longest"]["value"])

    halves = longest("--games", "500"), longest("--games", "500", "--first", "500")
    assert max(halves) == longest("--games", "1000")
    assert longest("--games", "1", "--first", str(2**61)) >= 1


def test_a_replay_shows_the_certain_game_card_by_card():
    told = warlab("replay war 5 --json", *CERTAIN).json
    assert told["packets"] == ["3", "2"]
    row = ", ".join(f"{name} {value}" for name, value in told["row"].items())
    assert row == " ".join(CERTAIN_ROW.split())
    assert told["events"]
    said = warlab("replay war 5", *CERTAIN)
    assert (said.code, said.err) == (0, "")
    lines = [line.strip() for line in said.out.splitlines()]
    words = {"player 0": "the first player", "player 1": "the second player"}
    events = [
        re.sub("player [01]", lambda found: words[found[0]], event)
        for event in told["events"]
    ]
    assert [line for line in lines if line in events] == events


def test_a_replay_has_the_same_default_seed_as_play():
    """The one game that is played is the one that is replayed."""
    for seed in ([], ["--seed", "7"]):
        played = warlab("play war --games 1 --first 17 --json", *seed).statistics
        rounds = warlab("replay war 17 --json", *seed).json["row"]["rounds"]
        assert played["rounds mean"]["value"] == rounds


@pytest.mark.parametrize(
    ("words", "line"),
    typed("""
$ warlab replay warr 5
unknown game or run 'warr'; did you mean 'war'?
$ warlab replay runs/none 5
runs/none: there is no such directory; warlab run makes one
$ warlab replay war first
NUMBER: 'first' is not a whole number; write it as 1000000, 1,000,000, 1e6 or 1M
$ warlab replay war 5 --variant one
--variant: only runs have variants; give rules with -r option=value
"""),
)
def test_a_replay_of_an_unknown_game_is_refused(words, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal(words) == line


def test_a_replay_plays_a_given_deal():
    words = "replay war 3 --deal '2 3 A k' -r face_down=0"
    shown = warlab(words, "--json").json
    assert shown == shown | {"packets": ["2 A", "3 K"], "given": True}
    expected = {"game": 3, "winner": 0, "rounds": 4}
    assert {name: shown["row"][name] for name in expected} == expected
    assert warlab(words).out.splitlines()[0] == "War: a given deal as game 3 of seed 1"
    assert not warlab("replay war 3 --json").json["given"]


def test_a_deal_can_be_given_as_the_replay_of_a_game_shows_it():
    """In GOPS the ace is low, and is shown as 1."""
    text = "4 2 1 3"
    shown = warlab("replay gops 0 -r cards=4", "--deal", text)
    assert f"  deal: {text}" in shown.out.splitlines()


def test_a_deal_can_be_given_in_the_notation_of_the_literature():
    deal = "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK"
    for words in (["--deal", deal], [f"--deal={deal}"]):
        row = warlab("replay beggar-my-neighbour 0 --json", *words).json["row"]
        assert row == row | {"tricks": 1122, "cards": 7959}


@pytest.mark.parametrize(
    ("words", "line"),
    typed("""
$ warlab replay war 0 --deal '2 x'
'X' is not a card; cards are 2 to 10, J, Q, K, A, * (the...
$ warlab replay war 0 --deal 2
deals of 1 card; a deal must have from 2 (one per player)...
$ warlab replay war 0 --deal 2/
packet 2 without a card; write the cards, the top one...
$ warlab replay wargame 0 --deal '2 3'
wargame has no deals: ...
$ warlab replay beggar-my-neighbour 0 --deal J/-/-
3 packets for 2 players; the game has 2...
"""),
)
def test_an_invalid_deal_of_a_replay_is_refused(words, line):
    assert is_like(refusal(words), f"--deal: {line}")


def first_words(page):
    """The first words of the lines that are not indented."""
    return re.findall(r"(?m)^(\S+)", page)


def test_the_page_of_a_game_lists_the_columns_that_other_rules_add():
    more = [column.name for column in find_game("casino-war").more_columns]
    assert {"ruined", "end", "deepest"} <= set(more)
    _, _, after = warlab("games casino-war").out.partition("Under other rules also:")
    assert set(more) <= set(first_words(after))
    values = warlab("games casino-war --json").json
    assert [column["name"] for column in values["more_columns"]] == more
    assert "Under other rules also:" not in warlab("games tod-und-leben").out
    assert warlab("games tod-und-leben --json").json["more_columns"] == []


def test_games_lists_every_game_of_the_registry():
    listed = warlab("games --json").json
    assert listed == [
        {"name": game.name, "title": game.title} for game in GAMES.values()
    ]
    lines = warlab("games").out.splitlines()[4:]
    assert [line.split()[0] for line in lines[: len(GAMES)]] == list(GAMES)


def test_the_page_of_a_game_has_its_options_columns_and_source():
    war = find_game("war")
    page = warlab("games war").out
    names = {known.name for known in (*war.rules.options(), *war.columns)}
    assert names <= set(first_words(page))
    assert "Both players now turn their top card face up" in page


def test_the_page_of_a_game_says_the_same_to_programs():
    war = find_game("war")
    page = warlab("games war --json").json
    options, columns = (
        [known["name"] for known in page[kind]] for kind in ("options", "columns")
    )
    assert options == [option.name for option in war.rules.options()]
    assert columns == ["game", *(column.name for column in war.columns)]
    endings = page["columns"][columns.index("ending")]["categories"]
    assert endings == ["cards", "run-out", "draw", "cycle", "cap"]


def test_queries_are_answered_first():
    at = "play war --games 1000 --chance 'rounds = 1' --mean minutes"
    asked, *_ = warlab(at, *CERTAIN).out.split("\n\n")
    # One round of one play takes 2.5 seconds: 0.041667 minutes.
    assert asked.startswith(
        "Minutes at 2.5 seconds for a card of each player, in wars too.\n"
    )
    assert re.search(r"chance of rounds = 1 +100 % +1,000\n +≥ 99.70 %", asked)
    assert re.search(r"mean of minutes +0\.04167 +1,000\n +all games alike", asked)
    slow = warlab(at, "--seconds-per-play", "6", *CERTAIN).out
    assert slow.startswith(
        "Minutes at 6 seconds for a card of each player, in wars too."
    )
    assert re.search(r"mean of minutes +0\.1000", slow)


def test_minutes_count_the_shuffles_too():
    asked = "play war -n 200 -r captured=pile-shuffled --seconds-per-shuffle 20"
    means = "--mean minutes --mean shuffles --mean plays --json"
    found = warlab(f"{asked} {means}").json["statistics"]
    minutes, shuffles, plays = (row["value"] for row in found[:3])
    assert minutes == pytest.approx((2.5 * plays + 20 * shuffles) / 60)
    assert shuffles > 1


def test_queries_are_statistics_for_programs():
    asked = "--games 50 --chance 'winner = 0' --given 'aces = 1'"
    found = warlab(f"play war --json {asked}", *CERTAIN).statistics
    chance = found["chance of winner = 0, given aces = 1"]
    assert chance == chance | {"value": None, "games": 0}
    asked = "--games 50 --quantile 'rounds 90 %' --by aces"
    found = warlab(f"play war --json {asked}", *CERTAIN).statistics
    name = "90 % quantile of rounds"
    assert [*found][:2] == [name, f"{name}, given aces = 0"]


def test_posteriors_are_those_of_jeffreys_prior_and_no_intervals():
    at = "play war --games 50 --posterior"
    said = warlab(at, "--json", *CERTAIN)
    # Four outcomes: either player wins, a draw, unfinished.
    won = 50 * said.statistics["player 0 wins"]["value"]
    belief = scipy.stats.beta(0.5 + won, 50 - won + 1.5)
    expected = (belief.mean(), *belief.interval(0.95))
    found = said.json["posterior"]
    assert found["player 0 wins"] == pytest.approx(expected)
    outcomes = ("player 0 wins", "player 1 wins", "draw", "unfinished")
    assert sum(found[name][0] for name in outcomes) == pytest.approx(1)
    prior = "Dirichlet's with 1/2 for each outcome"
    assert said.json["prior"].startswith(prior)
    prose = warlab(at, *CERTAIN).prose
    assert prior in prose
    assert "Winners and endings have a prior each" in prose


@pytest.mark.parametrize(
    ("rules", "begins", "outcomes"),
    [
        ("casino-war", "result", ["win", "lose", "war-win", "war-tie", "war-lose"]),
        ("casino-war -r on_tie=surrender", "result", ["win", "lose", "surrender"]),
        ("casino-war -r bankroll=9", "ending", ["hands", "ruin", "cap"]),
        ("wargame", "player", ["0 wins", "1 wins"]),
    ],
)
def test_of_outcomes_that_the_rules_allow_each_has_a_half(rules, begins, outcomes):
    asked = f"play {rules} --games 20 --posterior --json"
    said = warlab(asked)
    found = {
        name: mean
        for name, (mean, *_) in said.json["posterior"].items()
        if name.startswith(begins) and " is " not in name
    }
    assert found == {
        name: pytest.approx(
            (20 * said.statistics[name]["value"] + 0.5) / (20 + 0.5 * len(outcomes))
        )
        for name in (f"{begins} {outcome}" for outcome in outcomes)
    }


def test_a_chance_of_ones_own_has_jeffreys_prior():
    at = "play war --games 50 --chance 'rounds > 0' --posterior --json"
    found = warlab(at, *CERTAIN).json["posterior"]
    belief = scipy.stats.beta(50.5, 0.5)
    expected = (belief.mean(), *belief.interval(0.95))
    assert found["chance of rounds > 0"] == pytest.approx(expected)


def test_one_round_is_no_rounds():
    answers("""
$ warlab play war -r stop_after=1 --games 9999
A game lasts 1 round on average, about 5 seconds at a table...
$ warlab play war -r max_rounds=1 --games 9999
Half of all games are over after at least 1 round; 100 % did not come to an end...
""")


def test_a_wrong_query_is_refused():
    """With one rank every battle is a tie, so no game is finished and none has a length."""
    refuses("""
$ warlab play gops --games 1 --luck
--luck: 1 game is too few...
$ warlab play war --correlate rounds
--correlate: 'rounds' is not two columns...
$ warlab play war --correlate rounds,ending
--correlate: unknown column that counts 'ending'...
$ warlab play war --chance 'minuts > 3'
--chance: unknown column 'minuts'; did you mean 'minutes'?
$ warlab play war --given 'aces = 3'
--given: nothing is asked; ask for a chance, a mean or a quantile too
$ warlab play war --quantile 'rounds 100 %'
--quantile: 100 % is no quantile...
$ warlab play war --mean rounds --by acs
--by: unknown column 'acs'...
$ warlab play war --until 'rounds 1 %'
--until: unknown statistic 'rounds'; did you mean 'rounds mean'?
$ warlab play war --until 'rounds mean sign'
--until: it is no difference of two variants...
$ warlab play war --lasted some
--lasted: 'some' is no list of lengths...
$ warlab play gops --seconds-per-shuffle 20
--seconds-per-shuffle: ...
$ warlab play war --mean minutes --seconds-per-play 0
--seconds-per-play: '0' is not the time of a card; write seconds, such as 2.5, from 0.001 up to a day
$ warlab play war --games 300 --mean 'rounds + 1e18'
mean of rounds + 1e18: 'rounds + 1e18' is too large in some games; divide it, or...
""")


class TestUntil:
    def test_it_stops_at_the_first_look_at_which_the_statistic_is_known(self):
        said = warlab("play war --until 'rounds mean 5 %' -r lowest=9 --json")
        assert said.json["games"] == 10_000
        assert said.json["why"] == (
            "Stopped after 10,000 games: every target is met; the last was rounds mean within 5 % of its value."
        )
        mean = said.statistics["rounds mean"]
        assert (mean["high"] - mean["low"]) / 2 <= 0.05 * mean["value"]

    def test_the_games_are_those_that_the_same_number_without_it_plays(self):
        asked = "play war -r lowest=9 --json"
        stopped = warlab(asked, "--until", "rounds mean 1 %").json
        plain = warlab(asked, "--games", stopped["games"]).json
        assert stopped["games"] > 10_000
        assert stopped["statistics"] == plain["statistics"]

    def test_the_games_are_at_most_those_that_are_given(self):
        said = warlab("play war -r lowest=9 --until 'rounds mean 0.1 %' --games 12000")
        why = "Not known as well as was asked after 12,000 games: rounds mean within 0.1 % of its value"
        assert why in said.prose

    def test_a_chance_of_ones_own_can_be_asked_for(self):
        asked = "--chance 'rounds > 10' --until 'chance of rounds > 10 0.02'"
        found = warlab(f"play war -r lowest=9 --json {asked}").json
        assert found["games"] == 10_000


def test_the_rest_of_the_games_that_have_lasted_so_long():
    found = warlab("play war -n 1000 --lasted 0,1 --json", *CERTAIN).json["lasted"]
    assert found[0]["ends"]["value"] == 1
    assert found[0]["mean"]["value"] == found[0]["median"]["value"] == 1
    assert found[1] == found[1] | {"games": 0, "ends": None}


def test_the_rest_of_a_game_is_not_below_zero():
    """Student's interval of three games reaches below zero: -774 to 768, say."""
    found = warlab("play war -n 3 --lasted 0,10 --json").json["lasted"]
    assert [row["mean"]["low"] for row in found] == [0, 0]


def test_a_correlation_is_of_the_games_in_which_both_columns_have_a_value(tmp_path):
    asked = "play war -n 900 -r pickup=seat --correlate winner_low,rounds --json"
    saved = tmp_path / "games.parquet"
    found = warlab(asked, "--rows", saved).statistics
    won = pl.read_parquet(saved).filter(pl.col("winner") >= 0)
    row = found["correlation of winner_low and rounds"]
    expected = scipy.stats.pearsonr(won["winner_low"], won["rounds"]).statistic
    assert row["value"] == pytest.approx(expected)
    assert row["games"] == len(won) < 900
    alike = warlab("play war -n 50 --correlate rounds,wars", *CERTAIN).prose
    assert "all games alike" in alike


def test_a_column_on_request_names_itself():
    """Nobody has to ask for it with --column before they ask something of it."""
    queries = "--chance 'winner = 0' --mean lead_changes --by jacks --given 'kings = 2' --correlate rounds,queens"
    columns = "--column kings --column jacks --column lead_changes --column queens"
    asked = f"play war -n 300 --json {queries}"
    named = warlab(asked).statistics
    assert named == warlab(f"{asked} {columns}").statistics


@pytest.mark.parametrize("share", ["2.5 %", "0.025", ".025"])
def test_a_quantile_is_a_share_or_a_percentage(share):
    said = warlab("play war -n 300", "--quantile", f"rounds {share}").out
    assert "2.5 % quantile of rounds" in said


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path):
    texts = ["=1+1", "+1", "-1", "@x", "\tx", "a=1"]
    save(tmp_path / "t.csv", pl.DataFrame({"text": texts, "number": range(-3, 3)}))
    found = pl.read_csv(tmp_path / "t.csv")
    assert found["text"].to_list() == [*("'" + text for text in texts[:5]), "a=1"]
    assert found["number"].to_list() == list(range(-3, 3))


def test_a_precision_names_columns_on_request_too():
    words = "play war --games 500 --json --until 'kings mean 5 %'"
    asked = warlab(words)
    added = warlab(words, "--column", "kings")
    assert asked.json | {"seconds": 0} == added.json | {"seconds": 0}
    assert "kings mean" in asked.statistics


def test_a_precision_that_no_run_reaches_is_no_error():
    said = warlab("play war --games 20 --until 'rounds mean 1e-300 %'")
    assert "Not known as well as was asked after 20 games" in said.prose
