"""Plays a mix in many ways to find problems, and shrinks each finding to its smallest evidence.

Knows no game and no rule: only what every Program has. The commands print what it finds.
"""
