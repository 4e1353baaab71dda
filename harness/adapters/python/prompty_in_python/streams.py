"""Streamed answers of every kind: their items, and what they come to."""

from typing import Any, Iterator

from .answers import unexpected
from .chat_stream import chat_items
from .errors import BrokenStream
from .event_streams import message_items, response_items
from .requests_by_provider import api_of

Mapping = dict[str, Any]


def _items(agent: Mapping, chunks: list[Any]) -> Iterator[Any]:
    provider, api_type = api_of(agent, "processor")
    if provider == "anthropic":
        return message_items(chunks)
    if api_type in ("embedding", "image"):
        raise NotImplementedError(f"Answers of the API type {api_type} are not streamed")
    return response_items(chunks) if api_type == "responses" else chat_items(chunks)


def process_stream(agent: Mapping, chunks: list[Any]) -> Mapping:
    """All items in order and the outcome; BrokenStream, with the items before it, around any error on the way."""
    stream = _items(agent, chunks)
    items: list[Any] = []
    try:
        for item in stream:
            items.append(item)
    except (AttributeError, KeyError, TypeError) as error:
        # Every chunk is read as what it should be; one that is something else shows here.
        raise BrokenStream(unexpected(str(error)), items) from error
    except Exception as error:
        raise BrokenStream(error, items) from error
    calls = [item for item in items if not isinstance(item, str)]
    if calls:
        return {"items": items, "outcome": {"type": "tool_calls", "value": calls}}
    return {"items": items, "outcome": {"type": "text", "value": "".join(items)}}
