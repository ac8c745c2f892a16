"""The structure of documents: checking it against the JSON schema, and the names that documents declare.

Imports `base`, `documents` and the lexer of `lang`.
"""
