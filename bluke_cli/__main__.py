"""`python -m bluke_cli` is `bluke`."""

import sys


def run() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it as later."""
    try:
        from bluke_cli.cli.main import INTERRUPTED
        from bluke_cli.cli.main import run as run_command
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        run_command()
    except KeyboardInterrupt:  # before the command line is watched, or behind it
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    run()
