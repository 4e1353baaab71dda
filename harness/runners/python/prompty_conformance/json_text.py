"""What is JSON: texts that are read, and values that functions return."""

import json
import math
import re
from typing import Any, Callable, Dict, Tuple

# Of what an adapter's answer may be (harness/adapters/README.md, "Sandbox and limits").
_MOST_LEVELS = 512
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# What JSON has, by the type of Python: as a message says it, and the names that `$type` takes for it.
_KINDS: Dict[type, Tuple[str, ...]] = {
    type(None): ("null", "null"), bool: ("a boolean", "boolean"), str: ("a string", "string"),
    int: ("a number", "number", "integer"), float: ("a number", "number"), list: ("an array", "array"),
    dict: ("an object", "object")}
TYPES = {name for _, *names in _KINDS.values() for name in names}


class NotJson(ValueError):
    """A text that holds no JSON, or a value that is none; says what is wrong and, in a value, where."""


def _refuse(constant: str) -> Any:
    raise NotJson("the number %s" % constant)


def _float(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def _integer(text: str) -> Any:
    # What 64 bits do not hold is a number with rounding, as it is for the harness.
    is_short = len(text) < 19 or (len(text) < 21 and -2**63 <= int(text) < 2**64)
    return int(text) if is_short else _float(text)


def parsed(text: str) -> Any:
    """The value of a JSON text. Raises NotJson."""
    try:
        value = json.loads(text[1:] if text[:1] == "\ufeff" else text, parse_constant=_refuse, parse_float=_float,
                           parse_int=_integer)
        if _ESCAPED_SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None
    return value


def child(pointer: str, key: Any) -> str:
    """The pointer (RFC 6901) of a member, or of an element when the key is a number."""
    return "%s/%s" % (pointer, key.replace("~", "~0").replace("/", "~1") if isinstance(key, str) else key)


Place = Tuple[Any, ...]  # of the object or list around a value, and the key in it; empty for the whole


def _not_json(what: str, place: Place) -> NotJson:
    pointer = ""
    while place:
        place, key = place
        pointer = child("", key) + pointer
    return NotJson("%s at %s" % (what, pointer or '""'))


def as_json(value: Any, place: Place = (), level: int = 1) -> Any:
    """A copy of a value of Python made of what JSON has; tuples are lists. Raises NotJson, which names the place."""
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise _not_json("half a character", place)
        return str.__str__(value)
    if isinstance(value, int):
        return int(value) if -2**63 <= value < 2**64 else float(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _not_json("the number " + float.__repr__(value), place)
        return float(value)
    if level > _MOST_LEVELS:
        raise _not_json("more than %d levels" % _MOST_LEVELS, place)
    if not isinstance(value, (dict, list, tuple)):
        raise _not_json("a value of the class " + type(value).__name__, place)
    members: Dict[Any, Any] = {}
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(value, dict) and not isinstance(key, str):
            raise _not_json("a member whose name is of the class " + type(key).__name__, (place, repr(key)))
        members[key] = as_json(member, (place, key), level + 1)
    return members if isinstance(value, dict) else list(members.values())


def mapped(value: Any, scalar: Callable[[Any], Any]) -> Any:
    """A copy with other scalars."""
    if isinstance(value, dict):
        return {key: mapped(member, scalar) for key, member in value.items()}
    return [mapped(element, scalar) for element in value] if isinstance(value, list) else scalar(value)


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same: members in any order, numbers by value, true no number."""
    if type(one) is not type(other):
        return type(one) in (int, float) and type(other) in (int, float) and one == other
    if isinstance(one, dict):
        return len(one) == len(other) and all(key in other and same_json(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return one == other


def has_type(value: Any, name: str) -> bool:
    return name in _KINDS[type(value)][1:]


def type_name(value: Any) -> str:
    return _KINDS[type(value)][0]


def leaves_of(value: Any) -> int:
    if not isinstance(value, (dict, list)) or not value:
        return 1
    return sum(map(leaves_of, value.values() if isinstance(value, dict) else value))
