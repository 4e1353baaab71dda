"""What is JSON: texts that are read, and values that functions return."""

import json
import sys
from typing import Any, NoReturn

# Of what an adapter's answer may be (harness/adapters/README.md, "Sandbox and limits").
_MOST_LEVELS = 512
# What JSON has, by the type of Python: as a message says it, and the names that `$type` takes for it.
_KINDS: dict[type, tuple[str, ...]] = {
    type(None): ("null", "null"), bool: ("a boolean", "boolean"), str: ("a string", "string"),
    int: ("a number", "number", "integer"), float: ("a number", "number"), list: ("an array", "array"),
    dict: ("an object", "object")}
TYPES = {name for _, *names in _KINDS.values() for name in names}


class NotJson(ValueError):
    """A text that holds no JSON, or a value that is none; says what is wrong and, in a value, where."""


def _refuse(what: str, pointer: str) -> NoReturn:
    raise NotJson("%s at %s" % (what, pointer or '""'))


def parsed(text: str) -> Any:
    """The value of a JSON text. Raises NotJson."""
    try:
        return as_json(json.loads(text.removeprefix("\ufeff")))
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None


def child(pointer: str, key: Any) -> str:
    """The pointer (RFC 6901) of a member, or of an element when the key is a number."""
    return "%s/%s" % (pointer, key.replace("~", "~0").replace("/", "~1") if isinstance(key, str) else key)


def as_json(value: Any, pointer: str = "", level: int = 1) -> Any:
    """A copy of a value of Python made of what JSON has; tuples are lists. Raises NotJson, which names the place."""
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            _refuse("half a character", pointer)
        return str.__str__(value)
    if isinstance(value, int) and -2**63 <= value < 2**64:
        return int(value)
    if isinstance(value, (int, float)):
        # An integer that 64 bits do not hold is a number with rounding, as it is for the harness.
        return float(value) if abs(value) <= sys.float_info.max else _refuse("a number that is not finite", pointer)
    if level > _MOST_LEVELS:
        _refuse("more than %d levels" % _MOST_LEVELS, pointer)
    is_object = isinstance(value, dict)
    if not is_object and not isinstance(value, (list, tuple)):
        _refuse("a value of the class " + type(value).__name__, pointer)
    members: dict[Any, Any] = {}
    for key, member in value.items() if is_object else enumerate(value):
        here = child(pointer, key)
        if is_object and not isinstance(key, str):
            _refuse("a member whose name is of the class " + type(key).__name__, here)
        members[as_json(key, here)] = as_json(member, here, level + 1)
    return members if is_object else list(members.values())


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same: members in any order, numbers by value, true no number."""
    if type(one) is not type(other):
        return type(one) in (int, float) and type(other) in (int, float) and one == other
    if isinstance(one, dict):
        return len(one) == len(other) and all(key in other and same_json(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return one == other


def kind_of(value: Any) -> tuple[str, ...]:
    """What it is as a message says it, and behind that the names that `$type` takes for it."""
    return _KINDS[type(value)]


def leaves_of(value: Any) -> int:
    if not isinstance(value, (dict, list)) or not value:
        return 1
    return sum(map(leaves_of, value.values() if isinstance(value, dict) else value))
