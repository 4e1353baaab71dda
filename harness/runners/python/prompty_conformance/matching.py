"""The matching language of the vectors: an expectation is held against an answer, both as values that `json` knows.

The rules are those of vectors/README.md, "The matching language"; what is behind the first difference is found as the
harness finds it, so that both tell the same.
"""

import math
import re
from functools import lru_cache
from itertools import product
from typing import Any, Iterator, NamedTuple, Optional

from .json_text import TYPES, NotJson, child, kind_of, leaves_of, parsed, same_json

_WHITE = " \t\n\r\f\v"
# Longer lists are compared element by element, and so are lists inside of so many others (expectation.cpp).
_MOST_ALIGNMENTS = 2500
_MOST_ALIGNED_LEVELS = 6

_ESCAPE = r"\\[dDwWsSnrt!-/:-@\[-`{-~]"
_TOKEN = re.compile(r"(?P<class>\[\^?(?:[^\]\[\\]|%s)+\])|(?P<quantifier>[*+?]|\{(?P<count>[0-9]+)\})|"
                    r"(?P<open>\((?!\?))|%s|[^\\\[{|^$(*+?]" % (_ESCAPE, _ESCAPE), re.DOTALL)
# Of white space RE2 leaves out the vertical tab; and Python keeps doubled signs in a class for operations on sets.
_TRANSLATED = re.compile(r"%s|[&|~]" % _ESCAPE)
_OTHERWISE = {"\\s": r"\t\n\f\r ", "\\S": r"\x00-\x08\x0b\x0e-\x1f!-\U0010ffff", "&": r"\&", "|": r"\|", "~": r"\~"}


class Difference(NamedTuple):
    """One place at which an answer departs from an expectation; pointers are those of RFC 6901."""

    pointer: str
    kind: str  # "missing", "extra", "other type", "other value", "other ending" or "malformed"
    message: str
    expected: Any
    got: Any
    inside: str = ""  # the pointer inside of the JSON text that stands at `pointer`

    def told(self) -> dict[str, Any]:
        """As a line of the report has it."""
        return {name: member for name, member in self._asdict().items() if name != "inside" or member}


def matcher_of(expectation: Any) -> Optional[str]:
    """The first key that begins with "$"; None when there is none."""
    if not isinstance(expectation, dict):
        return None
    return next((key for key in expectation if key[:1] == "$"), None)


def is_matcher(expectation: Any, key: str) -> bool:
    return isinstance(expectation, dict) and len(expectation) == 1 and key in expectation


@lru_cache(maxsize=1000)
def pattern_of(text: str) -> Optional["re.Pattern[str]"]:
    """A pattern of the language as one of Python; None when it is a mistake."""
    written, at, can_be_repeated = "", 0, False
    while at < len(text):
        token = _TOKEN.match(text, at)
        too_often = token is not None and int(token["count"] or 0) > 1000
        if token is None or too_often or (token["quantifier"] and not can_be_repeated):
            return None
        if token["class"]:
            written += _TRANSLATED.sub(lambda sign: _OTHERWISE.get(sign[0], sign[0]), token[0])
        else:
            written += "[%s]" % _OTHERWISE[token[0]] if token[0] in ("\\s", "\\S") else token[0]
        at, can_be_repeated = token.end(), not (token["quantifier"] or token["open"])
    try:
        return re.compile(written, re.ASCII)
    except re.error:
        return None


def is_well_formed(expectation: Any, is_member: bool = False) -> bool:
    """Whether an expectation is none of the mistakes that never match."""
    if isinstance(expectation, list):
        return all(map(is_well_formed, expectation))
    key = matcher_of(expectation)
    if key is None:
        return not isinstance(expectation, dict) or all(is_well_formed(inner, True) for inner in expectation.values())
    operand = expectation[key]
    is_text, is_list = isinstance(operand, str), isinstance(operand, list)
    fits = {"$absent": is_member and operand is True, "$optional": is_member, "$nonEmpty": operand is True,
            "$type": is_text and operand in TYPES, "$match": is_text and pattern_of(operand) is not None,
            "$oneOf": is_list and bool(operand), "$unordered": is_list, "$trimEnd": is_text, "$json": True,
            "$subset": isinstance(operand, dict) and matcher_of(operand) is None, "$literal": True}
    holds_expectations = key in ("$optional", "$json", "$oneOf", "$unordered", "$subset")
    is_fit = len(expectation) == 1 and fits.get(key, False)
    return is_fit and (not holds_expectations or is_well_formed(operand))


def differences(expectation: Any, answer: Any) -> list[Difference]:
    """Every difference, in the order of the expectation; an expectation that is a mistake never matches."""
    if not is_well_formed(expectation):
        return [Difference("", "malformed", "the expectation is malformed", expectation, answer)]
    return list(_compared(expectation, answer, "", 0))


