"""Properties as JSON Schema (§7.1.4)."""

from typing import Any, Optional

JSON_TYPES = {
    "string": "string",
    "integer": "integer",
    "float": "number",
    "boolean": "boolean",
    "array": "array",
    "object": "object",
    # An address or base64 is text.
    "image": "string",
    "file": "string",
    "audio": "string",
}


def schema_to_wire(properties: Optional[list[dict[str, Any]]]) -> dict[str, Any]:
    """The schema of an object with these properties. ValueError for a kind that the table does not have, and for a
    required thread, which no model can supply."""
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    required: list[str] = []
    for declared in properties or []:
        name, kind = declared["name"], declared["kind"]
        if kind == "thread" and not declared.get("required"):
            continue
        if kind not in JSON_TYPES:
            raise ValueError(f"The property {name} of the kind {kind} has no type in JSON Schema")
        described = {"type": JSON_TYPES[kind]}
        if declared.get("description"):
            described["description"] = declared["description"]
        if declared.get("enumValues"):
            described["enum"] = declared["enumValues"]
        schema["properties"][name] = described
        if declared.get("required"):
            required.append(name)
    if required:
        schema["required"] = required
    return schema
