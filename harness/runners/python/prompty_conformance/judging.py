"""Holds a reply against what a step of a vector expects, as harness/judge/verdict does."""

import math
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .json_text import same_json
from .matching import Difference, differences


class Reply(NamedTuple):
    status: str  # "result", "error", or without an end of its own "fail" and "timeout"
    value: Any = None
    items: List[Any] = []
    detail: str = ""


class Judgement(NamedTuple):
    status: str = "pass"
    detail: str = ""
    differences: List[Difference] = []
    reading: str = ""
    nearest: str = ""  # of accepted readings that which failed least


PASSED = Judgement()
# What says by null, or by a value, that nothing is set (None where null says something), and members with shapes of
# their own.
Shape = Tuple[Optional[Dict[str, Any]], Dict[str, Any]]
_PLAIN: Shape = ({}, {})
_PROPERTY: Shape = ({"required": False}, {})
_TOOL: Shape = ({"strict": False}, {"parameters": _PROPERTY, "connection": _PLAIN})
_MODEL: Shape = ({}, {"connection": _PLAIN, "options": _PLAIN})
_TEMPLATE: Shape = ({}, {"format": _PLAIN, "parser": _PLAIN})
_AGENT: Shape = ({}, {"model": _MODEL, "inputs": _PROPERTY, "outputs": _PROPERTY, "tools": _TOOL,
                      "template": _TEMPLATE})
_MESSAGE: Shape = ({"metadata": {}}, {"content": _PLAIN})
_ANSWERS: Dict[str, Shape] = {"load": _AGENT, "parse": _MESSAGE, "prepare": _MESSAGE,
                              "turn": (None, {"messages": _MESSAGE})}


def _cleaned(value: Any, shape: Shape) -> Any:
    """A copy of an object, or of each in a list, without what goes without saying."""
    if isinstance(value, list):
        return [_cleaned(element, shape) if isinstance(element, dict) else element for element in value]
    if not isinstance(value, dict):
        return value
    unset, inner = shape
    return {key: _cleaned(member, inner[key]) if key in inner else member for key, member in value.items()
            if unset is None or not (member is None or (key in unset and same_json(member, unset[key])))}


def without_unset(operation: str, reply: Reply) -> Reply:
    """Without members by which nothing is said, which runtimes may show or leave out (replay.hpp)."""
    shape = _ANSWERS.get(operation)
    if shape is None:
        return reply
    if reply.status == "result":
        return reply._replace(value=_cleaned(reply.value, shape))
    has_partial = reply.status == "error" and "partial" in reply.value
    partial = {"partial": _cleaned(reply.value["partial"], shape)} if has_partial else {}
    return reply._replace(value={**reply.value, **partial}) if partial else reply


