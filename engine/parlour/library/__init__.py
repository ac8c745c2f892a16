"""Finding and loading documents: folders of rulesets, the documents in them, and answers that are kept about them.

Imports `base`, `storage`, `documents` and `schema`. Knows no mix.
"""
