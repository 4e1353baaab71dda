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


def _without_unset(value: Any, shape: dict[str, Any]) -> Any:
    """A copy of an object, or of each in a list, without members that say that nothing is set."""
    if isinstance(value, list):
        return [_without_unset(element, shape) if isinstance(element, dict) else element for element in value]
    if not isinstance(value, dict):
        return value
    unset, inner = shape.get("unset"), shape.get("members", {})
    return {key: _without_unset(member, inner[key]) if key in inner else member for key, member in value.items()
            if unset is None or not (member is None or (key in unset and same_json(member, unset[key])))}


# An event whose result is one text, which is the same as that text.
_TEXT = {"$subset": {"kind": "text", "value": {"$type": "string"}}}
_ONE_TEXT = {"$subset": {"type": "tool_result", "data": {"$subset": {"result": {"$subset": {"parts": [_TEXT]}}}}}}


def _as_compared(step: dict[str, Any], reply: Reply) -> Reply:
    """Without what runtimes may show or leave out: members that are not set, events of type `status`, which go without
    saying, and a `messages_updated` that repeats the event before it; with the text for a result of one text."""
    answer = _without_unset(reply.answer(), step["shape"])
    if isinstance(answer, dict) and isinstance(answer.get("events"), list):
        events: list[Any] = []
        for event in answer["events"]:
            kind = event.get("type") if isinstance(event, dict) else None
            is_repeated = kind == "messages_updated" and events and same_json(event, events[-1])
            if not is_repeated and (step["namesStatus"] or kind != "status"):
                if not differences(_ONE_TEXT, event):
                    text = event["data"]["result"]["parts"][0]["value"]
                    event = {**event, "data": {**event["data"], "result": text}}
                events.append(event)
        answer = {**answer, "events": events}
    return reply if answer is None else reply.with_answer(answer)


def failed(detail: str, found: list[Difference], below: str = "") -> Judgement:
    """A pass when nothing differs."""
    moved = [one._replace(pointer=below + one.pointer) for one in found]
    return Judgement("fail", detail, moved) if moved else Judgement()


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


def _with_requests(judged: Judgement, expected: Optional[list[Any]], seen: Optional[list[Any]]) -> Judgement:
    """The judgement of an answer, with what is to be said of the requests that a provider saw."""
    if expected is None or seen is None or not (judged.status == "pass" or judged.differences):
        return judged
    found = differences([{"$subset": request} for request in expected], seen)
    return both(judged, failed("the requests that the mock provider saw differ", found, "/requests"))


def _distance(judged: Judgement) -> float:
    ended = not judged.differences or any(one.kind == "other ending" for one in judged.differences)
    return math.inf if ended else len(judged.differences)


def judge(step: dict[str, Any], profile: str, given: Reply, seen: Optional[list[Any]] = None) -> Judgement:
    """How a reply comes out, by the first reading it meets of those that the step accepts in the profile, or by the
    nearest; with the requests that a provider saw, if there was one, which alone may tell readings apart."""
    reply, expect, accepted = _as_compared(step, given), step["expect"], step["accepted"]
    outcomes = expect.get("readings", {"": expect})

    def with_requests(reading: str, judged: Judgement) -> Judgement:
        return _with_requests(judged, outcomes[reading].get("requests", expect.get("requests")), seen)

    judged = {name: _judge_outcome(outcomes[name], reply) for name in accepted.get(profile, [""])}
    passing = [with_requests(name, one._replace(reading=name)) for name, one in judged.items() if one.status == "pass"]
    if passing:
        return next((one for one in passing if one.status == "pass"), passing[0])
    nearest = min(judged, key=lambda name: _distance(judged[name]))
    told = judged[nearest].detail
    if len(judged) > 1:
        told += " (in none of the %d accepted readings; nearest is %s)" % (len(judged), nearest)
    for one in accepted.get("departures", []) if profile == "lenient" else ():
        if _judge_outcome(outcomes[one["name"]], reply).status == "pass":
            told += "; the profile live accepts it (%s, %s)" % (one["decision"], one["name"])
            break
    return with_requests(nearest, judged[nearest]._replace(detail=told))
