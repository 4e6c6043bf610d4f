"""The command line tool of this package: `python -m noslip run ...`."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Become the program `noslip` that comes with the package."""
    program = Path(__file__).parent / "bin" / "noslip"
    os.execv(program, ["noslip", *sys.argv[1:]])


if __name__ == "__main__":
    main()
