"""Formatting of rulesets: the same document in the house style. docs/fmt.md describes the style.

Works on places in the file, so that comments and line breaks stay. Imports `documents`, `schema` and the lexer of
`lang`; knows neither files nor mixes.
"""
