"""Reading one field of a mapping with the type that its table gives it."""

from typing import Any, Optional

from .json_text import parse_json
from .references import EnvironmentText

Mapping = dict[str, Any]


def refuse(name: str, wanted: str, value: Any) -> ValueError:
    return ValueError(f"{name} has to be {wanted}, not {type(value).__name__}")


def text(source: Mapping, name: str) -> Optional[str]:
    """The string under a name, None when it is not set or null."""
    value = source.get(name)
    if value is not None and not isinstance(value, str):
        raise refuse(name, "text", value)
    return value


def mapping(source: Mapping, name: str) -> Optional[Mapping]:
    value = source.get(name)
    if value is not None and not isinstance(value, dict):
        raise refuse(name, "a mapping", value)
    return value


def sequence(source: Mapping, name: str) -> Optional[list[Any]]:
    value = source.get(name)
    if value is not None and not isinstance(value, list):
        raise refuse(name, "a list", value)
    return value


def _from_environment(value: Any) -> Any:
    """What the environment put where a number or a boolean belongs is read as one; anything else stays as it is."""
    if not isinstance(value, EnvironmentText):
        return value
    try:
        return parse_json(value.strip().lower())
    except ValueError:
        return value


def number(source: Mapping, name: str) -> Optional[float]:
    value = _from_environment(source.get(name))
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise refuse(name, "a number", value)
    return value


def integer(source: Mapping, name: str) -> Optional[int]:
    value = _from_environment(source.get(name))
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise refuse(name, "a whole number", value)
    return value


def boolean(source: Mapping, name: str) -> Optional[bool]:
    value = _from_environment(source.get(name))
    if value is not None and not isinstance(value, bool):
        raise refuse(name, "true or false", value)
    return value


def texts(source: Mapping, name: str) -> Optional[list[str]]:
    values = sequence(source, name)
    for value in values or []:
        if not isinstance(value, str):
            raise refuse(f"each of {name}", "text", value)
    return values


def without_unset(members: Mapping) -> Mapping:
    """A mapping without the members that are None."""
    return {name: value for name, value in members.items() if value is not None}
