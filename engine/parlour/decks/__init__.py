"""Reads decks: from a document to a design and the number of cards of each face.

May import base, documents and program. Knows neither rulesets nor tables.
"""
