"""The grammar of Vega-Lite: views draw rows as marks and can be combined.

See https://vega.github.io/vega-lite/docs/.

A view is its specification; the tests check every chart against the published schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.contract.answer import Spec

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
"""The version of the grammar, which the converter that draws also understands."""

_KINDS = {"Q": "quantitative", "N": "nominal", "O": "ordinal"}


def field(of: str, **more: Any) -> Spec:
    """The encoding of a channel by a field of the rows."""
    name, kind = of.split(":")
    return {"field": name, "type": _KINDS[kind], **more}


@dataclass(frozen=True, slots=True)
class View:
    """A chart or a part of one: its specification."""

    spec: Spec

    def mark(self, kind: str, **look: Any) -> View:
        """The view with its rows drawn as this kind of mark."""
        return self.properties(mark={"type": kind, **look})

    def encode(self, **channels: Spec) -> View:
        """The view with further channels, such as ``x`` and ``color``."""
        return self.properties(encoding={**self.spec.get("encoding", {}), **channels})

    def filtered(self, test: str) -> View:
        """The view of the rows that pass a test, an expression of Vega."""
        return self._transformed({"filter": test})

    def calculated(self, name: str, how: str) -> View:
        """The view with a further field, an expression of Vega."""
        return self._transformed({"calculate": how, "as": name})

    def _transformed(self, step: Spec) -> View:
        return self.properties(transform=[*self.spec.get("transform", []), step])

    def properties(self, **more: Any) -> View:
        """The view with further properties, such as ``width``."""
        return View({**self.spec, **more})


def layer(*views: View) -> View:
    """The views on top of each other, the last one in front."""
    return View({"layer": [view.spec for view in views]})
