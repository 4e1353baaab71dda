"""What an answer of a provider means (§8.1 to §8.5, §8.7), as outcomes of the protocol."""

from typing import Any, Iterable, Optional

from .json_text import parse_json, write_json
from .requests_by_provider import api_of

Mapping = dict[str, Any]


def unexpected(what: str) -> ValueError:
    return ValueError(f"Unexpected response format: {what}")


def process(agent: Mapping, response: Any) -> Mapping:
    """The outcome of a whole answer. ValueError for an answer of another shape, an empty one of embeddings or images,
    and the error that a response carries."""
    provider, api_type = api_of(agent, "processor")
    if not isinstance(response, dict):
        raise unexpected("it is no object")
    if provider == "anthropic":
        return _anthropic(agent, response)
    read = {"chat": _chat, "embedding": _embedding, "image": _image, "responses": _responses}[api_type]
    return read(agent, response)


def tool_call(identifier: Any, name: Any, arguments: Any) -> Mapping:
    """§8.7. ValueError when one of the three is no text."""
    for value, member in ((identifier, "id"), (name, "name"), (arguments, "arguments")):
        if not isinstance(value, str):
            raise unexpected(f"the {member} of a tool call is no text")
    return {"id": identifier, "name": name, "arguments": arguments}


def text_outcome(agent: Mapping, text: str) -> Mapping:
    """A text, or the value that it is JSON for when the agent declares outputs; text that is no JSON stays."""
    if agent.get("outputs") and text:
        try:
            return {"type": "json", "value": parse_json(text)}
        except ValueError:
            pass
    return {"type": "text", "value": text}


def _objects(source: Mapping, name: str) -> list[Mapping]:
    """The list of objects under a name."""
    values = source.get(name)
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise unexpected(f"{name} is no list of objects")
    return values


def _text(value: Any, what: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise unexpected(f"{what} is no text")
    return value


def _chat(agent: Mapping, response: Mapping) -> Mapping:
    choices = response.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    if not isinstance(message, dict):
        raise unexpected("there is no first choice with a message")
    if message.get("tool_calls"):
        calls = []
        for call in _objects(message, "tool_calls"):
            function = call.get("function")
            if not isinstance(function, dict):
                raise unexpected("a tool call has no function")
            calls.append(tool_call(call.get("id"), function.get("name"), function.get("arguments")))
        return {"type": "tool_calls", "value": calls}
    return text_outcome(agent, _text(message.get("content"), "the content"))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _embedding(agent: Mapping, response: Mapping) -> Mapping:
    data = _objects(response, "data")
    if not data:
        raise ValueError("Empty embedding response")
    vectors = [item.get("embedding") for item in data]
    for vector in vectors:
        if not isinstance(vector, list) or not all(_is_number(value) for value in vector):
            raise unexpected("an embedding is no list of numbers")
    if len(vectors) == 1:
        return {"type": "embedding", "value": vectors[0]}
    return {"type": "embeddings", "value": vectors}


def _image(agent: Mapping, response: Mapping) -> Mapping:
    data = _objects(response, "data")
    if not data:
        raise ValueError("Empty image response")
    images = [_text(item.get("url") or item.get("b64_json"), "an image") for item in data]
    images = [image for image in images if image]
    return {"type": "image", "value": images[0]} if len(images) == 1 else {"type": "images", "value": images}


def response_error(error: Any) -> ValueError:
    """The error that a response carries, in its own words if it has any (A-109)."""
    message = error.get("message") if isinstance(error, dict) else None
    return ValueError(message if isinstance(message, str) and message else write_json(error))


def _responses(agent: Mapping, response: Mapping) -> Mapping:
    if response.get("error"):
        raise response_error(response["error"])
    output = _objects(response, "output") if "output" in response or "output_text" not in response else []
    calls = [item for item in output if item.get("type") == "function_call"]
    if calls:
        found = [tool_call(call.get("call_id"), call.get("name"), call.get("arguments")) for call in calls]
        return {"type": "tool_calls", "value": found}
    text: Optional[str] = response.get("output_text")
    if text is None:
        text = "".join(_output_texts(output))
    return text_outcome(agent, _text(text, "the output text"))


def _output_texts(output: list[Mapping]) -> Iterable[str]:
    for item in output:
        if item.get("type") != "message":
            continue
        for part in item.get("content") or []:
            if isinstance(part, dict) and part.get("type") == "output_text":
                yield _text(part.get("text"), "an output text")


def _anthropic(agent: Mapping, response: Mapping) -> Mapping:
    blocks = _objects(response, "content")
    calls = [block for block in blocks if block.get("type") == "tool_use"]
    if calls:
        found = [tool_call(call.get("id"), call.get("name"), write_json(call.get("input"))) for call in calls]
        return {"type": "tool_calls", "value": found}
    texts = [block for block in blocks if block.get("type") == "text"]
    return text_outcome(agent, _text(texts[0].get("text"), "a text block") if texts else "")
