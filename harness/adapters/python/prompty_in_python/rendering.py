"""Filling the template of an agent; rich inputs leave a placeholder (§2.7, §2.8, and our §5)."""

import secrets
from typing import Any, NamedTuple, Optional

from .errors import InvokerError
from .inputs import rich_kinds, validate_inputs
from .jinja_text import render_jinja
from .mustache_text import render_mustache


class RichValue(NamedTuple):
    """What a placeholder stands for."""

    kind: str
    name: str
    value: Any


class Rendering(NamedTuple):
    """A filled template, and placeholder → what belongs in its place."""

    text: str
    rich: dict[str, RichValue]


def engine_of(agent: dict[str, Any]) -> dict[str, Any]:
    """`template.format` with its default (§2.8)."""
    return ((agent.get("template") or {}).get("format")) or {"kind": "jinja2"}


def render(
    agent: dict[str, Any], inputs: dict[str, Any], template: Optional[str] = None, undefined: Optional[str] = None
) -> Rendering:
    """The agent's instructions, or another template in their place, filled with the completed inputs. InvokerError for an
    engine that is not here, ValueError for inputs that are missing and templates that are wrong."""
    values = validate_inputs(agent, inputs)
    rich: dict[str, RichValue] = {}
    for name, kind in rich_kinds(agent).items():
        if name not in values:
            continue
        value = values.pop(name)
        if value is None:
            continue
        placeholder = f"__PROMPTY_THREAD_{secrets.token_hex(8)}_{name}__"
        rich[placeholder] = RichValue(kind, name, value)
        values[name] = placeholder
    engine = engine_of(agent)
    text = agent["instructions"] if template is None else template
    return Rendering(_fill(engine, text, values, undefined), rich)


def _fill(engine: dict[str, Any], template: str, values: dict[str, Any], undefined: Optional[str]) -> str:
    rule = undefined or engine.get("undefined") or "empty"
    if engine["kind"] == "jinja2":
        return render_jinja(template, values, rule)
    if engine["kind"] == "mustache":
        return render_mustache(template, values, rule)
    raise InvokerError("renderer", engine["kind"])
