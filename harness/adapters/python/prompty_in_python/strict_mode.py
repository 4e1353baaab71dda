"""Telling the markers of an author from those that an input brought: a tag on each, put on before rendering (our §6.4)."""

import re
import secrets

from .markers import read_marker

# A string may hold what looks like the end of its statement.
STATEMENTS = {
    "jinja2": r"""\{%(?:"[^"\n]*"|'[^'\n]*'|(?!%\}).)*?%\}|\{#(?:(?!#\}).)*#\}""",
    "mustache": r"\{\{[#^/!](?:(?!\}\}).)*\}\}",
}
MARKER = r"""(system|user|assistant)(\[(?:"[^"\n]*"|[^"\n])*?\])?(?=[ \t]*:)"""


class Tags:
    """The tags of one rendering: put on the template, read by the parser, taken off what turned out to be text."""

    def __init__(self, engine: str) -> None:
        # Digits have no case, which a template may change.
        self.nonce = str(secrets.randbelow(10**20))
        statement = STATEMENTS.get(engine, r"(?!)")
        self._only_markers = re.compile(
            rf"(?:[ \t#]|{statement}|{MARKER}[ \t]*:)*\r?", re.IGNORECASE | re.ASCII
        )
        self._pieces = re.compile(rf"(?P<statement>{statement})|{MARKER}", re.IGNORECASE | re.ASCII)
        self._changed_tag = re.compile(rf"\[nonce=(?={self.nonce})", re.IGNORECASE)
        self._tag = re.compile(rf"\[nonce={self.nonce}(?:\]|,)")

    def put_on(self, template: str) -> str:
        """The template with a tag on every line that is a marker, or is one once the engine's statements are gone; a line
        may have a marker in each of several branches."""
        return "\n".join(self._tagged(line) for line in template.split("\n"))

    def _tagged(self, line: str) -> str:
        if self._only_markers.fullmatch(line) is None:
            return line
        return self._pieces.sub(self._tagged_piece, line)

    def _tagged_piece(self, match: re.Match[str]) -> str:
        if match["statement"] is not None:
            return match[0]
        role, brackets = match.groups()[-2:]
        own = brackets[1:-1] if brackets else ""
        tag = f"[nonce={self.nonce},{own}]" if own.strip() else f"[nonce={self.nonce}]{'[]' if brackets else ''}"
        return f"{role}{tag}"

    def take_off(self, text: str) -> str:
        """The text without tags on lines that are no markers after all."""
        if self.nonce not in text:
            return text
        text = self._changed_tag.sub("[nonce=", text)
        lines = re.findall(r"[^\n]*\n|[^\n]+", text)
        return "".join(line if read_marker(line) else self._untagged(line) for line in lines)

    def _untagged(self, line: str) -> str:
        return self._tag.sub(lambda tag: "[" if tag[0].endswith(",") else "", line)
