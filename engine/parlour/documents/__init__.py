"""YAML files as documents: reading them with places for everything, naming common mistakes, composing them.

Imports `base`. Knows neither the schema nor the language.
"""
