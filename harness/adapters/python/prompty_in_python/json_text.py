"""JSON as its standard has it; Python's reader alone would also take NaN and Infinity."""

import json
import math
from typing import Any


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is too large")
    return number


def parse_json(text: str) -> Any:
    """The value of a JSON text. ValueError when it is none."""
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        # An escape that is half a surrogate pair is no text; to say so is an error of the ValueError kind.
        write_json(value).encode("utf-8")
        return value
    except RecursionError as error:
        raise ValueError("the text is nested too deeply") from error


def write_json(value: Any) -> str:
    """Compact JSON, members in their order, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
