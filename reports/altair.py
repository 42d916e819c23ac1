"""The picture of a run as an Altair chart, which a notebook shows and its owner can change."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from reports.colours import SHADES, in_light
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.runs import Run


def chart(run: Run) -> Any:
    """The picture of a run's report.

    Parameters
    ----------
    run
        The run.

    Returns
    -------
    altair.Chart or altair.LayerChart

    Raises
    ------
    UserError
        If the report has no picture, or Altair is not installed.
    """
    if find_spec("altair") is None:
        raise UserError(
            "Altair is not installed", cure="pip install 'warlab[notebook]'"
        )
    import altair

    from reports.contents import compose

    picture = compose(run).picture
    if picture is None:
        raise UserError("this report has no picture", where=str(run.path))
    drawn = picture.draw()
    drawn["config"] = {**drawn["config"], "background": SHADES["paper"][0]}
    # A notebook has none of the variables of our style sheets.
    return altair.Chart.from_dict(json.loads(in_light(json.dumps(drawn))))
