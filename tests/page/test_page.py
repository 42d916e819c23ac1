"""The page in a browser: the program's numbers, rules that are chosen, links, stopping, and what it may load."""

import html
import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

import sim
from reports.page.page import answers_of, document
from sim.browser.building import modules
from sim.games import GAMES
from sim.scenario import load_scenario
from tests.support.accessibility import violations

DONE = "document.documentElement.dataset.state === 'done'"
NO_WORKER = "window.Worker = function () { throw new Error('no workers here'); };"
BLOCKED_WORKER = """window.Worker = class {
  constructor() { setTimeout(() => this.onerror()); }
  postMessage() {}
};"""
NO_VECTORS = "WebAssembly.validate = () => false;"
STOPPED = """new Promise((stopped) => {
  const begun = performance.now(), page = document.documentElement;
  new MutationObserver((_, observer) => {
    if (page.dataset.state !== "stopped") return;
    observer.disconnect();
    stopped(performance.now() - begun);
  }).observe(page, { attributes: true });
  document.getElementById("stop").click();
})"""
"""Milliseconds from the press of the button until the numbers say so, by the page's own clock."""

ROWS = """Object.fromEntries([...document.querySelectorAll('#table tbody tr')].map((row) =>
  [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.innerText.replace(/\\s+/g, ' '))]))"""


def page_of(name):
    game = GAMES[name]
    return document(answers_of(game, game.rules()), modules(game, lambda: None))


@pytest.fixture(scope="session")
def text():
    return page_of("war")


