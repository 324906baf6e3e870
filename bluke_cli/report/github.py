"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of a change.

A command is one line, ``::error file=…,line=…::message``. Whatever a name or a file's name holds, it stays inside its
own command: line breaks and the marks of the language are escaped as GitHub's own tool-kit does.
"""

from __future__ import annotations

from bluke_cli.diagnostics import Finding
from bluke_cli.report.findings import located_message
from bluke_cli.report.text import escaped

_DATA = str.maketrans({"%": "%25"})  # line breaks, which also have a code, are escaped before
_PROPERTY = str.maketrans({"%": "%25", ":": "%3A", ",": "%2C"})


def github_line(finding: Finding) -> str:
    """Return a finding as a workflow command.

    >>> github_line(Finding("score", "Bo made 11, not 10", file="a,b.yaml", line=3, column=7))
    '::error file=a%2Cb.yaml,line=3,col=7,title=score::Bo made 11, not 10 [score]'
    """
    properties = {"file": finding.file, "line": finding.line, "col": finding.column, "title": finding.code}
    given = ",".join(
        f"{key}={escaped(str(value)).translate(_PROPERTY)}" for key, value in properties.items() if value is not None
    )
    message = escaped(f"{located_message(finding)} [{finding.code}]").translate(_DATA)
    return f"::{finding.severity} {given}::{message}"
