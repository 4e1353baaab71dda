"""Telling the markers of an author from those that an input brought: a tag on each, put on before rendering (our §6.4)."""

import re
import secrets

from .markers import read_marker

STATEMENTS = {
    "jinja2": r"\{%(?:(?!%\}).)*%\}|\{#(?:(?!#\}).)*#\}",
    "mustache": r"\{\{[#^/!](?:(?!\}\}).)*\}\}",
}


class Tags:
    """The tags of one rendering: put on the template, read by the parser, taken off what turned out to be text."""

    def __init__(self, engine: str) -> None:
        self.nonce = secrets.token_hex(8)
        statement = STATEMENTS.get(engine, r"(?!)")
        self._marker = re.compile(
            rf"((?:[ \t]|{statement})*(?:#(?:[ \t]|{statement})*)?)(system|user|assistant)(\[.*\])?"
            rf"([ \t]*:(?:[ \t]|{statement})*\r?)",
            re.IGNORECASE | re.ASCII,
        )

    def put_on(self, template: str) -> str:
        """The template with a tag on every line that is a marker, or is one once the engine's statements are gone."""
        return "\n".join(self._tagged(line) for line in template.split("\n"))

    def _tagged(self, line: str) -> str:
        match = self._marker.fullmatch(line)
        if match is None:
            return line
        before, role, brackets, after = match.groups()
        own = brackets[1:-1] if brackets else ""
        tag = f"[nonce={self.nonce},{own}]" if own.strip() else f"[nonce={self.nonce}]{'[]' if brackets else ''}"
        return f"{before}{role}{tag}{after}"

    def take_off(self, text: str) -> str:
        """The text without tags on lines that are no markers after all."""
        if self.nonce not in text:
            return text
        lines = re.findall(r"[^\n]*\n|[^\n]+", text)
        return "".join(line if read_marker(line) else self._untagged(line) for line in lines)

    def _untagged(self, line: str) -> str:
        return line.replace(f"[nonce={self.nonce}]", "").replace(f"[nonce={self.nonce},", "[")
