"""Finding and loading documents: folders of rulesets, the documents in them, and cached answers about them.

Imports `base`, `storage`, `documents` and `schema`. Knows no mix.
"""
