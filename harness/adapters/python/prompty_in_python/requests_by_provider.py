"""Which request an agent asks for: by provider and API type (§7.4, §11.3)."""

from typing import Any

from .anthropic_request import build_anthropic
from .chat_request import build_chat
from .errors import InvokerError
from .other_requests import build_embedding, build_image, build_responses
from .tools import Surroundings

Mapping = dict[str, Any]

API_TYPES = ("chat", "embedding", "image", "responses")


def api_of(agent: Mapping, component: str) -> tuple[str, str]:
    """Provider and API type of an agent. InvokerError for a provider that is not served, ValueError for an API type
    that there is not."""
    model = agent.get("model") or {}
    provider, api_type = model.get("provider"), model.get("apiType") or "chat"
    if provider not in ("openai", "anthropic"):
        raise InvokerError(component, provider)
    if api_type not in API_TYPES or (provider == "anthropic" and api_type != "chat"):
        raise ValueError(f"Unsupported API type: {api_type}")
    return provider, api_type


def build_request(agent: Mapping, messages: list[Mapping], around: Surroundings) -> Mapping:
    """Method, path below the endpoint, and body."""
    provider, api_type = api_of(agent, "executor")
    if provider == "anthropic":
        headers = {"anthropic-version": "2023-06-01"}
        return {"method": "POST", "path": "/v1/messages", "headers": headers, "body": build_anthropic(agent, messages)}
    if api_type == "embedding":
        return {"method": "POST", "path": "/embeddings", "body": build_embedding(agent, messages)}
    if api_type == "image":
        return {"method": "POST", "path": "/images/generations", "body": build_image(agent, messages)}
    if api_type == "responses":
        return {"method": "POST", "path": "/responses", "body": build_responses(agent, messages, around)}
    return {"method": "POST", "path": "/chat/completions", "body": build_chat(agent, messages, around)}
