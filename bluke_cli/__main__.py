"""`python -m bluke_cli` is `bluke`."""

import sys


def run() -> None:
    """Run the command line; Ctrl-C while it is still being loaded, or is done, ends it as in between."""
    try:
        from bluke_cli.cli.main import run as run_command

        run_command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
