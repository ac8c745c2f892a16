"""What can be known of a Program at one table before anything is played.

Both executions build on it; it knows neither.
"""
