"""The commands of the command line, one subject a file.

They print, and nothing below them does.

A command checks what was typed, calls the library and prints the result. Everything
heavy is imported inside the functions, because ``warlab --help`` imports all of these
files.
"""
