"""The options that a question names: rules and numbers in it, by the patterns of ``rules.toml``."""

import re
from dataclasses import dataclass, field

from reports.questions.language import data

COMPARES = re.compile(
    r"\b(?:than|or|vs|versus|compar\w+|differen\w+|(?<!lead )changes?|matters?|effect|affects?|better"
    r"|should(?! i (?:play|bid|lead))|longer|shorter|sooner|faster|slower|fairer|quicker)\b"
)
"""Words of a question that compares rules; a rule in it is its subject."""


@dataclass(frozen=True)
class Named:
    """The options that a question names."""

    # ``values`` by option, as they are typed; ``says`` in words; ``beyond`` the rules that cannot be set,
    # each with what comes nearest; ``rest`` the question without them.

    values: dict[str, str] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    rest: str = ""


def named(text: str, game: str) -> Named:
    """Return the options of a game that a plain text names."""
    beyond = []
    for rule in data("rules.toml")["beyond"]:
        if game in rule.get("games", [game]) and re.search(rule["pattern"], text):
            beyond.append(
                f"{rule['says']} {rule.get('cannot', 'cannot be set')}: {rule['near']}"
            )
            text = re.sub(rule["pattern"], " ", text)
    values: dict[str, str] = {}
    says_back: list[str] = []
    for rule in data("rules.toml")["rule"]:
        found = (
            list(re.finditer(rule["pattern"], text)) if game in rule["games"] else []
        )
        *fixed, option = rule["option"].split()
        if len({filled(rule["value"], each) for each in found}) != 1:
            # None is named, or several, which are compared.
            continue
        match, value = found[0], filled(rule["value"], found[0])
        if values.get(option, value) != value:
            beyond.append(
                f"two values of {option} cannot be set at once: ask for each on its own"
            )
        elif option not in values and (
            option,
            match.group(1) if match.re.groups else "",
        ) != ("players", "2"):
            for part in fixed:
                values.setdefault(*part.split("="))
            values[option] = value
            says_back.append(said(rule["says"], match))
        text = f"{text[: match.start()]} {text[match.end() :]}"
    return Named(values, tuple(says_back), tuple(beyond), " ".join(text.split()))


def said(template: str, match: re.Match[str]) -> str:
    """Return a template of words with the groups of a match; of one of a kind in the singular."""
    return re.sub(r"\b(1 (?:random )?\w+)s\b", r"\1", filled(template, match))


def filled(template: str, match: re.Match[str]) -> str:
    """Return a template with the groups of a match; ``{deck}`` is the lowest rank of a pack of ``{1}`` cards."""
    groups = [match.group(0).strip(), *match.groups()]

    def fill(place: re.Match[str]) -> str:
        if place.group(0) == "{deck}":
            return str(15 - int(groups[1]) // 4)
        value = groups[int(place.group(1))] or ""
        return str(int(value) * int(place.group(2))) if place.group(2) else value

    return re.sub(r"\{(?:deck|(\d)(?:\*(\d+))?)\}", fill, template)
