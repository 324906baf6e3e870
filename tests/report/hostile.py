"""Names that would be markup, script or style if a page let them, and what a page must not hold."""

from __future__ import annotations

from html.parser import HTMLParser

NAMES = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><svg/onload=alert(1)>",
    "{{7*7}}{% x %}</script>",
    "javascript:alert(1)'\"`",
    "&lt;b&gt;&amp;",
    "\u202egnp.exe",
    "]]>--><!--",
    "=HYPERLINK(1)",
    "Z\u0310\u0311\u0312a\u0301lgo",
    "\U0001f469\u200d\U0001f680",
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629",
]


class Page(HTMLParser):
    """What a page holds: its tags, attributes, words, and what stands inside script and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.code: dict[str, list[str]] = {"script": [], "style": []}
        self._inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self._inside = tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in self.code:
            self.code[self._inside].append(data)
        else:
            self.words.append(data)

    @property
    def policy(self) -> str:
        return next(
            value or "" for name, value in self.attributes if name == "content" and "default-src" in (value or "")
        )

    def is_inert(self, scripts: int = 0) -> bool:
        """Whether nothing can be fetched, and nothing runs but our own scripts."""
        names = [name for name, _ in self.attributes]
        acts = any(name.startswith("on") or name in ("style", "src", "href", "srcset", "action") for name in names)
        foreign = {"img", "iframe", "object", "embed", "link", "base", "form"} & set(self.tags)
        return not acts and not foreign and self.tags.count("script") == scripts and "default-src 'none'" in self.policy
