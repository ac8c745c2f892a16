"""What tests are built from: homes, terminals, small games and mixes. It tests nothing itself."""
