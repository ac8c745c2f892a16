"""What a document may look like: the JSON schema, with errors in words, and what documents declare.

Imports `base`, `documents` and the lexer of `lang`.
"""
