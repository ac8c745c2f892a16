"""What every other package uses: sources and places in them, diagnostics, and the paths of packaged data.

Imports nothing of Parlour.
"""
