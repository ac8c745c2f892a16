"""The ruleset language: grammar, syntax tree, types, and the checker that makes a Program of a composed ruleset.

Imports `base`, `decks`, `documents`, `program` and `storage`; must not import `schema`.
"""
