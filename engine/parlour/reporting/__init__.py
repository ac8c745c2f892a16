"""Selects and formats findings: selected codes, comments that ignore findings, formats, fixes.

Finds nothing itself, and doesn't know how findings come about.
"""
