"""The matching language: all cases of vectors/matching, and what only Python could read otherwise."""

import json
import warnings

import pytest
from conftest import SOURCE

from prompty_conformance import differences

CASES = {name: json.loads((SOURCE / "vectors" / "matching" / (name + ".json")).read_text("utf-8"))["cases"]
         for name in ("valid-pass", "valid-fail", "invalid")}


@pytest.mark.parametrize("case", CASES["valid-pass"], ids=lambda case: case["id"])
def test_what_matches(case):
    assert differences(case["expectation"], case["answer"]) == []


@pytest.mark.parametrize("case", CASES["valid-fail"], ids=lambda case: case["id"])
def test_what_differs(case):
    assert differences(case["expectation"], case["answer"])[0].pointer == case["pointer"]


@pytest.mark.parametrize("case", CASES["invalid"], ids=lambda case: case["id"])
def test_what_never_matches(case):
    found = differences(case["expectation"], case.get("answer"))
    assert [one.kind for one in found] == ["malformed"]


@pytest.mark.parametrize("expectation, answer", [
    (1, True), (0, False), (True, 1), ({"$type": "integer"}, True), ({"$type": "number"}, False),
    ({"$type": "integer"}, 1.0), (9007199254740993, 9007199254740992.0), ({"$match": "a.b"}, "a\nb"),
    ({"$match": r"\d"}, "\u0663"), ({"$match": r"\w"}, "\u00e9"), ({"$match": r"\s"}, "\v"),
    ({"$match": r"\s"}, "\u00a0"), ({"$match": r"\S"}, " "), ({"$match": r"[\s]"}, "\v"), ({"$match": "a"}, "a\n"),
    ({"$trimEnd": "a"}, "a\u00a0"),
    ({"$json": 1}, "NaN"), ({"$json": {"$type": "string"}}, '"\\ud800"'), ({"$json": {"$type": "number"}}, "1e400"),
    ({"$json": {"$type": "array"}}, "[" * 100000)])
def test_python_takes_it_for_the_same_and_it_is_not(expectation, answer):
    assert differences(expectation, answer)


@pytest.mark.parametrize("expectation, answer", [
    (1, 1.0), ({"a": 1.0}, {"a": 1}), ({"$match": r"[&&~~|]+"}, "&~|"), ({"$match": r"\S"}, "\u00e9"),
    ({"$match": r"\S"}, "\v"), ({"$match": r"[\S]"}, "\U0001f600"), ({"$json": [1]}, "\ufeff[1]"),
    ({"$json": {"$type": "number"}}, "123456789012345678901234567890"), ({"$trimEnd": "a"}, "a\v\f\r\n"),
    ({"$oneOf": [1, {"a": 2}]}, {"a": 2}), ({"$match": "a{2}"}, "aa")])
def test_it_is_the_same(expectation, answer):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert differences(expectation, answer) == []


def test_all_differences_are_told_and_lists_are_aligned():
    found = differences({"a": [1, 2, 3], "b": {"$json": {"c": 1}}}, {"a": [1, 3], "b": '{"c": 2, "d": 0}', "e": None})
    assert [(one.pointer, one.kind, one.inside) for one in found] == [
        ("/a/1", "missing", ""), ("/b", "other value", "/c"), ("/b", "extra", "/d"), ("/e", "extra", "")]


def test_of_alternatives_the_nearest_is_told():
    found = differences({"$oneOf": [{"kind": "a", "x": 1}, {"kind": "b", "y": [1, 2]}]}, {"kind": "b", "y": [1, 3]})
    assert [(one.pointer, one.message) for one in found] == [
        ("/y/1", "the values differ, in the nearest of 2 alternatives")]