# What compares yields one difference after the other, so that who only wants to know whether there is one stops at the
# first. `uneven` says how many lists of other lengths than expected are being compared; _DECIDING, that nobody counts.
Differences = Iterator[Difference]
_DECIDING = math.inf


def _matches(expectation: Any, answer: Any) -> bool:
    return next(_compared(expectation, answer, "", _DECIDING), None) is None


def _count(expectation: Any, answer: Any, uneven: float) -> int:
    return sum(1 for _ in _compared(expectation, answer, "", uneven + 1))


def _other_type(at: str, wanted: str, expected: Any, got: Any) -> Difference:
    return Difference(at, "other type", "expected %s, got %s" % (wanted, kind_of(got)[0]), expected, got)


def _compared(expectation: Any, answer: Any, at: str, uneven: float) -> Differences:
    key = matcher_of(expectation)
    is_alike = kind_of(expectation)[0] == kind_of(answer)[0]
    if key is not None:
        yield from _matched(key, expectation, answer, at, uneven)
    elif not isinstance(expectation, (dict, list)):
        if not same_json(expectation, answer):
            kind = "other value" if is_alike else "other type"
            yield Difference(at, kind, "the values differ", expectation, answer)
    elif not is_alike:
        yield _other_type(at, kind_of(expectation)[0], expectation, answer)
    elif isinstance(expectation, list):
        yield from _list(expectation, answer, at, uneven)
    else:
        yield from _members(expectation, answer, at, uneven)
        for key in answer:
            if key not in expectation:
                message = 'member "%s" is not expected' % key
                yield Difference(child(at, key), "extra", message, {"$absent": True}, answer[key])


def _members(members: dict[str, Any], answer: dict[str, Any], at: str, uneven: float) -> Differences:
    for key, expected in members.items():
        here = child(at, key)
        if is_matcher(expected, "$absent"):
            if key in answer:
                yield Difference(here, "extra", 'member "%s" must be absent' % key, expected, answer[key])
        elif key in answer:
            inner = expected["$optional"] if is_matcher(expected, "$optional") else expected
            yield from _compared(inner, answer[key], here, uneven)
        elif not is_matcher(expected, "$optional"):
            yield Difference(here, "missing", 'member "%s" is missing' % key, expected, None)


def _list(expectation: list[Any], answer: list[Any], at: str, uneven: float) -> Differences:
    sizes = "expected %d elements, got %d" % (len(expectation), len(answer))
    is_uneven = len(expectation) != len(answer)
    wanted = place = 0
    for step in _steps(expectation, answer, uneven) if is_uneven else ["pair"] * len(answer):
        here = child(at, place)
        if step == "pair":
            yield from _compared(expectation[wanted], answer[place], here, uneven + is_uneven)
        elif step == "missing":
            message = "element %d is missing, %s" % (wanted, sizes)
            yield Difference(here, step, message, expectation[wanted], None)
        else:
            yield Difference(here, step, "element %d is not expected, %s" % (place, sizes), None, answer[place])
        wanted, place = wanted + (step != "extra"), place + (step != "missing")


def _steps(expected: list[Any], got: list[Any], uneven: float) -> list[str]:
    """Through two lists so that they differ least; an element alone costs all its leaves, and one more."""
    least = min(len(expected), len(got))
    alone = ["missing"] * (len(expected) - least) + ["extra"] * (len(got) - least)
    if uneven == _DECIDING:
        return alone
    begin = _equal_beginning(expected, got)
    end = _equal_beginning(expected[begin:][::-1], got[begin:][::-1])
    expected, got = expected[begin:len(expected) - end], got[begin:len(got) - end]
    if uneven >= _MOST_ALIGNED_LEVELS or len(expected) * len(got) > _MOST_ALIGNMENTS:
        return ["pair"] * (least - end) + alone + ["pair"] * end
    best: dict[tuple[int, int], tuple[int, list[str]]] = {}
    for row, column in product(range(len(expected) + 1), range(len(got) + 1)):
        offers = []
        if row and column:
            cost, steps = best[row - 1, column - 1]
            offers.append((cost + _count(expected[row - 1], got[column - 1], uneven), [*steps, "pair"]))
        if row:
            cost, steps = best[row - 1, column]
            offers.append((cost + leaves_of(expected[row - 1]) + 1, [*steps, "missing"]))
        if column:
            cost, steps = best[row, column - 1]
            offers.append((cost + leaves_of(got[column - 1]) + 1, [*steps, "extra"]))
        best[row, column] = min(offers, key=lambda offer: offer[0], default=(0, []))
    return ["pair"] * begin + best[len(expected), len(got)][1] + ["pair"] * end


def _equal_beginning(expectation: list[Any], answer: list[Any]) -> int:
    pairs = enumerate(zip(expectation, answer))
    return next((at for at, pair in pairs if not _matches(*pair)), min(len(expectation), len(answer)))


