"""What every other package uses: texts with places in them, findings about them, and where the packaged data lies.

Imports nothing of Parlour.
"""
