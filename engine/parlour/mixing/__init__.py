"""From a choice of documents to one game: which rules go together, options, the composition, and its Program.

Imports all that reads documents, and `lang`. Knows no table.
"""
