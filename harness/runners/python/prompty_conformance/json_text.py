"""What is JSON: texts that are read, and values that functions return."""

import json
import math
import re
from typing import Any, Dict, Iterable, List, Tuple

# Of what an adapter's answer may be (harness/adapters/README.md, "Sandbox and limits").
_MOST_LEVELS = 512
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


TYPES: Dict[str, Any] = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None),
                          "array": list, "object": dict}


class NotJson(ValueError):
    """A text that holds no JSON, or a value that is none; says what is wrong and, in a value, where."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.at: List[Any] = []  # the keys that lead there

    def __str__(self) -> str:
        return "%s at %s" % (self.args[0], "".join(child("", key) for key in self.at) or '""')


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


def as_json(value: Any, level: int = 1) -> Any:
    """A copy of a value of Python made of what JSON has; tuples are lists. Raises NotJson, which names the place."""
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise NotJson("half a character")
        return str.__str__(value)
    if isinstance(value, int):
        return int(value) if -2**63 <= value < 2**64 else float(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else _refuse(float.__repr__(value))
    if not isinstance(value, (dict, list, tuple)):
        raise NotJson("a value of the class " + type(value).__name__)
    if level > _MOST_LEVELS:
        raise NotJson("more than %d levels" % _MOST_LEVELS)
    pairs: Iterable[Tuple[Any, Any]] = value.items() if isinstance(value, dict) else enumerate(value)
    members: Dict[Any, Any] = {}
    for key, member in pairs:
        try:
            if isinstance(value, dict) and not isinstance(key, str):
                raise NotJson("a member whose name is of the class " + type(key).__name__)
            members[key] = as_json(member, level + 1)
        except NotJson as error:
            error.at.insert(0, key if isinstance(key, (str, int)) else repr(key))
            raise
    return members if isinstance(value, dict) else list(members.values())


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
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def type_name(value: Any) -> str:
    if value is None:
        return "null"
    name = next(name for name in ("boolean", "string", "number", "array", "object") if has_type(value, name))
    return ("an " if name[0] in "ao" else "a ") + name


def leaves_of(value: Any) -> int:
    if not isinstance(value, (dict, list)) or not value:
        return 1
    return sum(map(leaves_of, value.values() if isinstance(value, dict) else value))
