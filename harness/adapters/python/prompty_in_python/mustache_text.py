"""The template engine `mustache`: variables, sections, inverted sections, lists, comments (our §5.5)."""

import re
from typing import Any, NamedTuple

from .json_text import write_json

TAG = re.compile(r"\{\{(?:\{\s*([^{}]*?)\s*\}|([#^/!&>=]?)\s*((?:.|\n)*?)\s*)\}\}")
ALONE = re.compile(r"(?m)^[ \t]*(\{\{[#^/!](?:(?!\}\}).|\n)*\}\})[ \t]*(?:\r?\n|\Z)")
MISSING = object()


class Section(NamedTuple):
    """What stands between an opening and a closing tag."""

    name: str
    inverted: bool
    content: list[Any]


def _tree(template: str) -> list[Any]:
    """Text as strings, variables as one-element tuples, sections."""
    # A line that holds nothing but a section tag or a comment leaves no empty line behind.
    template = ALONE.sub(lambda match: match[1], template)
    open_sections = [Section("", False, [])]
    at = 0
    for tag in TAG.finditer(template):
        here = open_sections[-1].content
        here.append(template[at : tag.start()])
        at = tag.end()
        sign, name = tag[2], tag[3]
        if tag[1] is not None:
            here.append((tag[1],))
        elif name.startswith("{"):
            line = template.count("\n", 0, tag.start()) + 1
            raise ValueError(f"Template syntax error: a tag is never closed (line {line})")
        elif sign in ("", "&"):
            here.append((name,))
        elif sign in ("#", "^"):
            open_sections.append(Section(name, sign == "^", []))
        elif sign == "/":
            if len(open_sections) == 1 or open_sections[-1].name != name:
                line = template.count("\n", 0, tag.start()) + 1
                raise ValueError(f"Template syntax error: {{{{/{name}}}}} closes nothing that is open (line {line})")
            closed = open_sections.pop()
            open_sections[-1].content.append(closed)
        elif sign != "!":
            line = template.count("\n", 0, tag.start()) + 1
            raise ValueError(f"Template syntax error: {tag[0]} is not offered here (line {line})")
    if len(open_sections) > 1:
        raise ValueError(f"Template syntax error: the section {open_sections[-1].name} is never closed")
    if "{{" in template[at:]:
        line = template.count("\n", 0, template.index("{{", at)) + 1
        raise ValueError(f"Template syntax error: a tag is never closed (line {line})")
    return [*open_sections[0].content, template[at:]]


def _look_up(stack: list[Any], name: str) -> Any:
    if name == ".":
        return stack[-1]
    first, *others = name.split(".")
    value: Any = MISSING
    for scope in reversed(stack):
        if isinstance(scope, dict) and first in scope:
            value = scope[first]
            break
    for member in others:
        value = value[member] if isinstance(value, dict) and member in value else MISSING
    return value


def _text(value: Any, name: str, undefined: str) -> str:
    if value is MISSING and undefined == "error":
        raise ValueError(f"Undefined template variable: {name}")
    # What Mustache prints of false and of lists is contested.
    if value is MISSING or value is None or value is False or isinstance(value, list):
        return ""
    return value if isinstance(value, str) else write_json(value)


def _is_empty(value: Any) -> bool:
    return value is MISSING or value is None or value is False or value == "" or value == [] or value == {}


def _fill(tree: list[Any], stack: list[Any], undefined: str) -> str:
    text: list[str] = []
    for node in tree:
        if isinstance(node, str):
            text.append(node)
        elif isinstance(node, Section):
            value = _look_up(stack, node.name)
            if node.inverted:
                text.append(_fill(node.content, stack, undefined) if _is_empty(value) else "")
            elif isinstance(value, list):
                text.extend(_fill(node.content, [*stack, element], undefined) for element in value)
            elif not _is_empty(value):
                text.append(_fill(node.content, [*stack, value], undefined))
        else:
            text.append(_text(_look_up(stack, node[0]), node[0], undefined))
    return "".join(text)


def render_mustache(template: str, inputs: dict[str, Any], undefined: str = "empty") -> str:
    """The filled template, nothing escaped. ValueError when it is not well formed, and for a variable without a value when
    `undefined` is "error"."""
    return _fill(_tree(template), [inputs], undefined)
