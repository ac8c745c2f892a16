"""`python -m parlour` is the command `parlour`."""

import sys

from parlour.cli.process import main

if __name__ == "__main__":
    sys.exit(main())
