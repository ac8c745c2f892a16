"""Two mixes compared for people: the changes in words, and the smallest positions that show them."""
