"""The pictures of a report: from plain numbers to Vega-Lite, and from there to SVG.

Every variant keeps its place and its colour in all pictures.
"""
