"""Two mixes compared for people: what changes in words, and the smallest positions in which that shows."""
