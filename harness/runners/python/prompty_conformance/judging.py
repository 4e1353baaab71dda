"""Holds a reply against what a step of a vector expects, as harness/judge/verdict does."""

import math
from typing import Any, NamedTuple, Optional

from .json_text import same_json
from .matching import Difference, differences


class Reply(NamedTuple):
    """How a call ended: with a result, or with an error as `ErrorData` of the protocol has it."""

    is_error: bool
    value: Any
    items: list[Any]

    def answer(self) -> Any:
        """The result, or what was done before the error; None when that is not told."""
        return self.value.get("partial") if self.is_error else self.value

    def with_answer(self, answer: Any) -> "Reply":
        return self._replace(value={**self.value, "partial": answer} if self.is_error else answer)


class Judgement(NamedTuple):
    status: str = "pass"
    detail: str = ""
    differences: list[Difference] = []
    reading: str = ""
    nearest: str = ""  # of accepted readings that which failed least


PASSED = Judgement()
# What says by null, or by a value, that nothing is set (None where null says something), and members with shapes of
# their own.
Shape = tuple[Optional[dict[str, Any]], dict[str, Any]]
_PLAIN: Shape = ({}, {})
_PROPERTY: Shape = ({"required": False}, {})
_TOOL: Shape = ({"strict": False}, {"parameters": _PROPERTY, "connection": _PLAIN})
_MODEL: Shape = ({}, {"connection": _PLAIN, "options": _PLAIN})
_TEMPLATE: Shape = ({}, {"format": _PLAIN, "parser": _PLAIN})
_AGENT: Shape = ({}, {"model": _MODEL, "inputs": _PROPERTY, "outputs": _PROPERTY, "tools": _TOOL,
                      "template": _TEMPLATE})
_MESSAGE: Shape = ({"metadata": {}}, {"content": _PLAIN})
_ANSWERS = {"load": _AGENT, "parse": _MESSAGE, "prepare": _MESSAGE, "turn": (None, {"messages": _MESSAGE})}


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
    answer = reply.answer()
    if operation not in _ANSWERS or answer is None:
        return reply
    return reply.with_answer(_cleaned(answer, _ANSWERS[operation]))


def _names_status(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value == "status" or any(map(_names_status, inner))


# An event whose result is one text, which is the same as that text.
_ONE_TEXT = {"$subset": {"data": {"$subset": {"result": {"$subset": {"parts": [{"$subset": {"kind": "text"}}]}}}}}}


def _with_compared_events(expect: dict[str, Any], reply: Reply) -> Reply:
    """`status` goes without saying, a `messages_updated` that repeats the event before it is one with it, and a result
    of one text is that text."""
    answer = reply.answer()
    if not (isinstance(answer, dict) and isinstance(answer.get("events"), list)):
        return reply
    outcomes = expect.get("readings", {"": expect}).values()
    names_it = any(_names_status([one.get("value"), one.get("error", {}).get("partial")]) for one in outcomes)
    events: list[Any] = []
    for event in answer["events"]:
        kind = event.get("type") if isinstance(event, dict) else None
        is_repeated = kind == "messages_updated" and events and same_json(event, events[-1])
        if not is_repeated and (names_it or kind != "status"):
            if not differences(_ONE_TEXT, event):
                event = {**event, "data": {**event["data"], "result": event["data"]["result"]["parts"][0].get("value")}}
            events.append(event)
    return reply.with_answer({**answer, "events": events})


def failed(detail: str, found: list[Difference], below: str = "") -> Judgement:
    """A pass when nothing differs."""
    moved = [one._replace(pointer=below + one.pointer) for one in found]
    return Judgement("fail", detail, moved) if moved else PASSED


def both(first: Judgement, second: Judgement) -> Judgement:
    if "pass" in (first.status, second.status):
        return first if second.status == "pass" else second
    return first._replace(differences=first.differences + second.differences)


def _judge_error(expected: dict[str, Any], raised: dict[str, Any]) -> Judgement:
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


def _judge_ending(expected: dict[str, Any], reply: Reply) -> Judgement:
    if reply.is_error and "error" in expected:
        return _judge_error(expected["error"], reply.value)
    if reply.is_error:
        message, wanted = "an error instead of a value", expected["value"]
        detail = "an error was raised, a value was expected"
    elif "error" in expected:
        message, detail = "a value instead of an error", "a value was returned, an error was expected"
        wanted = {key: member for key, member in expected["error"].items() if key != "partial"}
    else:
        return failed("the answer differs", differences(expected["value"], reply.value))
    return failed(detail, [Difference("", "other ending", message, wanted, reply.value)])


def _judge_items(expected: Optional[Any], reply: Reply) -> Judgement:
    answer = reply.answer()
    listed = answer["items"] if isinstance(answer, dict) and "items" in answer else reply.items
    found = differences({"$literal": reply.items}, listed) if reply.items else []
    if found or expected is None:
        return failed("the items of the answer are not those that were delivered", found, "/items")
    return failed("other items were delivered", differences(expected, reply.items or listed), "/items")


def _span_differences(expected: list[Any], spans: Any) -> list[Difference]:
    joined: list[Any] = []
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


def _judge_outcome(expected: dict[str, Any], reply: Reply) -> Judgement:
    shows_spans = "spans" in expected and isinstance(reply.value, dict) and "spans" in reply.value
    if shows_spans:
        spans = reply.value["spans"]
        reply = reply._replace(value={key: member for key, member in reply.value.items() if key != "spans"})
    judged = both(_judge_ending(expected, reply), _judge_items(expected.get("items"), reply))
    if shows_spans:
        return both(judged, failed("other spans were recorded", _span_differences(expected["spans"], spans), "/spans"))
    lacking = Judgement("fail", "the answer shows no spans although they were requested")
    return both(judged, lacking) if "spans" in expected else judged


def _distance(judged: Judgement) -> float:
    ended = not judged.differences or any(one.kind == "other ending" for one in judged.differences)
    return math.inf if ended else len(judged.differences)


def judge(expect: dict[str, Any], accepted: dict[str, Any], profile: str, given: Reply) -> Judgement:
    """How a reply comes out, by the first reading it meets of those `accepted` in the profile, or by the nearest."""
    reply = _with_compared_events(expect, given)
    if "readings" not in expect:
        return _judge_outcome(expect, reply)
    readings = accepted[profile]
    judged = [_judge_outcome(expect["readings"][reading], reply)._replace(nearest=reading) for reading in readings]
    for one in judged:
        if one.status == "pass":
            return one._replace(reading=one.nearest)
    nearest = min(judged, key=_distance)
    told = nearest.detail
    if len(readings) > 1:
        told += " (in none of the %d accepted readings; nearest is %s)" % (len(readings), nearest.nearest)
    for one in accepted.get("departures", []) if profile == "lenient" else ():
        if _judge_outcome(expect["readings"][one["name"]], reply).status == "pass":
            told += "; the profile live accepts it (%s, %s)" % (one["decision"], one["name"])
            break
    return nearest._replace(detail=told)


def outcome_of(expect: dict[str, Any], judged: Judgement) -> dict[str, Any]:
    """What is expected by the reading that passed or is the nearest."""
    return expect.get("readings", {}).get(judged.reading or judged.nearest, expect)
