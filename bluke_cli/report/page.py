"""Pages of HTML by Jinja2, which is loaded only here (the extra `html`): nothing in them can act but what is ours.

Every text is escaped; the content policy lets one style and one script run, known by their hashes, and nothing be
fetched. Not here: what stands on a page.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

from bluke_cli.errors import BlukeError

TEMPLATES = Path(__file__).parent / "templates"


def content_policy(style: str, script: str = "") -> str:
    """Return the content policy of a page with just this style and script."""
    rules = ["default-src 'none'", f"style-src {_hash(style)}", "base-uri 'none'", "form-action 'none'"]
    return "; ".join([*rules, f"script-src {_hash(script)}"] if script else rules)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def page(name: str, title: str, **values: Any) -> str:
    """Return the page that the template *name* makes; its style and script are the files beside it, if there are any.

    BlukeError where Jinja2 is not there.
    """
    try:
        import jinja2
        import markupsafe
    except ImportError:
        raise BlukeError('HTML needs Jinja2: pip install "bluke[html]"') from None
    from bluke_cli.report.text import escaped

    style = (TEMPLATES / "page.css").read_text(encoding="utf-8") + _beside(name, "css")
    script = _beside(name, "js")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    environment.finalize = lambda value: escaped(value) if type(value) is str else value
    template = environment.get_template(f"{name}.html")
    safe = markupsafe.Markup
    policy = content_policy(style, script)
    text: str = template.render(title=title, policy=policy, style=safe(style), script=safe(script), **values)
    return text


def script_json(text: str) -> Any:
    """Return JSON text as it may stand in a script element: nothing in it ends the element, or hides."""
    import markupsafe

    from bluke_cli.report.text import json_visible

    return markupsafe.Markup(json_visible(text).replace("<", "\\u003c").replace(">", "\\u003e"))


def _beside(name: str, ending: str) -> str:
    path = TEMPLATES / f"{name}.{ending}"
    return path.read_text(encoding="utf-8") if path.exists() else ""
