"""From a path to an agent (§2, and our §4)."""

import os
from typing import Any, Mapping as Variables, Optional

from . import fields, shorthand
from .frontmatter import split
from .references import References
from .yaml_text import parse_yaml

Mapping = dict[str, Any]

TOP_LEVEL = {"name", "displayName", "description", "metadata", "model", "inputs", "outputs", "tools", "template"}


def load(path: str, environment: Optional[Variables[str, str]] = None) -> Mapping:
    """The agent that a file describes, in the shape of the protocol. FileNotFoundError when there is no such file,
    ValueError when it is not UTF-8, not well formed, or holds a value that its field cannot take."""
    if not os.path.isfile(path):
        raise FileNotFoundError(f"Prompty file not found: {path}")
    with open(path, "rb") as file:
        content = file.read()
    try:
        parts = split(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8: {error}") from error
    variables = os.environ if environment is None else environment
    references = References(os.path.dirname(os.path.abspath(path)), variables)
    properties = references.resolve(_frontmatter(parts.frontmatter))
    return _agent(properties, parts.body)


def _frontmatter(text: Optional[str]) -> Mapping:
    try:
        properties = parse_yaml(text) if text is not None else None
    except ValueError as error:
        raise ValueError(f"Invalid frontmatter YAML: {error}") from error
    if properties is None:
        return {}
    if not isinstance(properties, dict):
        raise ValueError(f"The frontmatter has to be a mapping, not {type(properties).__name__}")
    return properties


def _agent(source: Mapping, body: str) -> Mapping:
    return fields.without_unset(
        {
            "kind": "prompt",
            "name": fields.text(source, "name"),
            "displayName": fields.text(source, "displayName"),
            "description": fields.text(source, "description"),
            "metadata": _metadata(source),
            "model": _model(source.get("model")),
            "inputs": shorthand.properties(source, "inputs"),
            "outputs": shorthand.properties(source, "outputs"),
            "tools": _tools(source),
            "template": shorthand.template(source),
            "instructions": body,
        }
    )


def _metadata(source: Mapping) -> Optional[Mapping]:
    """What the file has under `metadata`, and every property that nobody knows unless its name is taken."""
    own = fields.mapping(source, "metadata")
    unknown = {name: value for name, value in source.items() if name not in TOP_LEVEL}
    return {**unknown, **(own or {})} or None


def _model(value: Any) -> Optional[Mapping]:
    if value is None:
        return None
    if isinstance(value, str):
        value = {"id": value}
    if not isinstance(value, dict):
        raise fields.refuse("model", "text or a mapping", value)
    return fields.without_unset(
        {
            "id": fields.text(value, "id"),
            "provider": fields.text(value, "provider"),
            "apiType": fields.text(value, "apiType") or "chat",
            "connection": _connection(value),
            "options": _options(fields.mapping(value, "options")),
        }
    )


# The fields of the kinds of connections (§2.5); a kind that nobody knows keeps what it has.
CONNECTION_FIELDS = {
    "key": {"endpoint", "apiKey"},
    "reference": {"name"},
    "remote": {"endpoint", "target", "authenticationMode"},
    "anonymous": {"endpoint"},
    "foundry": {"endpoint"},
    "oauth": {"endpoint", "authenticationMode"},
}


def _connection(source: Mapping) -> Optional[Mapping]:
    """Any kind with its fields, but for those of other kinds: what is missing shows when the connection is used."""
    connection = fields.mapping(source, "connection")
    if connection is None:
        return None
    kind = fields.text(connection, "kind")
    of_others = set().union(*CONNECTION_FIELDS.values()) - CONNECTION_FIELDS.get(kind, set(connection))
    own = {name: value for name, value in connection.items() if name not in of_others}
    return fields.without_unset({"kind": kind, **own})


def _options(source: Optional[Mapping]) -> Optional[Mapping]:
    if source is None:
        return None
    numbers = ("temperature", "topP", "frequencyPenalty", "presencePenalty")
    whole = ("maxOutputTokens", "topK", "seed")
    return fields.without_unset(
        {
            **{name: fields.number(source, name) for name in numbers},
            **{name: fields.integer(source, name) for name in whole},
            "stopSequences": fields.texts(source, "stopSequences"),
            "allowMultipleToolCalls": fields.boolean(source, "allowMultipleToolCalls"),
            "additionalProperties": fields.mapping(source, "additionalProperties"),
        }
    )


def _tools(source: Mapping) -> Optional[list[Mapping]]:
    declared = fields.sequence(source, "tools")
    if declared is None:
        return None
    found: dict[str, Mapping] = {}
    for entry in declared:
        if not isinstance(entry, dict):
            raise fields.refuse("each of tools", "a mapping", entry)
        tool = _tool(entry)
        if tool["name"] in found:
            raise ValueError(f"Two tools are named {tool['name']}")
        found[tool["name"]] = tool
    return list(found.values()) or None


def _tool(source: Mapping) -> Mapping:
    name, kind = fields.text(source, "name"), fields.text(source, "kind")
    if not name or not kind:
        raise ValueError(f"The tool {name or source} has no {'kind' if name else 'name'}")
    common = {
        "name": name,
        "kind": kind,
        "description": fields.text(source, "description"),
        "bindings": fields.mapping(source, "bindings"),
    }
    return fields.without_unset({**common, **_fields_of_kind(kind, source)})


def _fields_of_kind(kind: str, source: Mapping) -> Mapping:
    if kind == "function":
        parameters = shorthand.properties(source, "parameters")
        return {"parameters": parameters, "strict": fields.boolean(source, "strict")}
    if kind == "prompty":
        mode = fields.text(source, "mode")
        if mode not in (None, "single", "agentic"):
            raise ValueError(f"The mode of a prompty tool is single or agentic, not {mode}")
        return {"path": fields.text(source, "path"), "mode": mode}
    if kind == "mcp":
        return {
            "connection": _connection(source),
            "serverName": fields.text(source, "serverName"),
            "approvalMode": source.get("approvalMode"),
            "allowedTools": fields.texts(source, "allowedTools"),
        }
    if kind == "openapi":
        return {"connection": _connection(source), "specification": fields.text(source, "specification")}
    return {"type": "CustomTool", "connection": _connection(source), "options": fields.mapping(source, "options")}
