"""Storage between runs: the user's cache of signed entries, shipped entries, and the dependencies of answers.

Imports `base`.
"""
