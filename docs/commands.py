"""The reference of the command line, from the commands themselves."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_INTRODUCTION = """\
Every command with its arguments and options, as `--help` prints them. Numbers may be written `1e6` or `1_000_000`. A
mistake is one line that says what is wrong, where, and how to fix it; the exit code is then 2, and 130 after an
interrupt. `make docs` writes this page."""

_MARKUP = re.compile(r"\[/?(?:bold|dim|italic|cyan|green|yellow)\]")


def page() -> str:
    """Return the page of all commands, with their arguments and options."""
    from sim.commands.cli import COMMANDS, command

    whole = list(_commands({name: command(name) for name in COMMANDS}, "warlab"))
    parts = ["# The command line", _INTRODUCTION, _list(whole)]
    for name, described in whole:
        parts += [f"## {name}", *_described(name, described)]
    return "\n\n".join(parts) + "\n"


def _list(whole: list[tuple[str, Any]]) -> str:
    rows = ["| command | what it does |", "| --- | --- |"]
    for name, command in whole:
        if not hasattr(command, "commands"):
            rows.append(
                f"| [`{name}`](#{name.replace(' ', '-')}) | {_first(command)} |"
            )
    return "\n".join(rows)


def _commands(commands: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, command in commands.items():
        yield f"{path} {name}", command
        if hasattr(command, "commands"):
            yield from _commands(command.commands, f"{path} {name}")


def _described(name: str, command: Any) -> list[str]:
    parts = [_text(command.help or "")]
    if hasattr(command, "commands"):
        return [
            *parts,
            "Its commands: "
            + ", ".join(f"`{name} {param}`" for param in command.commands)
            + ".",
        ]
    arguments = [
        param for param in command.params if param.param_type_name == "argument"
    ]
    options = [param for param in command.params if param.param_type_name == "option"]
    usage = [
        name,
        *(_usage(param) for param in arguments),
        "[OPTIONS]" if options else "",
    ]
    parts.append(f"```text\n{' '.join(filter(None, usage))}\n```")
    rows = [
        (f"`{param.metavar or param.name.upper()}`", param.help) for param in arguments
    ]
    rows += [(_option(param), param.help) for param in options]
    if rows:
        lines = ["| | |", "| --- | --- |"]
        lines += [
            f"| {left} | {_text(right or '').replace('|', chr(92) + '|')} |"
            for left, right in rows
        ]
        parts.append("\n".join(lines))
    return parts


def _usage(argument: Any) -> str:
    word = argument.metavar or argument.name.upper()
    return word if argument.required else f"[{word}]"


def _option(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    return names if option.is_flag else f"{names} `{option.metavar or 'TEXT'}`"


def _first(command: Any) -> str:
    return _text(command.help or "").partition("\n\n")[0].replace("\n", " ")


def _text(text: str) -> str:
    """Return help as Markdown: without the marks of Rich, its line breaks as they are."""
    return _MARKUP.sub("", text.replace("\b", "")).strip()