def _names_status(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value == "status" or any(map(_names_status, inner))


def _without_ignored_events(expect: Dict[str, Any], reply: Reply) -> Reply:
    """`status` goes without saying, and a `messages_updated` that repeats the event before it is one with it."""
    answer = reply.value.get("partial") if reply.status == "error" else reply.value
    if not (isinstance(answer, dict) and isinstance(answer.get("events"), list)):
        return reply
    outcomes = expect.get("readings", {"": expect}).values()
    names_it = any(_names_status([one.get("value"), one.get("error", {}).get("partial")]) for one in outcomes)
    events: List[Any] = []
    for event in answer["events"]:
        kind = event.get("type") if isinstance(event, dict) else None
        is_repeated = kind == "messages_updated" and events and same_json(event, events[-1])
        if not is_repeated and (names_it or kind != "status"):
            events.append(event)
    told = {**answer, "events": events}
    return reply._replace(value={**reply.value, "partial": told} if reply.status == "error" else told)


def failed(detail: str, found: Sequence[Difference], below: str = "") -> Judgement:
    """A pass when nothing differs."""
    moved = [one._replace(pointer=below + one.pointer) for one in found]
    return Judgement("fail", detail, moved) if moved else PASSED


def both(first: Judgement, second: Judgement) -> Judgement:
    if "pass" in (first.status, second.status):
        return first if second.status == "pass" else second
    return first._replace(differences=first.differences + second.differences)


def _judge_error(expected: Dict[str, Any], raised: Dict[str, Any]) -> Judgement:
    def of(member: str, detail: str) -> Judgement:
        found = differences(expected[member], raised[member]) if member in expected else []
        return failed(detail, found, "/" + member)

    judged = both(of("kind", "another kind of error was raised"), of("message", "the error has another message"))
    lacking = expected.get("messageContains", "")
    if lacking not in raised["message"]:
        differs = Difference("/message", "other value", "the text is not in the message", lacking, raised["message"])
        judged = both(judged, failed("the error message lacks a text", [differs]))
    if "partial" not in expected or "partial" in raised:
        return both(judged, of("partial", "the error carries another partial result"))
    missing = Difference("/partial", "missing", 'member "partial" is missing', expected["partial"], raised)
    return both(judged, failed("the error carries no partial result", [missing]))


def _judge_ending(expected: Dict[str, Any], reply: Reply) -> Judgement:
    if reply.status == "error" and "error" in expected:
        return _judge_error(expected["error"], reply.value)
    if reply.status == "error":
        message, wanted = "an error instead of a value", expected["value"]
        detail = "an error was raised, a value was expected"
    elif "error" in expected:
        message, detail = "a value instead of an error", "a value was returned, an error was expected"
        wanted = {key: member for key, member in expected["error"].items() if key != "partial"}
    else:
        return failed("the answer differs", differences(expected["value"], reply.value))
    return failed(detail, [Difference("", "other ending", message, wanted, reply.value)])


def _judge_items(expected: Optional[Any], reply: Reply) -> Judgement:
    holder = reply.value.get("partial") if reply.status == "error" else reply.value
    listed = holder["items"] if isinstance(holder, dict) and "items" in holder else reply.items
    if reply.items:
        found = differences({"$literal": reply.items}, listed)
        if found:
            return failed("the items of the answer are not those that were delivered", found, "/items")
    if expected is None:
        return PASSED
    return failed("other items were delivered", differences(expected, reply.items or listed), "/items")


def _span_differences(expected: List[Any], spans: Any) -> List[Difference]:
    joined: List[Any] = []
    for span in spans if isinstance(spans, list) else []:
        # Who opens a span around a call whose function opens one as well has recorded one call.
        is_part = isinstance(span, dict) and "name" in span and span.get("parent") == span["name"]
        named = [one for one in joined if is_part and isinstance(one, dict) and one.get("name") == span["name"]]
        if not named:
            joined.append(dict(span) if isinstance(span, dict) else span)
        elif isinstance(span.get("attributes"), dict) and isinstance(named[-1].get("attributes", {}), dict):
            named[-1]["attributes"] = {**span["attributes"], **named[-1].get("attributes", {})}
    names = [wanted["name"] for wanted in expected]
    told = [span for span in joined if not isinstance(span, dict) or span.get("name", names[0]) in names]
    return differences([{"$subset": span} for span in expected], told if isinstance(spans, list) else spans)


def _judge_outcome(expected: Dict[str, Any], reply: Reply) -> Judgement:
    if reply.status not in ("result", "error"):
        return Judgement(reply.status, reply.detail)
    shows_spans = "spans" in expected and isinstance(reply.value, dict) and "spans" in reply.value
    shown = {key: member for key, member in reply.value.items() if key != "spans"} if shows_spans else reply.value
    untraced = reply._replace(value=shown)
    judged = both(_judge_ending(expected, untraced), _judge_items(expected.get("items"), untraced))
    if shows_spans:
        found = _span_differences(expected["spans"], reply.value["spans"])
        return both(judged, failed("other spans were recorded", found, "/spans"))
    lacking = Judgement("fail", "the answer shows no spans although they were requested")
    return both(judged, lacking) if "spans" in expected else judged


def _distance(judged: Judgement) -> float:
    ended = not judged.differences or any(one.kind == "other ending" for one in judged.differences)
    return math.inf if ended else len(judged.differences)


def judge(expect: Dict[str, Any], accepted: Dict[str, Any], profile: str, given: Reply) -> Judgement:
    """How a reply comes out, by the first reading it meets of those `accepted` in the profile, or by the nearest."""
    reply = _without_ignored_events(expect, given) if given.status in ("result", "error") else given
    if "readings" not in expect:
        return _judge_outcome(expect, reply)
    among = " (in none of the %d accepted readings; nearest is %s)"
    failures = []
    readings = accepted[profile]
    for reading in readings:
        judged = _judge_outcome(expect["readings"][reading], reply)
        if judged.status == "pass":
            return judged._replace(reading=reading)
        told = judged.detail + (among % (len(readings), reading) if len(readings) > 1 else "")
        failures.append(judged._replace(nearest=reading, detail=told))
    nearest = min(failures, key=_distance)
    for one in accepted.get("departures", []) if profile == "lenient" else ():
        if _judge_outcome(expect["readings"][one["name"]], reply).status == "pass":
            told = "; the profile live accepts it (%s, %s)" % (one["decision"], one["name"])
            return nearest._replace(detail=nearest.detail + told)
    return nearest


def outcome_of(expect: Dict[str, Any], judged: Judgement) -> Dict[str, Any]:
    """What is expected by the reading that passed or is the nearest."""
    return expect.get("readings", {}).get(judged.reading or judged.nearest, expect)
