"""The ruleset language: grammar, syntax tree, types, and the checker that makes a Program of a composed ruleset."""
