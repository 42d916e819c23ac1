"""The pictures of a report: from plain numbers to Vega-Lite, and from there to SVG.

What to draw is decided elsewhere; nothing here knows of runs or of any game. Every variant keeps its place
and its colour in all pictures; above six of them colours could not be told apart, and each gets a panel.
"""
