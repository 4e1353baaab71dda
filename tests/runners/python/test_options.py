"""What is wrong with the options or the corpus is said before anything is played."""

import json
from pathlib import Path

import pytest

from prompty_conformance import Conformance, Problem


def all_of(suite):
    return suite.vectors + [vector for vectors in suite.left_out.values() for vector in vectors]


def split(params):
    return {"frontmatter": None, "body": params["text"]}


@pytest.mark.parametrize("options, said", [
    ({"operations": {"splitt": split}}, "operations has 'splitt', which means nothing; known are split, load, "),
    ({"operations": {"initialize": split}}, "operations has 'initialize'"),
    ({"operations": {}}, "operations needs a function for each name"),
    ({"operations": {"split": "split"}}, "operations needs a function for each name"),
    ({"errors": {"PromptError": "ValueError"}}, "errors needs your classes themselves: {PromptError: 'ValueError'}"),
    ({"errors": {ValueError: "SyntaxError"}}, "errors has 'SyntaxError', which means nothing; known are ValueError, "),
    ({"features": ["jinja"]}, "features has 'jinja'"), ({"api_types": "chats"}, "apiTypes has 'chats'"),
    ({"connection_kinds": ["keys"]}, "connectionKinds has 'keys'"), ({"profile": "strict"}, "profile has 'strict'"),
    ({"level": "may"}, "level has 'may'"), ({"include": "theirs"}, "include has 'theirs'"),
    ({"transforms": ["carried"]}, "transforms has 'carried'"), ({"edition": "1999"}, "edition has '1999', which"),
    ({"clause": "P99-01"}, "clause has 'P99-01'"), ({"filter": "nothing/*"}, "no vector is chosen by nothing/*"),
    ({"corpus": "/nowhere/corpus.json"}, "the corpus cannot be read: ")])
def test_an_option_that_means_nothing(corpus, options, said):
    with pytest.raises(Problem) as problem:
        Conformance(**{"operations": {"split": split}, "corpus": corpus, **options})
    assert said in str(problem.value)


def test_a_corpus_with_another_digest(small_corpus):
    file = Path(small_corpus({"operation": "split", "given": {"text": ""}, "expect": {"value": ""}}))
    file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(Problem, match="is not the corpus that corpus.sha256 was made of"):
        Conformance({"split": split}, corpus=str(file))


def test_what_is_not_given_is_told_and_not_played(corpus, tmp_path):
    file = tmp_path / "run.jsonl"
    suite = Conformance({"split": split}, corpus=corpus, name="small", version="2", jsonl=str(file))
    assert {"the operation load is not given", "the feature mustache is not declared",
            "the provider azure is not declared", "the apiType image is not declared"} <= set(suite.left_out)
    suite.play(suite.vectors[0])
    run, *lines = map(json.loads, file.read_text("utf-8").splitlines())
    assert run["selected"] == len(suite.vectors) + sum(map(len, suite.left_out.values()))
    told = {line["id"]: line["detail"] for line in lines if line["type"] == "unsupported"}
    assert told == {vector.id: reason for reason, vectors in suite.left_out.items() for vector in vectors}


def test_extensions_are_chosen_by_include_alone(corpus, exported):
    plain = Conformance({"split": split}, corpus=corpus, include="ours")
    with_extensions = Conformance({"split": split}, corpus=corpus, include=["extensions"])
    of_it = [vector for vector in exported["vectors"] if with_extensions.edition in vector["editions"]]
    assert len(all_of(plain)) < len(all_of(with_extensions)) == len(of_it)
    ours = next(one for one in all_of(plain) if (one.entry["group"], one.entry["level"]) == ("ours", "MUST"))
    extended = next(vector["id"] for vector in of_it if vector["extension"])
    with pytest.raises(Problem, match="include='extensions' adds"):
        Conformance({"split": split}, corpus=corpus, filter=extended)
    assert plain.decides(ours) and not Conformance({"split": split}, corpus=corpus).decides(ours)


def test_vectors_are_judged_by_the_edition(corpus, exported, tmp_path):
    suites = {edition: Conformance({"split": split}, corpus=corpus, edition=edition) for edition in exported["editions"]}
    older, newer = ({vector.id: vector for vector in all_of(suite)} for suite in suites.values())
    assert older.keys() - newer.keys() and newer.keys() - older.keys()
    # P11.3.1-02 is a SHOULD since 2026-08.
    weaker = "registry/variants/parser-that-does-not-wait"
    assert [vectors[weaker].entry["level"] for vectors in (older, newer)] == ["MUST", "SHOULD"]
    for edition, suite in suites.items():
        suite.jsonl = str(tmp_path / edition)
        suite.play(suite.vectors[0])
        run = json.loads((tmp_path / edition).read_text("utf-8").splitlines()[0])
        assert (run["edition"], run["corpusDigest"]) == (edition, exported["editionDigests"][edition])


def test_the_readings_of_the_edition_are_accepted(small_corpus, exported):
    older, newer = exported["editions"]
    vector = {"operation": "split", "given": {"text": "a"}, "expect": {"readings": {
        "one": {"value": 1}, "two": {"value": 2}}}}
    accepted = {"as-written": ["one"], "lenient": ["one", "two"], "live": ["one"]}
    changes = {"accepted": [accepted], "editions": {older: {}, newer: {"accepted": [{**accepted, "lenient": ["one"]}]}}}
    file = small_corpus(vector, **changes)
    attempts = [suite.play(suite.vectors[0])[0] for suite in (
        Conformance({"split": lambda params: 2}, corpus=file, edition=edition) for edition in (older, newer))]
    assert [(attempt["status"], attempt.get("reading")) for attempt in attempts] == [("pass", "two"), ("fail", None)]


def test_what_never_decides_is_no_red_test(small_corpus):
    import unittest
    vector = {"operation": "split", "given": {"text": "a"}, "expect": {"value": ""}, "gating": False}
    suite = Conformance({"split": split}, corpus=small_corpus(vector))
    with pytest.raises(unittest.SkipTest, match="does not decide: fail topic/v0\n"):
        suite.check(suite.vectors[0])
