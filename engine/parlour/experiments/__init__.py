"""Experiments: which of several mixes is the better game?

Plays mixes on the same deals, block by block, and says what differs as soon as that is certain. Must not know what any
game is about, nor where the work is done: on this machine or on many, the result is the same.
"""
