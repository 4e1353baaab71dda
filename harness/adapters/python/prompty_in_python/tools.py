"""Tools as function definitions (§7.1.3)."""

import copy
import os
from typing import Any, Mapping as Variables, NamedTuple, Optional

from .agent import load
from .schema import schema_to_wire

Mapping = dict[str, Any]


class Surroundings(NamedTuple):
    """What projecting needs beside the agent: its folder, the environment, what servers and specifications offer by the
    name of the tool, and the handlers that are registered by name."""

    folder: str = "."
    environment: Optional[Variables[str, str]] = None
    discovered: Mapping = {}
    handlers: Mapping = {}


def tools_to_wire(tools: Optional[list[Mapping]], around: Surroundings) -> Optional[list[Mapping]]:
    """The definitions of all tools, bound parameters taken out; None without any. ValueError for two of one name."""
    definitions: list[Mapping] = []
    for tool in tools or []:
        for definition in _project(tool, around):
            function = definition["function"]
            strip_bindings(function["parameters"], tool.get("bindings"))
            if tool.get("strict"):
                function["strict"] = True
                function["parameters"]["additionalProperties"] = False
            definitions.append(definition)
    names = [definition["function"]["name"] for definition in definitions]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"Two tools are offered under the name {name}")
    return definitions or None


def strip_bindings(parameters: Mapping, bindings: Optional[Mapping]) -> None:
    """Takes the bound parameters out of a schema, in place."""
    for bound in bindings or {}:
        parameters.get("properties", {}).pop(bound, None)
        if bound in parameters.get("required", []):
            parameters["required"].remove(bound)
    if parameters.get("required") == []:
        del parameters["required"]


def _definition(name: str, description: Optional[str], parameters: Mapping) -> Mapping:
    function = {"name": name, "description": description, "parameters": copy.deepcopy(parameters)}
    if not description:
        del function["description"]
    return {"type": "function", "function": function}


def _project(tool: Mapping, around: Surroundings) -> list[Mapping]:
    name, kind, description = tool["name"], tool["kind"], tool.get("description")
    if kind == "function":
        return [_definition(name, description, schema_to_wire(tool.get("parameters")))]
    if kind == "prompty":
        child = load(os.path.join(around.folder, tool["path"]), around.environment)
        return [_definition(name, description or child.get("description"), schema_to_wire(child.get("inputs")))]
    if kind in ("mcp", "openapi"):
        return _discovered(tool, around)
    parameters = (around.handlers.get(name) or {}).get("parameters")
    if parameters is None:
        raise ValueError(f"The custom tool {name} is not registered, so its parameters are unknown")
    return [_definition(name, description, parameters)]


def _discovered(tool: Mapping, around: Surroundings) -> list[Mapping]:
    offered = around.discovered.get(tool["name"])
    if offered is None:
        raise NotImplementedError(f"Tools of the kind {tool['kind']} cannot be looked up here")
    allowed = tool.get("allowedTools")
    return [
        _definition(found["name"], found.get("description"), found.get("parameters") or {"type": "object", "properties": {}})
        for found in offered
        if not allowed or found["name"] in allowed
    ]
