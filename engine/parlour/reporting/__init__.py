"""Which findings are reported, and in which form: selected codes, comments that ignore findings, formats, fixes.

Finds nothing itself, and doesn't know how findings come about.
"""
