"""The pictures of a report: from plain numbers to Vega-Lite, and from there to SVG.

What to draw is decided elsewhere; nothing here knows about runs or any game. Every variant keeps its place
and its colour in all pictures. More than six colours are hard to tell apart, so with more
than six variants each gets a panel.
"""
