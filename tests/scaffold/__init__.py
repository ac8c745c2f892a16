"""Building blocks of tests: homes, terminals, small games and mixes. Contains no tests."""
