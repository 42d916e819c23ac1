"""The first screen of a report: what the scenario plans, or a plan made from the variants, filled in with numbers."""

from reports.answer.screen import first_screen

__all__ = ["first_screen"]
