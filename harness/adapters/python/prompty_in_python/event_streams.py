"""Streams of the Responses API and of Anthropic's messages (our §10)."""

from typing import Any, Iterable, Iterator

from .answers import response_error, tool_call, unexpected
from .errors import ExecuteError
from .json_text import write_json

Mapping = dict[str, Any]
Item = Any


def _named(events: Iterable[Any]) -> Iterator[tuple[str, Mapping]]:
    """Events with their type; an error that the provider sends in their midst is raised, and so is what is no event."""
    for event in events:
        if not isinstance(event, dict):
            raise unexpected("a chunk is no object")
        kind = event.get("type")
        if kind == "error":
            explained = event.get("error") if isinstance(event.get("error"), dict) else event
            raise ExecuteError(str(explained.get("message") or write_json(event)))
        if kind is not None and not isinstance(kind, str):
            raise unexpected("the type of an event is no text")
        if kind is not None:
            yield kind, event


def response_items(events: Iterable[Any]) -> Iterator[Item]:
    """The items of a streamed response. ConnectionError when it was cut short, ValueError for a failure or a refusal,
    ExecuteError for an error event."""
    calls: dict[int, Mapping] = {}
    arguments: dict[int, str] = {}
    whole: set[int] = set()  # places whose arguments were given as a whole; no piece is added to these
    for kind, event in _named(events):
        index = event.get("output_index", 0)
        if kind == "response.output_text.delta":
            if event.get("delta"):
                yield event["delta"]
        elif kind in ("response.output_item.added", "response.output_item.done"):
            item = event.get("item") or {}
            if item.get("type") == "function_call":
                calls[index] = item
                if kind.endswith("done") and item.get("arguments"):
                    arguments[index] = item["arguments"]
                    whole.add(index)
        elif kind == "response.function_call_arguments.delta":
            if index not in whole:
                arguments[index] = arguments.get(index, "") + (event.get("delta") or "")
        elif kind == "response.function_call_arguments.done":
            arguments[index] = event.get("arguments", arguments.get(index, ""))
            whole.add(index)
        elif kind in ("response.refusal.delta", "response.refusal.done"):
            refusal = event.get("delta") or event.get("refusal")
            if refusal:
                raise ValueError(f"Model refused: {refusal}")
        elif kind == "response.failed":
            raise response_error((event.get("response") or {}).get("error"))
        elif kind in ("response.completed", "response.incomplete"):
            for place in sorted(calls):
                call = calls[place]
                yield tool_call(call.get("call_id"), call.get("name"), arguments.get(place) or call.get("arguments") or "")
            return
    raise ConnectionError("The stream of the response ended before response.completed")


def message_items(events: Iterable[Any]) -> Iterator[Item]:
    """The items of Anthropic's streamed message. Errors as above."""
    calls: dict[int, Mapping] = {}
    arguments: dict[int, str] = {}
    for kind, event in _named(events):
        index = event.get("index", 0)
        if kind == "content_block_start":
            block = event.get("content_block") or {}
            if block.get("type") == "text" and block.get("text"):
                yield block["text"]
            elif block.get("type") == "tool_use":
                calls[index] = block
        elif kind == "content_block_delta":
            delta = event.get("delta") or {}
            if delta.get("type") == "text_delta" and delta.get("text"):
                yield delta["text"]
            elif delta.get("type") == "input_json_delta":
                arguments[index] = arguments.get(index, "") + (delta.get("partial_json") or "")
        elif kind == "message_delta":
            delta = event.get("delta") or {}
            if delta.get("stop_reason") == "refusal":
                details = delta.get("stop_details") or event.get("stop_details") or {}
                raise ValueError(f"Model refused: {details.get('explanation') or ''}")
        elif kind == "message_stop":
            for place in sorted(calls):
                call = calls[place]
                written = arguments.get(place) or write_json(call.get("input") or {})
                yield tool_call(call.get("id"), call.get("name"), written)
            return
    raise ConnectionError("The stream of the message ended before message_stop")
