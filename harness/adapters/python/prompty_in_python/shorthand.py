"""The short forms of a frontmatter, spelled out (§2.4, §2.7, §2.8)."""

from typing import Any, Optional

from . import fields

Mapping = dict[str, Any]

PROPERTY_FIELDS = {"kind", "description", "required", "default", "example", "enumValues"}


def inferred_kind(value: Any) -> str:
    """The kind of a property that has this value for a default; of no value it is a string."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "float"
    if isinstance(value, list):
        return "array"
    if isinstance(value, dict):
        return "object"
    return "string"


def _property(name: str, source: Mapping) -> Mapping:
    default = source.get("default")
    return fields.without_unset(
        {
            "name": name,
            "kind": fields.text(source, "kind") or inferred_kind(default),
            "description": fields.text(source, "description"),
            "required": fields.boolean(source, "required"),
            "default": default,
            "example": source.get("example"),
            "enumValues": fields.sequence(source, "enumValues"),
        }
    )


def _of_mapping_form(name: str, value: Any) -> Mapping:
    if value is None:
        return _property(name, {})
    if isinstance(value, dict) and (not value or PROPERTY_FIELDS & value.keys()):
        return _property(name, value)
    return _property(name, {"default": value})


def properties(source: Mapping, field: str) -> Optional[list[Mapping]]:
    """The properties of a schema, from a list of them or from a mapping of names; None when there are none."""
    declared = source.get(field)
    if declared is None:
        return None
    if isinstance(declared, dict):
        return [_of_mapping_form(name, value) for name, value in declared.items()] or None
    if not isinstance(declared, list):
        raise fields.refuse(field, "a list or a mapping", declared)
    found: dict[str, Mapping] = {}
    for entry in declared:
        name = fields.text(entry, "name") if isinstance(entry, dict) else None
        if not name:
            raise ValueError(f"An entry of {field} has no name")
        if name in found:
            raise ValueError(f"{field} has two entries named {name}")
        found[name] = _property(name, entry)
    return list(found.values()) or None


def _part_of_template(source: Mapping, field: str, default: str) -> Mapping:
    value = source.get(field)
    if value is None:
        return {"kind": default}
    if isinstance(value, str):
        return {"kind": value}
    if not isinstance(value, dict):
        raise fields.refuse(f"template.{field}", "text or a mapping", value)
    kind = fields.text(value, "kind") or default
    return {"kind": kind, **{name: member for name, member in value.items() if name != "kind" and member is not None}}


def template(source: Mapping) -> Mapping:
    """Engine and parser of an agent, with their defaults (§2.8)."""
    value = source.get("template")
    if isinstance(value, str):
        value = {"format": value}
    if value is None:
        value = {}
    if not isinstance(value, dict):
        raise fields.refuse("template", "text or a mapping", value)
    return {
        "format": _part_of_template(value, "format", "jinja2"),
        "parser": _part_of_template(value, "parser", "prompty"),
    }
