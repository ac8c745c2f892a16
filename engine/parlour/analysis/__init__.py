"""Facts about a Program at one table that are known before play.

The lowering builds on it. Imports `program` and `table`.
"""
