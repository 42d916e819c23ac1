"""Templates of the site, which may include those of the reports."""

from functools import cache
from pathlib import Path

import jinja2

from reports import templating

HERE = Path(__file__).parent


@cache
def environment() -> jinja2.Environment:
    """The templates of the site and of the reports, by their path in each."""
    folders = [HERE, Path(templating.__file__).parent]
    return templating.environment().overlay(loader=jinja2.FileSystemLoader(folders))


def render(template: str, /, **values: object) -> str:
    """A filled template, given its path."""
    return templating.kept_together(
        environment().get_template(template).render(**values)
    )
