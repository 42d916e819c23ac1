"""The pages under docs/: those that follow from the code are up to date, and the code on the others runs."""

import inspect
import itertools
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
import typer

import sim
from docs import architecture, build
from sim.commands.arguments import given_settings
from sim.commands.exact import exact
from sim.scenario import parse_scenario, shipped_scenarios
from tests.support import tiers
from tests.support.command_line import warlab
from tests.support.places import ROOT

DOCS = Path(build.__file__).parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^(warlab .*)$", re.MULTILINE)
COMMANDS = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)")


def test_the_pages_of_the_rules_are_those_that_the_code_gives():
    """`python -m docs.build` writes them."""
    written = {
        path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
        for path in DOCS.glob("rules/*.md")
    }
    assert written == build.rules_pages()


def test_the_references_are_those_that_the_code_gives():
    """`python -m docs.build` writes them."""
    for name, page in build.reference_pages().items():
        assert (DOCS / name).read_text(encoding="utf-8") == page, name


@pytest.mark.slow
def test_the_picture_of_the_architecture_is_that_of_the_imports():
    """`python -m docs.build` writes it; it would fail for rooms that import each other."""
    for name, page in architecture.pages().items():
        assert (DOCS / name).read_text(encoding="utf-8") == page, name


@pytest.mark.parametrize("module", build.PUBLIC)
def test_every_public_function_tells_its_parameters(module):
    """Sphinx makes the reference of the docstrings; ``help`` shows the same."""
    for name in build.public_names(module):
        public = getattr(import_module(module), name)
        if inspect.isfunction(public):
            told = inspect.getdoc(public) or ""
            for parameter in inspect.signature(public).parameters:
                assert re.search(rf"\b{parameter}\b", told), (
                    f"{module}.{name}: {parameter}"
                )


TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPES = [DOCS / "tutorial.md", *sorted(DOCS.glob("how-to/*.md"))]
COSTLY = "tutorial", "compare-two-rules"
RUN_ELSEWHERE = "train-a-policy", "choose-among-rules", "write-a-policy"
"""Below, and that on policies with the README."""


@pytest.mark.parametrize("page", RECIPES, ids=lambda page: page.stem)
def test_the_scenarios_and_commands_of_a_recipe_are_valid(page):
    """A part of a scenario is read with the lines that it leaves out."""
    text = page.read_text(encoding="utf-8")
    for block in TOML.findall(text):
        parse_scenario(_whole(block))
    for line in SHELL.findall(text):
        options = [
            word for word in shlex.split(line, comments=True) if word.startswith("--")
        ]
        assert [one for one in options if not re.search(rf"{one}[ `]", COMMANDS)] == []


def _whole(block):
    """Return a scenario with the lines that a page leaves out."""
    games = "" if "games =" in block else "games = 100\n"
    return (
        "" if "game = " in block else f'title = "x"\ngame = "war"\n{games}seed = 1\n'
    ) + block


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, marks=pytest.mark.slow if page.stem in COSTLY else [], id=page.stem
        )
        for page in RECIPES
        if page.stem not in RUN_ELSEWHERE
    ],
)
def test_the_commands_and_the_code_of_a_recipe_run(page, tmp_path, monkeypatch):
    """With few games, on the scenarios of the page; what makes a page or a site is tested elsewhere."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    lines = [
        line for line in SHELL.findall(text) if not re.match("warlab (page|site)", line)
    ]
    files = list(
        dict.fromkeys(re.findall(r"^warlab run (\S+\.toml)", text, re.MULTILINE))
    )
    for file, block in zip(files, TOML.findall(text), strict=False):
        few = re.sub("^games = .*$", "games = 200", _whole(block), flags=re.MULTILINE)
        (tmp_path / file).write_text(few, encoding="utf-8")
    (tmp_path / "my.deals").write_text("9 2 6 3 1 / 5 8 4 7 10\n", encoding="utf-8")
    if "runs/quick" in text:
        lines.insert(0, "warlab run quick")
    for line in lines:
        program, command, *words = shlex.split(
            re.sub(r" > \S+$", "", line), comments=True
        )
        if "--games" in words or (
            command in ("play", "run") and "--deals" not in words
        ):
            words = [
                *shlex.split(re.sub(r"--games \S+", "", shlex.join(words))),
                "--games",
                "400",
            ]
        if "--resume" in words and not (tmp_path / "runs").exists():
            warlab(command, words[0], "--games", 200)
        said = warlab(command, *words)
        assert (program, said.code) == ("warlab", 0), (line, said.err)
    for number, block in enumerate(CODE.findall(text), 1):
        exec(compile(block, f"{page.name}, block {number}", "exec"), {})


@pytest.mark.parametrize("name", sorted(sim.games()))
def test_every_option_says_where_its_default_comes_from(name):
    """What is quoted stands in the source of the game that declares the option, or of War."""
    game = sim.games()[name]
    texts = (game.source, game.about, sim.games()["war"].source)
    sources = " ".join(" ".join(texts).split())
    for option in game.rules.options():
        assert option.why, option.name
        for quoted in re.findall(r'"([^"]+)"', option.why):
            assert quoted in sources, option.name


@pytest.mark.parametrize(
    "page",
    [
        "reproduce.md",
        "run-directory.md",
        "questions.md",
        "solved-games.md",
        "how-to/train-a-policy.md",
        "every-deal.md",
        "planning.md",
    ],
)
def test_the_code_on_the_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = CODE.findall((DOCS / page).read_text(encoding="utf-8"))
    assert blocks
    names = {}
    for number, whole in enumerate(blocks, 1):
        # What takes long is done for fewer games, or for fewer cards.
        few = (
            whole.replace("3001", "101")
            .replace('"match", 9', '"match", 6')
            .replace("policy], r", "policy], 20, r")
        )
        block = tiers.size(few, whole)
        exec(compile(block, f"{page}, block {number}", "exec"), names)


@pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_the_links_of_the_page_have_targets(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_commands_that_answer_questions_exist():
    """Every scenario that is run is bundled; every game that is played is registered and has these options."""
    shells = re.findall(
        r"^```sh\n(.*?)^```$",
        (DOCS / "questions.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    lines = [
        shlex.split(line, comments=True)
        for block in shells
        for line in block.splitlines()
    ]
    assert len(lines) > 20
    exact_answers = typer.main.get_command(exact).commands
    for program, *words in lines:
        if program == "warlab" and words[0] == "run":
            assert words[1] in shipped_scenarios()
        elif (
            program == "warlab" and words[0] == "exact" and words[1] not in sim.games()
        ):
            assert words[1] in exact_answers
        elif program == "warlab":
            given = [
                word for option, word in itertools.pairwise(words) if option == "-r"
            ]
            sim.games()[words[1]].rules.of(given_settings(given))


@pytest.mark.slow
def test_the_ranking_of_twelve_rules_is_what_its_scenario_gives(tmp_path, monkeypatch):
    """The page shows what its two commands print."""
    monkeypatch.chdir(tmp_path)
    page = (DOCS / "how-to" / "choose-among-rules.md").read_text(encoding="utf-8")
    scenario, shown = (
        re.findall(rf"^```{kind}\n(.*?)^```$", page, re.M | re.S)[-1]
        for kind in ("toml", "")
    )
    (tmp_path / "twelve.toml").write_text(scenario, encoding="utf-8")
    said = [warlab(*shlex.split(line)[1:]) for line in SHELL.findall(page)]
    assert [each.code for each in said] == [0, 0]
    assert said[1].out == shown
