"""Holding the inputs of one call against what the agent declares (§2.7, and our §12)."""

from typing import Any

RICH_KINDS = ("thread", "image", "file", "audio")


def validate_inputs(agent: dict[str, Any], inputs: dict[str, Any]) -> dict[str, Any]:
    """The inputs with the defaults of those that are missing. ValueError for a required one without either."""
    completed = dict(inputs)
    for declared in agent.get("inputs") or []:
        name = declared["name"]
        if name in completed:
            continue
        if declared.get("default") is not None:
            completed[name] = declared["default"]
        elif declared.get("required"):
            raise ValueError(f"Missing required input: {name}")
    return completed


def rich_kinds(agent: dict[str, Any]) -> dict[str, str]:
    """Name → kind of the inputs that have no place in a text."""
    return {
        declared["name"]: declared["kind"]
        for declared in agent.get("inputs") or []
        if declared.get("kind") in RICH_KINDS
    }
