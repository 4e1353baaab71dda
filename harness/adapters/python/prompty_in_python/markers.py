"""Role markers: where a rendered text falls into messages (§2.10, and our §6)."""

import re
from typing import Any, NamedTuple, Optional

from .errors import InvokerError

Message = dict[str, Any]

MARKER = re.compile(r"[ \t]*(?:#[ \t]*)?(system|user|assistant)(\[.*\])?[ \t]*:[ \t]*\r?\n?", re.IGNORECASE | re.ASCII)
ATTRIBUTE = re.compile(r'[ \t]*([A-Za-z0-9_.\u0080-\U0010ffff-]+)[ \t]*=(?:[ \t]*"([^"]*)"[ \t]*|([^",\]]*))(,|\Z)')
INJECTION = "Role marker nonce mismatch (possible injection)"


class Marker(NamedTuple):
    """A line that opens a message. `nonce` is the first one among its attributes."""

    role: str
    attributes: dict[str, str]
    nonce: Optional[str]


def _attributes(text: str) -> Optional[list[tuple[str, str]]]:
    """What stands in the brackets of a marker; None when they are malformed."""
    found: list[tuple[str, str]] = []
    at = 0
    while True:
        match = ATTRIBUTE.match(text, at)
        if match is None:
            return None
        found.append((match[1], match[2] if match[2] is not None else match[3].strip(" \t\r\f\v")))
        at = match.end()
        if match[4] == "":
            return found


def read_marker(line: str) -> Optional[Marker]:
    """The marker that a line is, if it is one. Its line end may be there or not."""
    match = MARKER.fullmatch(line)
    if match is None:
        return None
    pairs = _attributes(match[2][1:-1]) if match[2] else []
    if pairs is None:
        return None
    nonces = [value for key, value in pairs if key == "nonce"]
    others = {key: value for key, value in pairs if key != "nonce"}
    return Marker(match[1].lower(), others, nonces[0] if nonces else None)


def trim_blank_lines(text: str) -> str:
    """A text without blank lines at its ends and without the line end behind its last line."""
    lines = text.split("\n")
    while lines and not lines[0].strip(" \t\r\f\v"):
        lines.pop(0)
    is_ended = False
    while lines and not lines[-1].strip(" \t\r\f\v"):
        lines.pop()
        is_ended = True
    trimmed = "\n".join(lines)
    # Only in front of a line feed is a carriage return part of a line end.
    return trimmed.removesuffix("\r") if is_ended else trimmed


def text_message(role: str, text: str, attributes: dict[str, str]) -> Message:
    message: Message = {"role": role, "content": [{"kind": "text", "value": text}]}
    if attributes:
        message["metadata"] = attributes
    return message


def split_messages(text: str, nonce: Optional[str] = None) -> list[Message]:
    """The messages of a rendered text. With a nonce only those markers count that have it; ValueError for a marker
    with another one."""
    messages: list[Message] = []
    opened = Marker("system", {}, None)
    is_opened = False
    lines: list[str] = []

    def close() -> None:
        content = trim_blank_lines("".join(lines))
        if is_opened or content:
            messages.append(text_message(opened.role, content, opened.attributes))
        lines.clear()

    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        marker = read_marker(line)
        if marker is not None and nonce is not None:
            if marker.nonce is None:
                marker = None
            elif marker.nonce != nonce:
                raise ValueError(INJECTION)
        if marker is None:
            lines.append(line)
            continue
        close()
        opened, is_opened = marker, True
    close()
    return messages


def require_parser(agent: dict[str, Any]) -> None:
    """InvokerError when the agent names a parser that is not here."""
    kind = (((agent.get("template") or {}).get("parser")) or {}).get("kind", "prompty")
    if kind != "prompty":
        raise InvokerError("parser", kind)
