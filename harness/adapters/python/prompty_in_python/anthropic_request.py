"""The message request to Anthropic (§7.5)."""

from typing import Any, Optional

from .json_text import parse_json
from .schema import schema_to_wire
from .tools import strip_bindings

Mapping = dict[str, Any]

OPTION_NAMES = {"temperature": "temperature", "topP": "top_p", "topK": "top_k", "stopSequences": "stop_sequences"}


def build_anthropic(agent: Mapping, messages: list[Mapping]) -> Mapping:
    """The request body. ValueError for a result that names no call."""
    model = agent.get("model") or {}
    options = model.get("options") or {}
    system: Optional[str] = None
    conversation: list[Mapping] = []
    for message in messages:
        if message["role"] == "system":
            system = "".join(part["value"] for part in message["content"] if part["kind"] == "text")
        else:
            _append(conversation, message)
    body: Mapping = {
        **({"model": model["id"]} if model.get("id") else {}),
        "messages": conversation,
        "max_tokens": options.get("maxOutputTokens") or 4096,
    }
    if system:
        body["system"] = system
    for name, wire_name in OPTION_NAMES.items():
        if options.get(name) is not None:
            body[wire_name] = options[name]
    tools = [_tool(tool) for tool in agent.get("tools") or [] if tool["kind"] == "function"]
    if tools:
        body["tools"] = tools
    return body


def _append(conversation: list[Mapping], message: Mapping) -> None:
    metadata = message.get("metadata") or {}
    if message["role"] == "tool":
        if not isinstance(metadata.get("tool_call_id"), str):
            raise ValueError("A message of the role tool has to name its call under metadata.tool_call_id")
        # The provider knows no role `tool`: results that follow each other are one message of the user.
        text = "".join(part["value"] for part in message["content"] if part["kind"] == "text")
        result = {"type": "tool_result", "tool_use_id": metadata["tool_call_id"], "content": text}
        last = conversation[-1] if conversation else None
        if last and last["role"] == "user" and last["content"] and last["content"][-1]["type"] == "tool_result":
            last["content"].append(result)
        else:
            conversation.append({"role": "user", "content": [result]})
        return
    calls = (metadata.get("tool_calls") or []) if message["role"] == "assistant" else []
    blocks = [block for part in message["content"] for block in _blocks(part, drop_empty=bool(calls))]
    blocks.extend(_tool_use(call) for call in calls)
    conversation.append({"role": message["role"], "content": blocks})


def _tool_use(call: Mapping) -> Mapping:
    function = call["function"]
    arguments = parse_json(function["arguments"]) if function.get("arguments") else {}
    return {"type": "tool_use", "id": call["id"], "name": function["name"], "input": arguments}


def _blocks(part: Mapping, drop_empty: bool) -> list[Mapping]:
    """The block of a part; none for audio and files, which the algorithm has no case for (A-090)."""
    if part["kind"] == "text":
        return [] if drop_empty and not part["value"] else [{"type": "text", "text": part["value"]}]
    if part["kind"] == "image":
        # The letter: the value is the data, whatever it looks like.
        source = {"type": "base64", "media_type": part.get("mediaType"), "data": part["value"]}
        return [{"type": "image", "source": source}]
    return []


def _tool(tool: Mapping) -> Mapping:
    schema = schema_to_wire(tool.get("parameters"))
    strip_bindings(schema, tool.get("bindings"))
    wire = {"name": tool["name"], "description": tool.get("description"), "input_schema": schema}
    if not wire["description"]:
        del wire["description"]
    return wire
