"""Requests to OpenAI's other APIs: embeddings (§7.2), images (§7.3), Responses (§7.4)."""

from typing import Any

from .chat_request import build_options, content_to_wire, output_schema
from .tools import Surroundings, tools_to_wire

Mapping = dict[str, Any]


def build_embedding(agent: Mapping, messages: list[Mapping]) -> Mapping:
    texts = [part["value"] for message in messages for part in message["content"] if part["kind"] == "text"]
    return {"model": (agent.get("model") or {}).get("id"), "input": texts[0] if len(texts) == 1 else texts}


def build_image(agent: Mapping, messages: list[Mapping]) -> Mapping:
    model = agent.get("model") or {}
    users = [message for message in messages if message["role"] == "user"]
    texts = [part["value"] for part in users[-1]["content"] if part["kind"] == "text"] if users else []
    return {"model": model.get("id"), "prompt": texts[0] if texts else "", **build_options(model.get("options"))}


def build_responses(agent: Mapping, messages: list[Mapping], around: Surroundings) -> Mapping:
    body: Mapping = {
        "model": (agent.get("model") or {}).get("id"),
        "input": [item for message in messages for item in _items(message)],
    }
    tools = tools_to_wire(agent.get("tools"), around)
    if tools:
        body["tools"] = tools
    if agent.get("outputs"):
        form = {"type": "json_schema", "name": "structured_output", "strict": True, "schema": output_schema(agent)}
        body["text"] = {"format": form}
    return body


def _items(message: Mapping) -> list[Mapping]:
    metadata, content = message.get("metadata") or {}, message["content"]
    if "responses_function_call" in metadata:
        output = {
            "type": "function_call_output",
            "call_id": metadata.get("tool_call_id"),
            "output": content[0]["value"] if content else "",
        }
        return [metadata["responses_function_call"], output]
    return [{"role": message["role"], "content": content_to_wire(content)}]