@pytest.fixture(scope="session")
def file(text, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "war.html"
    path.write_text(text, "utf-8")
    return path


def opened(browser, url, *, width=1280, dark=False, before=""):
    page = browser.open("about:blank", width=width, dark=dark)
    if before:
        page.call("Page.addScriptToEvaluateOnNewDocument", source=before)
    page.load(url)
    page.until(DONE)
    return page


def chosen(page, which, answer, *, of=0):
    """Choose an answer by its words; ``of`` is its place among those with the same words."""
    page.evaluate(
        f"""(() => {{
          document.documentElement.dataset.state = "";
          const option = [...document.querySelectorAll("#{which} option")]
            .filter((one) => one.text === {json.dumps(answer)})[{of}];
          const select = option.closest("select");
          select.value = option.value;
          select.dispatchEvent(new Event("change"));
        }})()"""
    )


@pytest.mark.parametrize(
    "before",
    ["", NO_WORKER, BLOCKED_WORKER, NO_VECTORS],
    ids=["usual", "no worker", "blocked worker", "plain"],
)
def test_the_page_comes_to_the_numbers_of_the_program(started, file, before):
    page = opened(started, file.as_uri(), before=before)
    rows = page.evaluate(ROWS)
    games = sim.play("war", 10_000, seed=1)
    assert rows["rounds a game, on average"][0].startswith(
        f"{games['rounds'].mean():.0f} "
    )
    won = 100 * (games["winner"] == 0).mean()
    assert rows["first player wins"][0].startswith(f"{won:.1f}")
    assert rows["half of all games are over by"][0].startswith(
        f"{sorted(games['rounds'])[4_999]} "
    )
    longest = games["rounds"].arg_max()
    words = f"The longest game that ended is number {longest}: {games['rounds'].max():,} rounds."
    assert page.evaluate("document.getElementById('longest').textContent") == words
    assert page.complaints() == []
    assert [url for url in page.requests() if not url.startswith("blob:")] == []


@pytest.mark.parametrize("rule", [{"wars_to_win": 1}, {"stop_after": 50}], ids=str)
def test_a_game_that_a_rule_ends_is_over(started, file, rule):
    [(option, value)] = rule.items()
    name = {"wars_to_win": "wars", "stop_after": "stop"}[option]
    page = opened(started, f"{file.as_uri()}#{name}={quote(f'{option}={value}')}")
    games = sim.play("war", 10_000, seed=1, rules=rule)
    rounds, minutes = games["rounds"], games["plays"].mean() * 2.5 / 60
    mean, interval = page.evaluate(ROWS)["rounds a game, on average"][0].split(" ", 1)
    assert abs(float(mean) - rounds.mean()) < 0.051
    assert "never" not in interval
    middle = [sorted(rounds)[at] for at in (2_499, 7_499)]
    assert page.evaluate("document.getElementById('headline').textContent") == (
        f"A game takes {rounds.mean():.0f} rounds on average, about {minutes:.1f} minutes; "
        f"the middle half takes from {middle[0]} to {middle[1]}."
    )


def test_games_that_never_end_are_told_beside_the_mean_of_the_others(started, file):
    page = opened(started, f"{file.as_uri()}#back={quote('pickup=seat')}")
    games = sim.play("war", 10_000, seed=1, rules={"pickup": "seat"})
    never = games["ending"] == "cycle"
    headline = page.evaluate("document.getElementById('headline').textContent")
    assert headline.startswith(
        f"A game that ends takes {games.filter(~never)['rounds'].mean():,.0f} rounds"
    )
    assert headline.endswith(f"{100 * never.mean():.1f}\u00a0% do not end.")


def test_no_question_has_an_answer_twice():
    for game in GAMES.values():
        for question in game.in_browser.questions if game.in_browser else ():
            labels = [answer.label for answer in question.answers]
            assert len({*labels}) == len(labels), (game.name, question.text)


def test_a_seed_beyond_2_to_53_is_taken_exactly(started, file):
    seed = 2**64 - 1
    page = opened(started, f"{file.as_uri()}#seed={seed}&games=2000")
    rounds = sim.play("war", 2_000, seed=seed)["rounds"]
    words = f"number {rounds.arg_max()}: {rounds.max():,} rounds."
    assert page.evaluate("document.getElementById('longest').textContent").endswith(
        words
    )


def test_two_rule_sets_are_played_on_the_same_deals(started, file):
    page = opened(started, file.as_uri())
    page.evaluate(
        "document.documentElement.dataset.state = ''; document.getElementById('two').click()"
    )
    page.until(DONE)
    chosen(page, "second", "three", of=1)
    page.until(DONE)
    first, second, difference = page.evaluate(ROWS)["rounds a game, on average"]
    one, two = (
        sim.play("war", 10_000, seed=1, rules={"face_down": down})["rounds"]
        for down in (1, 3)
    )
    assert first.startswith(f"{one.mean():.0f} ")
    assert second.startswith(f"{two.mean():.0f} ")
    assert (
        abs(float(difference.split()[0].replace("−", "-")) - (two - one).mean()) < 0.51
    )
    link = page.evaluate("document.getElementById('link').value")
    again = opened(started, link)
    assert again.evaluate(ROWS) == page.evaluate(ROWS)


def test_rules_that_exclude_each_other_are_named(started, file):
    page = opened(started, file.as_uri())
    chosen(page, "first", "two, added")
    page.until(DONE)
    chosen(page, "first", "your last card fights")
    said = page.until("document.querySelector('#status.error')?.textContent")
    assert "“your last card fights” and “two, added” do not go together" in said
    chosen(page, "first", "you lose")
    page.until(DONE)
    assert page.evaluate("document.getElementById('status').className") == ""


def test_stop_acts_at_once_and_go_on_plays_the_rest(started, file):
    page = opened(started, f"{file.as_uri()}#games=3000")
    page.evaluate(
        "const games = document.getElementById('games'); games.value = 1e9; games.dispatchEvent(new Event('change'))"
    )
    page.until("document.documentElement.dataset.state === 'playing'")
    took = [page.evaluate(STOPPED)]
    while min(took) > 200 and len(took) < 5:
        # Something else may have had the processor.
        page.evaluate("document.getElementById('go').click()")
        page.until("document.documentElement.dataset.state === 'playing'")
        took.append(page.evaluate(STOPPED))
    assert min(took) <= 200
    done = int(page.evaluate("document.documentElement.dataset.games"))
    command = page.evaluate("document.getElementById('command').textContent")
    assert command == f"warlab play war --games {done} --seed 1"
    assert page.evaluate("document.getElementById('go').textContent") == "Go on"
    page.evaluate("document.getElementById('go').click()")
    page.until(f"Number(document.documentElement.dataset.games) > {done}")
    page.evaluate("document.getElementById('stop').click()")


def test_a_link_with_unknown_rules_says_so(started, file):
    strange = {"down": "face_down=77", "games": "0", "seed": str(2**64), "pace": "-1"}
    fields = "&".join(f"{name}={quote(text)}" for name, text in strange.items())
    page = opened(started, f"{file.as_uri()}#{fields}")
    said = page.evaluate("document.getElementById('strange').textContent")
    listed = ", ".join(f"{name}={text}" for name, text in strange.items())
    assert said == f"This page lacks what the link asks for: {listed}."
    assert page.evaluate("document.documentElement.dataset.games") == "10000"


def test_the_command_and_the_scenario_play_the_same(started, file, tmp_path):
    keys = quote("players=3"), quote("pickup=shuffled")
    page = opened(
        started,
        f"{file.as_uri()}#players={keys[0]}&back={keys[1]}&games=1500&seed=9&pace=5",
    )
    command = page.evaluate("document.getElementById('command').textContent")
    assert (
        command
        == "warlab play war -r players=3 -r pickup=shuffled --games 1500 --seed 9 "
        "--seconds-per-play 5"
    )
    scenario = tmp_path / "mine.toml"
    scenario.write_text(
        page.evaluate("document.getElementById('scenario').textContent")
    )
    read = load_scenario(scenario)
    [variant] = read.variants
    assert (variant.rules.players, variant.rules.pickup) == (3, "shuffled")
    assert (read.games, read.seed, read.report.seconds_per_play) == (1500, 9, 5)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_cut_or_hard_to_read(started, file, width, dark):
    two = f"{file.as_uri()}#two=1&b.down={quote('face_down=0')}"
    page = opened(started, two, width=width, dark=dark)
    page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    table = "document.getElementById('table')"
    assert page.evaluate(f"{table}.scrollWidth <= {table}.clientWidth")
    assert page.complaints() == []
    assert violations(page) == []


def test_nothing_moves_while_the_numbers_settle(started, file):
    shifts = """let moved = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((one) => { moved += one.value; }))
        .observe({ type: "layout-shift", buffered: true });"""
    page = opened(started, file.as_uri(), width=390, before=shifts)
    # Above 0.1 a page counts as restless.
    assert page.evaluate("moved") < 0.05


@pytest.fixture(scope="session")
def gops(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "gops.html"
    path.write_text(page_of("gops"), "utf-8")
    return path


def test_a_page_with_equilibria_is_small_too(gops):
    assert gops.stat().st_size <= 400_000


def test_players_choose_as_they_are_told(started, gops):
    page = opened(started, f"{gops.as_uri()}#first=proportional&second=equilibrium")
    chosen = ["proportional", "equilibrium"]
    games = sim.play("gops", 10_000, seed=1, rules={"cards": 5}, policies=chosen)
    rows = page.evaluate(ROWS)
    won = 100 * (games["winner"] == 0).mean()
    assert rows["first player wins"][0].startswith(f"{won:.1f}")
    headline = page.evaluate("document.getElementById('headline').textContent")
    assert headline.startswith(
        f"Of these games the first player wins {won:.1f}\u00a0%, "
    )
    assert rows["points of the second player"][0].startswith(
        f"{games['score_1'].mean():.2f}"
    )
    command = page.evaluate("document.getElementById('command').textContent")
    assert "--policies proportional,equilibrium" in command
    assert page.complaints() == []


def test_a_match_by_hand_is_that_of_the_program(started, gops):
    page = opened(started, f"{gops.as_uri()}#second=equilibrium&games=1000&seed=5")
    press = "document.querySelector('#match p button').click()"
    said = "document.getElementById('match').textContent"
    for left in (4, 3, 2):
        page.evaluate(press)
        page.until(f"document.querySelectorAll('#match p button').length === {left}")
    page.evaluate(press)
    page.until(f"{said}.includes('you have')")
    low = sim.play(
        "gops",
        1,
        seed=5,
        rules={"cards": 5},
        policies=["low-first", "equilibrium"],
    ).row(0, named=True)
    words = f"you have {low['score_0']}, the second player has {low['score_1']}."
    assert words in page.evaluate(said)
    page.evaluate("document.querySelector('#match > button').click()")
    page.until(f"{said}.includes('match 1 of seed 5')")
    assert page.complaints() == []


def test_all_opponents_are_shown(started, gops):
    players, cards = quote("players=3"), quote("cards=4")
    chosen = "&first=low-first&second=low-first&others=high-first"
    page = opened(
        started,
        f"{gops.as_uri()}#players={players}&cards={cards}{chosen}&games=1000&seed=5",
    )
    assert "pace" not in page.evaluate("location.hash")
    policies = ["low-first", "low-first", "high-first"]
    rules = {"cards": 4, "players": 3}
    games = sim.play("gops", 1_000, seed=5, rules=rules, policies=policies)
    rows = page.evaluate(ROWS)
    third = games["score_2"].mean()
    assert rows["points of the third player"][0].startswith(f"{third:.0f}")
    assert "points of the fourth player" not in rows
    said = "document.getElementById('match').textContent"
    for word in ("Points of the", "Cards of the"):
        assert f"{word} second player: " in page.evaluate(said)
        assert f"{word} third player: " in page.evaluate(said)
    assert "fourth player" not in page.evaluate(said)
    for left in (3, 2, 1):
        page.evaluate("document.querySelector('#match p button').click()")
        if left > 1:
            there = "document.querySelectorAll('#match p button').length"
            page.until(f"{there} === {left}")
            bids = (
                f"You: {4 - left}, second player: {4 - left}, third player: {left + 1}."
            )
            assert bids in page.evaluate(said)
    page.until(f"{said}.includes('you have')")
    row = games.row(0, named=True)
    points = f"you have {row['score_0']}, the second player has {row['score_1']}, "
    assert f"{points}the third player has {row['score_2']}." in page.evaluate(said)
    assert page.complaints() == []


def test_a_pack_that_a_game_has_left_is_dealt(started, file):
    rules = {"pack": "played", "riffles": 3}
    order = quote("pack=played;riffles=3")
    page = opened(started, f"{file.as_uri()}#order={order}&games=2000&seed=8")
    rounds = sim.play("war", 2_000, seed=8, rules=rules)["rounds"]
    words = f"number {rounds.arg_max()}: {rounds.max():,} rounds."
    said = page.evaluate("document.getElementById('longest').textContent")
    assert said.endswith(words)
    assert page.evaluate(ROWS)["half of all games are over by"][0].startswith(
        f"{sorted(rounds)[999]} "
    )


def test_an_evening_is_answered_by_the_money_that_is_left(started, tmp_path):
    path = tmp_path / "casino.html"
    path.write_text(page_of("casino-war"), "utf-8")
    page = opened(started, f"{path.as_uri()}#two=1&b.hands={quote('hands=500')}")
    evening = {"bankroll": 100, "hands": 100}
    one, two = (
        sim.play("casino-war", 10_000, seed=1, rules=evening | longer)["end"]
        for longer in ({}, {"hands": 500})
    )
    headline = page.evaluate("document.getElementById('headline').textContent")
    assert headline == (
        f"At the end of an evening {one.mean():.1f} are left on average. "
        f"By the second rules it is {(one - two).mean():.1f} less."
    )


def test_a_deal_of_ones_own_is_played(started, tmp_path):
    path = tmp_path / "beggar.html"
    path.write_text(page_of("beggar-my-neighbour"), "utf-8")
    page = opened(started, f"{path.as_uri()}#games=1000")
    said = "document.querySelector('#match p').textContent"
    # The page begins with a deal that is known never to end.
    page.until(f"{said} === 'This game never ends.'")
    deal = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
    written = "document.querySelector('#match textarea').value = "
    press = "; document.querySelector('#match button').click()"
    page.evaluate(written + json.dumps(deal) + press)
    [row] = sim.play("beggar-my-neighbour", deals=[deal]).rows(named=True)
    winner = ("first", "second")[row["winner"]]
    told = f"The {winner} player wins: {row['tricks']:,} tricks, {row['cards']:,} cards laid."
    page.until(f"{said} === {json.dumps(told)}")
    again = opened(started, page.evaluate("location.href"))
    again.until(f"{said} === {json.dumps(told)}")
    assert again.evaluate("document.querySelector('#match textarea').value") == deal
    page.evaluate(written + json.dumps(deal + "A") + press)
    page.until(f"{said} === 'Write two packets of 26 cards; these have 26 and 27.'")
    assert page.complaints() == []
    other = opened(started, f"{path.as_uri()}#pack={quote('lowest=6')}&games=1000")
    other.until(f"{said} === 'Write two packets of 18 cards.'")


def test_without_scripts_it_says_what_it_needs(started, file):
    page = started.open(file.as_uri(), width=390, scripts=False)
    assert page.evaluate("1") == 1
    assert "needs JavaScript and WebAssembly" in file.read_text("utf-8")


def test_the_page_is_small_and_loads_nothing(text):
    assert len(text.encode()) <= 400_000
    packed = re.findall(
        r'<script type="text/plain" id="(?:plain|vectors)">([^<]*)<', text
    )
    assert len(packed) == 2
    assert sum(len(part) * 3 // 4 for part in packed) <= 120_000
    policy = html.unescape(re.search(r'Policy" content="([^"]*)"', text)[1])
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-inline" not in policy
    assert not re.search(r'(?:src|href)="(?!data:)', text)


def test_scripts_styles_and_template_stay_within_their_limits():
    folder = Path(__file__).parents[2] / "reports" / "page"
    scripts = {
        path: path.read_text("utf-8") for path in (folder / "assets").glob("*.js")
    }
    assert sum(len(script.encode()) for script in scripts.values()) <= 47 * 1024
    for path, script in scripts.items():
        assert len(script.splitlines()) <= 250, path
        assert max(map(len, script.splitlines())) <= 120, path
    looks = [folder / "assets" / "page.css", folder / "templates" / "page.html.j2"]
    assert sum(path.stat().st_size for path in looks) <= 15 * 1024


def test_rules_that_no_page_plays_are_refused():
    game = GAMES["pyanitsa"]
    with pytest.raises(sim.UserError, match="'played' on a page"):
        answers_of(game, game.rules.of({"pack": "played"}))


def test_rules_that_no_answer_names_come_first():
    game = GAMES["war"]
    given = {"pack": "new", "riffles": 2, "bury_jokers": True, "jokers": 2}
    answers = answers_of(game, game.rules.of({"pack": "new", "riffles": 2}))
    assert answers.options(answers.changed()) == {"pack": "new", "riffles": 2}
    del given["pack"], given["riffles"]
    answers = answers_of(game, game.rules.of(given))
    assert answers.options(answers.changed()) == given
