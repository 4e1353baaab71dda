"""What goes wrong in the runtime fails its own test alone, and says what it is."""

import asyncio
import decimal
import re
import threading
import time

import pytest

from prompty_conformance import Conformance, Failed

VECTOR = {"operation": "split", "given": {"text": "a"}, "expect": {"value": {"body": "a"}}}


def forever(_):
    while True:
        pass


def swallowing(_):
    while True:
        try:
            time.sleep(60)
        except Exception:
            pass


async def waiting(_):
    await asyncio.sleep(60)


def backtracking(_):
    return re.fullmatch("(a+)+b", "a" * 60)


@pytest.mark.parametrize("function, where", [(forever, "in forever"), (swallowing, "in swallowing"),
                                             (waiting, "in waiting"), (backtracking, "in backtracking")])
def test_a_hang_fails_its_test_alone(small_corpus, function, where):
    functions = iter([function])
    suite = Conformance({"split": lambda params: next(functions, lambda _: {"body": "a"})(params)},
                        corpus=small_corpus(VECTOR, VECTOR), timeout=0.3)
    began = time.monotonic()
    (late,), (passed,) = map(suite.play, suite.vectors)
    assert time.monotonic() - began < 5
    assert (late["status"], late["detail"]) == ("timeout", "split gave no answer within 300 ms")
    assert where in late["stderr"]
    assert passed["status"] == "pass"


def test_a_hang_outside_of_the_main_thread(small_corpus):
    suite = Conformance({"split": forever}, corpus=small_corpus(VECTOR), timeout=0.3)
    played = []
    thread = threading.Thread(target=lambda: played.extend(suite.play(suite.vectors[0])), daemon=True)
    thread.start()
    thread.join(10)
    assert [line["status"] for line in played] == ["timeout"]


def test_an_error_that_is_mapped_to_nothing_fails_its_test_alone(small_corpus):
    answers = iter([KeyError("prompt"), SystemExit(3), RecursionError("too deep"), None])

    def split(_):
        error = next(answers)
        if error is not None:
            raise error
        return {"body": "a"}

    suite = Conformance({"split": split}, {ValueError: "ValueError"}, corpus=small_corpus(*[VECTOR] * 4))
    with pytest.raises(Failed, match="split raised KeyError, which errors maps to no kind: 'prompt'") as raised:
        suite.check(suite.vectors[0])
    assert isinstance(raised.value.__cause__, KeyError)
    assert "test_runtime_faults.py" in str(raised.value)
    assert [suite.play(vector)[0]["status"] for vector in suite.vectors[1:]] == ["fail", "fail", "pass"]


def test_an_error_that_nobody_mapped_is_not_what_is_expected(small_corpus):
    vector = {"operation": "split", "given": {"text": "a"}, "expect": {"error": {}}}

    def split(params):
        return params["txet"]

    assert Conformance({"split": split}, corpus=small_corpus(vector)).play(
        Conformance({"split": split}, corpus=small_corpus(vector)).vectors[0])[0]["status"] == "fail"


class Mine(Exception):
    """An error of a runtime."""


class Nearer(Mine):
    """A case of it."""


class Named(Exception):
    """An error that says its kind itself."""

    kind = "InvokerError"


@pytest.mark.parametrize("error, errors, kind", [
    (Mine("x"), {Mine: "ValueError"}, "ValueError"), (Nearer("x"), {Mine: "ValueError"}, "ValueError"),
    (Nearer("x"), {Mine: "ValueError", Nearer: "ExecuteError"}, "ExecuteError"), (Named("x"), None, "InvokerError"),
    (Mine("x"), {Exception: lambda error: {"kind": "RuntimeError", "message": str(error)}}, "RuntimeError"),
    (Mine("x"), {Mine: lambda error: {"kind": "ConnectionError", "message": "x"}}, "ConnectionError")])
def test_errors_have_the_kind_of_the_nearest_class(small_corpus, error, errors, kind):
    vector = {"operation": "split", "given": {"text": "a"}, "expect": {"error": {"kind": kind, "message": "x"}}}

    def split(_):
        raise error

    suite = Conformance({"split": split}, errors, corpus=small_corpus(vector))
    assert suite.play(suite.vectors[0])[0]["status"] == "pass"


def test_what_was_done_before_an_error_is_judged(small_corpus):
    vector = {"operation": "process_stream", "given": {"chunks": []},
              "expect": {"error": {"kind": "ValueError", "partial": {"items": ["a"]}}, "items": ["a"]}}

    def stream(_):
        error = Mine("broken")
        error.partial = ["a"]
        raise error

    suite = Conformance({"process_stream": stream}, {Mine: "ValueError"}, corpus=small_corpus(vector))
    assert suite.play(suite.vectors[0])[0]["status"] == "pass"


@pytest.mark.parametrize("answer, said", [
    ({"body": decimal.Decimal(1)}, "split returned what is no JSON: a value of the class Decimal at /body"),
    ({"a": [1, {2: 3}]}, "split returned what is no JSON: a member whose name is of the class int at /a/1/2"),
    ({"a/b": float("nan")}, "split returned what is no JSON: a number that is not finite at /a~1b"),
    (b"bytes", 'split returned what is no JSON: a value of the class bytes at ""'),
    ([10**400], "split returned what is no JSON: a number that is not finite at /0"),
    ({"a": "\ud800"}, "split returned what is no JSON: half a character at /a"),
    ({"\ud800": 1}, "split returned what is no JSON: half a character at /\ud800")])
def test_an_answer_that_is_no_json_is_named(small_corpus, answer, said):
    suite = Conformance({"split": lambda params: answer}, corpus=small_corpus(VECTOR))
    line, = suite.play(suite.vectors[0])
    assert (line["status"], line["detail"]) == ("fail", said)


def test_an_answer_without_an_end_is_no_json(small_corpus):
    endless = []
    endless.append(endless)
    suite = Conformance({"split": lambda params: endless}, corpus=small_corpus(VECTOR))
    assert "more than 512 levels" in suite.play(suite.vectors[0])[0]["detail"]
