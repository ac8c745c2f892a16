"""The base of every other package: sources and places in them, diagnostics, and the paths of packaged data.

Imports nothing of Parlour.
"""
