"""Storage between runs: the user's cache of signed entries, shipped entries, and what answers depend on.

Imports `base`.
"""
