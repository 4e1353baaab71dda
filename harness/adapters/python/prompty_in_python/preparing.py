"""From an agent and inputs to messages: validate, render, parse, put rich values in their places (our §6.3, §6.4)."""

import re
from typing import Any

from .markers import Message, require_parser, split_messages, trim_blank_lines
from .rendering import RichValue, engine_of, render
from .strict_mode import Tags

PARTS = {"text", "image", "file", "audio"}


def prepare(agent: dict[str, Any], inputs: dict[str, Any]) -> list[Message]:
    """The messages of one call. Errors are those of rendering, and ValueError for a rich input of another shape or a
    marker that nobody authored and that says otherwise."""
    require_parser(agent)
    engine = engine_of(agent)
    if engine.get("strict", True):
        tags = Tags(engine["kind"])
        rendering = render(agent, inputs, template=tags.put_on(agent["instructions"]))
        messages = split_messages(tags.take_off(rendering.text), tags.nonce)
    else:
        rendering = render(agent, inputs)
        messages = split_messages(rendering.text)
    for rich in rendering.rich.values():
        _check(rich)
    return [piece for message in messages for piece in _with_rich_values(message, rendering.rich)]


def _check(rich: RichValue) -> None:
    if rich.kind == "thread":
        fits = isinstance(rich.value, list) and all(_is_message(message) for message in rich.value)
    elif isinstance(rich.value, dict):
        fits = rich.value.get("kind") == rich.kind and isinstance(rich.value.get("value"), str)
    else:
        fits = isinstance(rich.value, str)
    if not fits:
        wanted = "a list of messages" if rich.kind == "thread" else f"text or a part of the kind {rich.kind}"
        raise ValueError(f"The input {rich.name} has to be {wanted}")


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("role"), str):
        return False
    content = value.get("content")
    return isinstance(content, list) and all(
        isinstance(part, dict) and part.get("kind") in PARTS and isinstance(part.get("value"), str) for part in content
    )


def _part(rich: RichValue) -> dict[str, Any]:
    if isinstance(rich.value, dict):
        return rich.value
    part = {"kind": rich.kind, "value": rich.value}
    said = re.match(r"data:([^;,]+)", rich.value)
    if said:
        part["mediaType"] = said[1]
    return part


def _with_rich_values(message: Message, rich: dict[str, RichValue]) -> list[Message]:
    """A message as the messages that it becomes once its placeholders are filled."""
    text = message["content"][0]["value"]
    if not any(placeholder in text for placeholder in rich):
        return [message]
    result: list[Message] = []
    parts: list[dict[str, Any]] = []

    def close() -> None:
        if parts:
            result.append({**message, "content": parts.copy()})
            parts.clear()

    pattern = "(" + "|".join(re.escape(placeholder) for placeholder in rich) + ")"
    for piece in re.split(pattern, text):
        if piece not in rich:
            trimmed = trim_blank_lines(piece)
            if trimmed:
                parts.append({"kind": "text", "value": trimmed})
        elif rich[piece].kind == "thread":
            close()
            result.extend(rich[piece].value)
        else:
            parts.append(_part(rich[piece]))
    close()
    return result
