"""`python -m parlour` is the command `parlour`."""

import sys

from parlour.starting import main

if __name__ == "__main__":
    sys.exit(main())
