"""The atlas: static pages that need no server and work under any path.

Its modules give pages and data as files by their path; ``python -m docs.site`` writes
them. The packages do not import it.
"""
