"""The chat request to OpenAI (§7.1), and the parts of it that other requests share."""

from typing import Any, Optional

from .schema import schema_to_wire
from .tools import Surroundings, tools_to_wire

Mapping = dict[str, Any]

AUDIO_FORMATS = {
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/mp3": "mp3",
    "audio/mpeg": "mp3",
    "audio/flac": "flac",
    "audio/ogg": "ogg",
}

OPTION_NAMES = {
    "temperature": "temperature",
    "maxOutputTokens": "max_completion_tokens",
    "topP": "top_p",
    "frequencyPenalty": "frequency_penalty",
    "presencePenalty": "presence_penalty",
    "stopSequences": "stop",
    "seed": "seed",
}


def message_to_wire(message: Mapping) -> Mapping:
    """§7.1.1; metadata is merged, but never over the role or the content (A-045)."""
    metadata = {key: value for key, value in (message.get("metadata") or {}).items() if key not in ("role", "content")}
    return {"role": message["role"], **metadata, "content": content_to_wire(message["content"])}


def content_to_wire(parts: list[Mapping]) -> Any:
    """A string for exactly one text part, else a list of blocks."""
    if len(parts) == 1 and parts[0]["kind"] == "text":
        return parts[0]["value"]
    return [part_to_wire(part) for part in parts]


def part_to_wire(part: Mapping) -> Mapping:
    """§7.1.2. ValueError for a kind that the mapping does not have, and for audio that is none."""
    kind, value = part["kind"], part["value"]
    if kind == "text":
        return {"type": "text", "text": value}
    if kind == "image":
        image = {"url": value}  # as it is
        if part.get("detail"):
            image["detail"] = part["detail"]
        return {"type": "image_url", "image_url": image}
    if kind == "audio":
        audio = {"data": value}
        if part.get("mediaType"):
            audio["format"] = audio_format(part["mediaType"])
        return {"type": "input_audio", "input_audio": audio}
    if kind == "file":
        return {"type": "file", "file": {"url": value}}
    raise ValueError(f"A part of the kind {kind} has no form on the wire")


def audio_format(media_type: str) -> str:
    """The provider's name for a media type; parameters and capitals do not matter (A-066)."""
    bare = media_type.split(";")[0].strip().lower()
    if not bare.startswith("audio/"):
        raise ValueError(f"The media type {media_type} is not one of audio")
    if bare == "audio/":
        raise ValueError(f"The media type {media_type} names no format")
    return AUDIO_FORMATS.get(bare, bare.removeprefix("audio/"))


def build_options(options: Optional[Mapping]) -> Mapping:
    """§7.1.5: options under the provider's names, then what the file passes through."""
    wire: Mapping = {}
    for name, value in (options or {}).items():
        if name in OPTION_NAMES and value is not None:
            wire[OPTION_NAMES[name]] = value
    for name, value in ((options or {}).get("additionalProperties") or {}).items():
        wire.setdefault(name, value)
    return wire


def output_schema(agent: Mapping) -> Mapping:
    """The schema of what the agent gives out, closed (§7.1.6)."""
    return {**schema_to_wire(agent["outputs"]), "additionalProperties": False}


def build_chat(agent: Mapping, messages: list[Mapping], around: Surroundings) -> Mapping:
    """§7.1.7."""
    model = agent.get("model") or {}
    body = {
        **({"model": model["id"]} if model.get("id") else {}),
        "messages": [message_to_wire(message) for message in messages],
        **build_options(model.get("options")),
    }
    tools = tools_to_wire(agent.get("tools"), around)
    if tools:
        body["tools"] = tools
    if agent.get("outputs"):
        json_schema = {"name": "structured_output", "strict": True, "schema": output_schema(agent)}
        body["response_format"] = {"type": "json_schema", "json_schema": json_schema}
    return body
