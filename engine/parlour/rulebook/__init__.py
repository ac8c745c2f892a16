"""Rulesets as people read about them: search, one line of meaning, options in words, relations between rules.

Imports the library, documents and `mixing`. Prints nothing.
"""
