"""The matching language of the vectors: an expectation is held against an answer, both as values that `json` knows.

The rules are those of vectors/README.md, "The matching language"; what is behind the first difference is found as the
harness finds it, so that both tell the same.
"""

import re
from functools import lru_cache
from itertools import product
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

from .json_text import TYPES, NotJson, child, has_type, leaves_of, parsed, same_json, type_name

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


def differences(expectation: Any, answer: Any) -> List[Difference]:
    """Every difference, in the order of the expectation; an expectation that is a mistake never matches."""
    if not is_well_formed(expectation):
        return [Difference("", "malformed", "the expectation is malformed", expectation, answer)]
    return _Comparison().of(expectation, answer)


class _Differs(Exception):
    """An answer does not match, and nobody asks where."""


def _matches(expectation: Any, answer: Any) -> bool:
    try:
        _Comparison(decides=True).compare(expectation, answer, "")
    except _Differs:
        return False
    return True


class _Comparison:
    """Finds the differences, or, when it only decides, raises _Differs at the first."""

    def __init__(self, uneven: int = 0, decides: bool = False) -> None:
        self.uneven = uneven  # how many lists of other lengths than expected are being compared
        self.decides = decides
        self.found: List[Difference] = []

    def of(self, expectation: Any, answer: Any) -> List[Difference]:
        self.compare(expectation, answer, "")
        return self.found

    def _count(self, expectation: Any, answer: Any) -> int:
        return len(_Comparison(self.uneven + 1).of(expectation, answer))

    def _add(self, kind: str, at: str, message: str, expected: Any, got: Any, inside: str = "") -> None:
        if self.decides:
            raise _Differs
        self.found.append(Difference(at, kind, message, expected, got, inside))

    def _add_type(self, at: str, wanted: str, expected: Any, got: Any) -> None:
        self._add("other type", at, "expected %s, got %s" % (wanted, type_name(got)), expected, got)

    def compare(self, expectation: Any, answer: Any, at: str) -> None:
        key = matcher_of(expectation)
        if key is not None:
            self._matcher(key, expectation, answer, at)
        elif isinstance(expectation, list):
            self._list(expectation, answer, at)
        elif isinstance(expectation, dict) and not isinstance(answer, dict):
            self._add_type(at, "an object", expectation, answer)
        elif isinstance(expectation, dict):
            self._members(expectation, answer, at)
            for key in answer:
                if key not in expectation:
                    message = 'member "%s" is not expected' % key
                    self._add("extra", child(at, key), message, {"$absent": True}, answer[key])
        elif not same_json(expectation, answer):
            kind = "other value" if type_name(expectation) == type_name(answer) else "other type"
            self._add(kind, at, "the values differ", expectation, answer)

    def _members(self, members: Dict[str, Any], answer: Dict[str, Any], at: str) -> None:
        for key, expected in members.items():
            if is_matcher(expected, "$absent"):
                if key in answer:
                    self._add("extra", child(at, key), 'member "%s" must be absent' % key, expected, answer[key])
            elif key in answer:
                inner = expected["$optional"] if is_matcher(expected, "$optional") else expected
                self.compare(inner, answer[key], child(at, key))
            elif not is_matcher(expected, "$optional"):
                self._add("missing", child(at, key), 'member "%s" is missing' % key, expected, None)

    def _list(self, expectation: List[Any], answer: Any, at: str) -> None:
        if not isinstance(answer, list):
            return self._add_type(at, "an array", expectation, answer)
        if len(expectation) == len(answer):
            for index, expected in enumerate(expectation):
                self.compare(expected, answer[index], child(at, index))
            return None
        if self.decides:
            raise _Differs
        sizes = "expected %d elements, got %d" % (len(expectation), len(answer))
        wanted = place = _equal_beginning(expectation, answer)
        end = _equal_beginning(expectation[wanted:][::-1], answer[place:][::-1])
        steps = self._steps(expectation[wanted:len(expectation) - end], answer[place:len(answer) - end])
        self.uneven += 1
        for step in steps:
            here = child(at, place)
            if step == "pair":
                self.compare(expectation[wanted], answer[place], here)
            elif step == "missing":
                self._add(step, here, "element %d is missing, %s" % (wanted, sizes), expectation[wanted], None)
            else:
                self._add(step, here, "element %d is not expected, %s" % (place, sizes), None, answer[place])
            wanted, place = wanted + (step != "extra"), place + (step != "missing")
        self.uneven -= 1
        return None

    def _steps(self, expected: List[Any], got: List[Any]) -> List[str]:
        """Through two lists so that they differ least; an element alone costs all its leaves, and one more."""
        if self.uneven >= _MOST_ALIGNED_LEVELS or len(expected) * len(got) > _MOST_ALIGNMENTS:
            paired = min(len(expected), len(got))
            return ["pair"] * paired + ["missing"] * (len(expected) - paired) + ["extra"] * (len(got) - paired)
        best: Dict[Tuple[int, int], Tuple[int, str]] = {}
        row = column = 0
        for row, column in product(range(len(expected) + 1), range(len(got) + 1)):
            offers = []
            if row and column:
                counted = self._count(expected[row - 1], got[column - 1])
                offers.append((best[row - 1, column - 1][0] + counted, "pair"))
            if row:
                offers.append((best[row - 1, column][0] + leaves_of(expected[row - 1]) + 1, "missing"))
            if column:
                offers.append((best[row, column - 1][0] + leaves_of(got[column - 1]) + 1, "extra"))
            best[row, column] = min(offers, key=lambda offer: offer[0], default=(0, ""))
        steps: List[str] = []
        while row or column:
            steps.insert(0, best[row, column][1])
            row, column = row - (steps[0] != "extra"), column - (steps[0] != "missing")
        return steps

    def _unordered(self, operand: List[Any], answer: List[Any], at: str) -> None:
        if self.decides and len(operand) != len(answer):
            raise _Differs
        sizes = "expected %d elements in any order, got %d" % (len(operand), len(answer))
        candidates = [[index for index, got in enumerate(answer) if _matches(expected, got)] for expected in operand]
        owner: Dict[int, int] = {}
        unmet = [index for index in range(len(operand)) if not _assign(index, candidates, set(), owner)]
        rest = [index for index in range(len(answer)) if index not in owner]
        for index in unmet:
            expected, here = operand[index], child(at, index)
            count, partner = min(((self._count(expected, answer[place]), place) for place in rest), default=(0, -1))
            if partner < 0 or count > leaves_of(expected):
                self._add("missing", here, "element %d is missing, %s" % (index, sizes), expected, None)
            else:
                rest.remove(partner)
                self.compare(expected, answer[partner], child(at, partner))
        for index in rest:
            self._add("extra", child(at, index), "element %d is not expected, %s" % (index, sizes), None, answer[index])

    def _one_of(self, operand: List[Any], answer: Any, at: str) -> None:
        if any(_matches(alternative, answer) for alternative in operand):
            return
        # The only one that departs least, of those that look into the answer.
        nearest, least = None, leaves_of(answer)
        for alternative in [] if self.decides else [one for one in operand if _looks_into(one, answer)]:
            count = self._count(alternative, answer)
            if count <= least:
                nearest, least = (alternative if count < least else None), count
        if nearest is None:
            message = "matches none of the %d alternatives" % len(operand)
            return self._add("other value", at, message, {"$oneOf": operand}, answer)
        for one in _Comparison(self.uneven).of(nearest, answer):
            message = "%s, in the nearest of %d alternatives" % (one.message, len(operand))
            self.found.append(one._replace(message=message, pointer=at + one.pointer))
        return None

    def _json_text(self, operand: Any, answer: str, at: str) -> None:
        expectation = {"$json": operand}
        try:
            inner = parsed(answer)
        except NotJson:
            return self._add("other value", at, "the string does not hold JSON", expectation, answer)
        for one in _Comparison(self.uneven, self.decides).of(operand, inner):
            message = "inside the JSON text%s: %s" % (" at " + one.pointer if one.pointer else "", one.message)
            self._add(one.kind, at, message, expectation, answer, one.pointer)
        return None

    def _matcher(self, key: str, expectation: Dict[str, Any], answer: Any, at: str) -> None:
        operand = expectation[key]
        wanted = {"$match": (str, "a string"), "$trimEnd": (str, "a string"), "$subset": (dict, "an object"),
                  "$json": (str, "a string holding JSON"), "$unordered": (list, "an array")}.get(key)
        problem = ""
        if wanted and not isinstance(answer, wanted[0]):
            self._add_type(at, wanted[1], operand if key == "$unordered" else expectation, answer)
        elif key == "$type" and not has_type(answer, operand):
            self._add_type(at, "type " + operand, expectation, answer)
        elif key in ("$subset", "$json", "$oneOf", "$unordered"):
            {"$subset": self._members, "$json": self._json_text, "$oneOf": self._one_of,
             "$unordered": self._unordered}[key](operand, answer, at)
        elif key == "$match" and not pattern_of(operand).fullmatch(answer):  # type: ignore[union-attr]
            problem = "the string does not match the pattern"
        elif key == "$trimEnd" and operand.rstrip(_WHITE) != answer.rstrip(_WHITE):
            problem = "the strings differ before their trailing white space"
        elif key == "$nonEmpty" and not (isinstance(answer, (str, list, dict)) and answer):
            problem = "expected a non-empty string, array or object"
        elif key == "$literal" and not same_json(operand, answer):
            problem = "the values differ"
        if problem:
            self._add("other value", at, problem, expectation, answer)


def _equal_beginning(expectation: List[Any], answer: List[Any]) -> int:
    pairs = enumerate(zip(expectation, answer))
    return next((at for at, pair in pairs if not _matches(*pair)), min(len(expectation), len(answer)))


def _assign(expected: int, candidates: List[List[int]], visited: Set[int], owner: Dict[int, int]) -> bool:
    """Finds a partner, moving earlier ones to others where that helps (an augmenting path)."""
    for candidate in candidates[expected]:
        if candidate in visited:
            continue
        visited.add(candidate)
        if candidate not in owner or _assign(owner[candidate], candidates, visited, owner):
            owner[candidate] = expected
            return True
    return False


def _looks_into(expectation: Any, answer: Any) -> bool:
    key = matcher_of(expectation)
    if key is not None:
        return (key == "$subset" and isinstance(answer, dict)) or (key == "$unordered" and isinstance(answer, list))
    return isinstance(expectation, (dict, list)) and type(expectation) is type(answer)
