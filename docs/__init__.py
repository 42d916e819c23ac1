"""The documentation: pages in Markdown; :mod:`docs.build` writes those that follow from the code."""
