"""The page "Your rules" in a browser: by mouse, by keyboard and by address, to the figures of the data."""

import pytest

from docs.site import Page as SitePage
from docs.site import Part, write_site
from docs.site.atlas import page as rules_page
from docs.site.atlas.grid import RuleSet, rule_sets
from docs.site.atlas.tables import QUANTILES, Table, table
from reports.numbers import duration, percent
from sim.collect.driver import collected
from sim.collect.tasks import GamesTask
from sim.games import find_game
from sim.stats import proportion
from tests.support.accessibility import violations
from tests.support.browser import Browser, Page
from tests.support.command_line import warlab
from tests.support.shifts import farthest

WAR = find_game("war")
FIRST = RuleSet(2, 1, "lose", "shuffled", 0, "all")
DOWN = RuleSet(2, 3, "lose", "shuffled", 0, "all")
THREE = RuleSet(3, 1, "lose", "winner-first", 0, "tied")
PILE = RuleSet(2, 1, "lose", "pile", 0, "all")
PLAYED = {FIRST: 4000, DOWN: 4000, THREE: 200, PILE: 1000}


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    """A few rule sets played; the others have the figures of the first, which nobody looks at."""
    played = {
        one.key: table(one, games, collected(GamesTask(WAR, {"": rules}, 1), games))
        for one, games in PLAYED.items()
        for rules in [
            WAR.asking(WAR.rules.of(one.rules), ["shuffles"] * one.shuffles, "")
        ]
    }
    return {one.key: played.get(one.key, played[FIRST.key]) for one in rule_sets()}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, tables: dict[str, Table]) -> str:
    out = tmp_path_factory.mktemp("rules") / "site"
    front = SitePage(
        "",
        "Front",
        "All of it.",
        '<h1>Front</h1><a href="@/rules/yours/">Yours</a>',
        "",
    )
    write_site(out, Part((front,)), rules_page.part(tables))
    return (out / "rules" / "yours" / "index.html").as_uri()


def shown(page: Page, which: int = 0) -> str:
    """Return the answer once it is there."""
    text: str = page.until(
        f"document.querySelectorAll('#answers section')[{which}]?.innerText"
    )
    return text.replace("\N{NO-BREAK SPACE}", " ")


def answered(
    page: Page, rule_set: RuleSet, played: Table, seconds: float = 2.5
) -> None:
    """Check the answer that is shown against the table of the rule set."""
    words = duration(played["plays"][0] * seconds / 60)
    page.until(
        f"document.querySelector('#answers .verdict')?.textContent === 'About {words}.'"
    )
    text = shown(page)
    half, late = (
        duration(played["quantiles"][QUANTILES.index(share)][0] * seconds / 60)
        for share in (0.5, 0.9)
    )
    assert f"About {words}." in text
    assert (
        f"Half of the games are over after {half}, one in ten takes longer than {late}"
        in text
    )
    assert f"rules={rule_set.key}" in page.evaluate("location.hash")
    assert rule_set.command(played["games"]) in page.evaluate(
        "document.getElementById('away').innerText"
    )


def test_the_first_answer_is_that_of_the_classic_rules(
    started: Browser, address: str, tables: dict[str, Table]
) -> None:
    page = started.open(address, width=1280)
    played = tables[FIRST.key]
    answered(page, FIRST, played)
    # At six seconds a card, an hour is 600 plays: a point of the curve.
    page.evaluate(
        "seconds.value = 6; seconds.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    answered(page, FIRST, played, 6)
    assert 600 % played["step"] == 0
    interval = proportion(played["over"][600 // played["step"]], played["games"])
    share = percent(interval.value or 0, interval.low, interval.high)
    assert f"and {share} take more than 60 minutes" in shown(page)
    for held, (dealt, won) in enumerate(played["aces"]):
        row = page.evaluate(
            f"document.querySelectorAll('#aces-table tbody tr')[{held}].innerText"
        )
        ends = proportion(won, dealt)
        if ends.procedure == "Wilson":
            told = percent(ends.value or 0, ends.low, ends.high)
            assert told in row.replace("\N{NO-BREAK SPACE}", " ")
    assert page.complaints() == []


def test_the_time_of_a_shuffle_counts_for_each_pile_that_is_shuffled(
    started: Browser, address: str
) -> None:
    """The same games, pile by pile, as ``warlab play`` has them."""
    command = "play war -r captured=pile-shuffled --games 1000 --seconds-per-shuffle 20 --json"
    means = {
        row["statistic"]: row["value"]
        for row in warlab(*command.split()).json["statistics"]
    }
    minutes = (2.5 * means["plays mean"] + 20 * means["shuffles mean"]) / 60
    page = started.open(f"{address}#rules={PILE.key}&shuffle=20", width=1280)
    assert f"About {duration(minutes)}." in shown(page)
    assert page.evaluate("shuffle.value") == "20"


def test_the_keyboard_alone_picks_rules(
    started: Browser, address: str, tables: dict[str, Table]
) -> None:
    page = started.open(address, width=1280)
    shown(page)
    for _ in range(40):
        page.press("Tab")
        if page.evaluate("document.activeElement.name") == "face_down":
            break
    assert page.evaluate("document.activeElement.value") == "1"
    page.press("ArrowRight")
    page.press("ArrowRight")
    answered(page, DOWN, tables[DOWN.key])


def test_an_address_brings_both_rule_sets_back(
    started: Browser, address: str, tables: dict[str, Table]
) -> None:
    page = started.open(
        f"{address}#rules={DOWN.key}&with={THREE.key}&seconds=3", width=1280
    )
    assert "Two players, three cards down" in shown(page)
    endless = shown(page, 1)
    assert "Most games never end." in endless
    never = proportion(tables[THREE.key]["endless"], 200)
    assert percent(never.value or 0, never.low, never.high) in endless
    assert page.evaluate(
        "document.querySelector('[name=players-2][value=\"3\"]').checked"
    )
    assert page.evaluate("seconds.value") == "3"
    assert page.evaluate("document.querySelectorAll('#tail path.line').length") == 2


def test_choices_that_mean_the_same_are_closed(started: Browser, address: str) -> None:
    page = started.open(f"{address}#rules=3-0-fewest-loser-first-0-all", width=1280)
    shown(page)
    assert "rules=3-0-lose-winner-first-0-all" in page.evaluate("location.hash")
    closed = "[...document.querySelectorAll('#first input:disabled')].map((one) => one.value).join()"
    assert page.evaluate(closed) == "loser-first,all-in,fewest"
    page.evaluate("document.querySelector('[name=players][value=\"2\"]').click()")
    shown(page)
    assert page.evaluate(closed) == "all-in,fewest,tied"
    assert page.evaluate(
        "document.querySelector('[name=fighters]').closest('fieldset').hidden"
    )


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_it_fits_complains_of_nothing_and_is_accessible(
    started: Browser, address: str, width: int, dark: bool
) -> None:
    page = started.open(
        f"{address}#rules={FIRST.key}&with={DOWN.key}", width=width, dark=dark
    )
    shown(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    assert violations(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_by_more_than_a_line_when_the_page_is_filled(
    started: Browser, address: str, width: int
) -> None:
    parts = "h1, h2, legend, #seconds, #away, #aces-table, #tail"
    filled = "document.querySelector('#answers section')?.innerText"
    moved = farthest(started, address, width=width, parts=parts, filled=filled)
    assert moved <= (30 if width > 390 else 60)
