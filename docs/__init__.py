"""The documentation: pages in Markdown, and in :mod:`docs.build` what writes those that follow from the code."""
