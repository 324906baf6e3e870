"""`python -m bluke_cli` is `bluke`."""

from bluke_cli.cli.main import run

if __name__ == "__main__":
    run()
