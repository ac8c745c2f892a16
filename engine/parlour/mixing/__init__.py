"""Composing documents into one game: which rules fit together, options, the composition, and its Program.

Imports all that reads documents, and `lang`. Knows no table.
"""
