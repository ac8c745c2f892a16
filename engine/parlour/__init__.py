"""Parlour: house rules as data."""
