"""Streamed chat answers (§8.6)."""

from typing import Any, Iterable, Iterator

from .answers import unexpected

Mapping = dict[str, Any]
Item = Any  # a piece of text, or a whole tool call


def _delta(chunk: Any) -> Mapping:
    if not isinstance(chunk, dict):
        raise unexpected("a chunk is no object")
    if chunk.get("error"):
        raise unexpected("the stream brings an error")
    choices = chunk.get("choices") or []
    return (choices[0].get("delta") if choices else None) or {}


def _add(calls: dict[int, Mapping], place: int, fragment: Mapping) -> None:
    function = fragment.get("function") or {}
    index = fragment.get("index")
    call = calls.setdefault(place if index is None else index, {"id": "", "name": "", "arguments": ""})
    call["id"] = call["id"] or fragment.get("id") or ""
    call["name"] = call["name"] or function.get("name") or ""
    call["arguments"] += function.get("arguments") or ""


def chat_items(chunks: Iterable[Any]) -> Iterator[Item]:
    """Pieces of text as they come, tool calls at the end. ValueError for a refusal, behind what came before it."""
    calls: dict[int, Mapping] = {}
    for chunk in chunks:
        delta = _delta(chunk)
        if delta.get("content"):
            yield delta["content"]
        for place, fragment in enumerate(delta.get("tool_calls") or []):
            _add(calls, place, fragment)
        if delta.get("refusal"):
            raise ValueError(f"Model refused: {delta['refusal']}")
    for index in sorted(calls):
        yield calls[index]
