"""The documentation, as Sphinx builds it: ``make site`` writes it into ``build/site/docs``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError

from docs.build import PUBLIC, REFERENCE, public_names
from reports.colours import SHADES

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx

HERE = Path(__file__).parent

project = "warlab"
html_title = "warlab"
language = "en"
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["README.md", "site", "figures", "images"]
templates_path = ["_templates"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "auto"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_execution_in_temp = True
autosummary_generate = True
autodoc_typehints = "none"
numpydoc_show_class_members = False
copybutton_prompt_text = "$ "

html_context = {"default_mode": "auto"}
html_theme = "pydata_sphinx_theme"
html_static_path = ["_static"]
html_css_files = ["colours.css", "atlas.css"]
html_favicon = "_static/icon.svg"
myst_html_meta = {
    "description": "How warlab plays the card game War and its relatives, and how sure it is."
}
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"index": [], "404": []}
html_theme_options = {
    "logo": {"text": "warlab"},
    "navbar_end": ["atlas", "theme-switcher"],
    "footer_start": ["made"],
    "footer_end": [],
    "show_prev_next": False,
    "navbar_persistent": ["search-button"],
    "navbar_align": "left",
    "secondary_sidebar_items": ["page-toc"],
    "header_links_before_dropdown": 4,
}

_OUT = re.compile(
    r"\[([^\]\n]*)\]\(((?:\.\./)+(?:sim|reports|tests|benchmarks|scenarios)[^)]*)\)"
)
"""A link to a file of the source code, which is no page of the documentation."""

_TOP = re.compile(r"\((?:\.\./)+(CONTRIBUTING|CHANGELOG)\.md(#[^)]*)?\)")
"""A link to a page at the top of the checkout, which stands among the pages here."""

_MARKS = {
    "sphinx-design": 'class="sd-',
    "design-tabs": 'class="sd-tab',
    "mystnb": 'class="cell ',
    "copybutton": 'class="highlight',
    "clipboard": 'class="highlight',
}
"""What stands in a page that uses an extension's style or script."""


def inside(app: Sphinx, name: str, source: list[str]) -> None:
    """Turn the links that lead out of ``docs/`` into names of files or pages."""
    text = _OUT.sub(r"\1", source[0])
    up = "../" * name.count("/")
    page = {"CONTRIBUTING": "how-to/contributing", "CHANGELOG": "reference/changes"}
    source[0] = _TOP.sub(lambda link: f"({up}{page[link[1]]}.md{link[2] or ''})", text)


def colours(app: Sphinx) -> None:
    """Write the colours of the atlas, for a light and for a dark page."""
    rules = [
        f'html[data-theme="{theme}"] {{ '
        + " ".join(f"--{name}: {shades[dark]};" for name, shades in SHADES.items())
        + " }"
        for dark, theme in enumerate(("light", "dark"))
    ]
    target = Path(app.outdir) / "_static" / "colours.css"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(rules) + "\n", encoding="utf-8")


def lighter(
    app: Sphinx,
    name: str,
    template: str,
    context: dict[str, Any],
    doctree: document | None,
) -> None:
    """Leave out of a page the extensions' styles and scripts that it does not use."""
    body = context.get("body", "")
    for kind in ("css_files", "script_files"):
        context[kind][:] = [
            file
            for file in context[kind]
            if all(
                mark in body
                for part, mark in _MARKS.items()
                if part in str(file.filename)
            )
        ]


def every_name(app: Sphinx, failure: Exception | None) -> None:
    """Refuse a documentation without the page of a public name; Sphinx would not notice."""
    pages = Path(app.outdir) / REFERENCE / "names"
    missing = [
        f"{module}.{name}"
        for module in PUBLIC
        for name in public_names(module)
        if not (pages / f"{module}.{name}.html").is_file()
    ]
    if missing and failure is None:
        raise ExtensionError(f"no page for {', '.join(missing)}")


def setup(app: Sphinx) -> None:
    """Register what the pages need besides the extensions."""
    app.connect("source-read", inside)
    app.connect("builder-inited", colours)
    app.connect("html-page-context", lighter)
    app.connect("build-finished", every_name)
