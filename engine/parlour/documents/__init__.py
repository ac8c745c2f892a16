"""YAML files as documents: parsing them with exact places, explaining common mistakes, and their data types.

Imports `base`. Knows neither the schema nor the language.
"""
