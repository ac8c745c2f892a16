"""What is kept between runs: signed entries in the user's cache, what comes prepared with Parlour, what was observed.

Imports `base`.
"""
