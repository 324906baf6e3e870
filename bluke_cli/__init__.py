"""bluke: the reference tool-kit for the trick-taking card game Bluke."""

__version__ = "0.1.0"
