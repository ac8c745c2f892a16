"""Measures the effects of a rule: compares positions of real games with the same positions without the rule.

Composes mixes again and plays on below `game`, which it doesn't import.
"""