def _unordered(operand: list[Any], answer: list[Any], at: str, uneven: float) -> Differences:
    sizes = "expected %d elements in any order, got %d" % (len(operand), len(answer))
    candidates = [[index for index, got in enumerate(answer) if _matches(expected, got)] for expected in operand]
    owner: dict[int, int] = {}
    unmet = [index for index in range(len(operand)) if not _assign(index, candidates, set(), owner)]
    rest = [index for index in range(len(answer)) if index not in owner]
    for index in unmet:
        expected, here = operand[index], child(at, index)
        count, partner = min(((_count(expected, answer[place], uneven), place) for place in rest), default=(0, -1))
        if partner < 0 or count > leaves_of(expected):
            yield Difference(here, "missing", "element %d is missing, %s" % (index, sizes), expected, None)
        else:
            rest.remove(partner)
            yield from _compared(expected, answer[partner], child(at, partner), uneven)
    for index in rest:
        message = "element %d is not expected, %s" % (index, sizes)
        yield Difference(child(at, index), "extra", message, None, answer[index])


def _assign(expected: int, candidates: list[list[int]], visited: set[int], owner: dict[int, int]) -> bool:
    """Finds a partner, moving earlier ones to others where that helps (an augmenting path)."""
    for candidate in candidates[expected]:
        if candidate in visited:
            continue
        visited.add(candidate)
        if candidate not in owner or _assign(owner[candidate], candidates, visited, owner):
            owner[candidate] = expected
            return True
    return False


def _one_of(operand: list[Any], answer: Any, at: str, uneven: float) -> Differences:
    if any(_matches(alternative, answer) for alternative in operand):
        return
    # The only one that departs least, of those that look into the answer.
    nearest, least = None, leaves_of(answer)
    for alternative in operand if uneven != _DECIDING else ():
        count = _count(alternative, answer, uneven) if _looks_into(alternative, answer) else math.inf
        if count <= least:
            nearest, least = (alternative if count < least else None), count
    if nearest is None:
        yield Difference(at, "other value", "matches none of the %d alternatives" % len(operand), {"$oneOf": operand},
                         answer)
        return
    for one in _compared(nearest, answer, at, uneven):
        yield one._replace(message="%s, in the nearest of %d alternatives" % (one.message, len(operand)))


def _looks_into(expectation: Any, answer: Any) -> bool:
    key = matcher_of(expectation)
    wanted = {None: type(expectation), "$subset": dict, "$unordered": list}.get(key)
    return isinstance(answer, (dict, list)) and type(answer) is wanted


def _json_text(operand: Any, answer: str, at: str, uneven: float) -> Differences:
    expectation = {"$json": operand}
    try:
        inner = parsed(answer)
    except NotJson:
        yield Difference(at, "other value", "the string does not hold JSON", expectation, answer)
        return
    for one in _compared(operand, inner, "", uneven):
        message = "inside the JSON text%s: %s" % (" at " + one.pointer if one.pointer else "", one.message)
        yield Difference(at, one.kind, message, expectation, answer, one.pointer)


# What a matcher asks of the type of a value, of the value, and of what is in it.
_OF_TYPES = {"$match": (str, "a string"), "$trimEnd": (str, "a string"), "$subset": (dict, "an object"),
             "$json": (str, "a string holding JSON"), "$unordered": (list, "an array")}
_OF_VALUES = {
    "$match": (lambda operand, answer: pattern_of(operand).fullmatch(answer),  # type: ignore[union-attr]
               "the string does not match the pattern"),
    "$trimEnd": (lambda operand, answer: operand.rstrip(_WHITE) == answer.rstrip(_WHITE),
                 "the strings differ before their trailing white space"),
    "$nonEmpty": (lambda operand, answer: isinstance(answer, (str, list, dict)) and answer,
                  "expected a non-empty string, array or object"),
    "$literal": (same_json, "the values differ")}
_OF_PARTS = {"$subset": _members, "$json": _json_text, "$oneOf": _one_of, "$unordered": _unordered}


def _matched(key: str, expectation: dict[str, Any], answer: Any, at: str, uneven: float) -> Differences:
    operand = expectation[key]
    if key == "$type":
        if operand not in kind_of(answer)[1:]:
            yield _other_type(at, "type " + operand, expectation, answer)
    elif key in _OF_TYPES and not isinstance(answer, _OF_TYPES[key][0]):
        yield _other_type(at, _OF_TYPES[key][1], operand if key == "$unordered" else expectation, answer)
    elif key in _OF_PARTS:
        yield from _OF_PARTS[key](operand, answer, at, uneven)
    else:
        fits, problem = _OF_VALUES[key]
        if not fits(operand, answer):
            yield Difference(at, "other value", problem, expectation, answer)
