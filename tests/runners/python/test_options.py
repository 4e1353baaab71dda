"""What is wrong with the options or the corpus is said before anything is played."""

import json
from pathlib import Path

import pytest

from prompty_conformance import Conformance, Problem


def split(params):
    return {"frontmatter": None, "body": params["text"]}


@pytest.mark.parametrize("options, said", [
    ({"operations": {"splitt": split}}, "operations has 'splitt', which means nothing; known are split, load, "),
    ({"operations": {"initialize": split}}, "operations has 'initialize'"),
    ({"operations": {}}, "operations needs a function for each name"),
    ({"operations": {"split": "split"}}, "operations needs a function for each name"),
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


def test_what_is_not_given_is_told_and_not_played(corpus):
    suite = Conformance({"split": split}, corpus=corpus, name="small", version="2")
    reasons = {suite.missing(vector) for vector in suite.vectors}
    assert {"", "the operation load is not given", "the feature mustache is not declared",
            "the provider azure is not declared", "the apiType image is not declared"} <= reasons
    left_out = next(vector for vector in suite.vectors if suite.missing(vector))
    assert suite.play(left_out) == [{"type": "unsupported", "id": left_out.id, "clauses": left_out.entry["clauses"],
                                     "detail": suite.missing(left_out)}]


def test_extensions_are_chosen_by_include_alone(corpus, exported):
    plain = Conformance({"split": split}, corpus=corpus, include="ours")
    with_extensions = Conformance({"split": split}, corpus=corpus, include=["extensions"])
    later = {clause["id"] for clause in exported["clauses"] if clause["since"] > with_extensions.edition}
    of_it = [vector for vector in exported["vectors"] if later.isdisjoint(vector["clauses"])]
    assert len(plain.vectors) < len(with_extensions.vectors) == len(of_it)
    ours = next(one for one in plain.vectors if (one.entry["group"], one.entry["level"]) == ("ours", "MUST"))
    assert plain.decides(ours) and not Conformance({"split": split}, corpus=corpus).decides(ours)


def test_vectors_of_another_edition_are_left_out(exported, tmp_path):
    from conftest import written_corpus
    later = {"P2.1-03": {"since": "2027-01"}}
    clauses = [{**clause, "since": "", "until": "", **later.get(clause["id"], {})} for clause in exported["clauses"]]
    digests = {"2026-04": "sha256:" + "1" * 64, "2027-01": "sha256:" + "2" * 64}
    file = written_corpus(tmp_path, {**exported, "editions": ["2026-04", "2027-01"], "clauses": clauses,
                                     "editionDigests": digests})
    ids = {edition: {vector.id for vector in Conformance({"split": split}, corpus=file, edition=edition).vectors}
           for edition in digests}
    of_it = {vector["id"] for vector in exported["vectors"] if "P2.1-03" in vector["clauses"]}
    assert ids["2027-01"] - ids["2026-04"] == of_it
    suite = Conformance({"split": split}, corpus=file, edition="2027-01", clause="P2.1-03",
                        jsonl=str(tmp_path / "run.jsonl"))
    suite.play(suite.vectors[0])
    assert json.loads((tmp_path / "run.jsonl").read_text().splitlines()[0])["corpusDigest"] == digests["2027-01"]


def test_what_never_decides_is_no_red_test(small_corpus):
    import unittest
    vector = {"operation": "split", "given": {"text": "a"}, "expect": {"value": ""}, "gating": False}
    suite = Conformance({"split": split}, corpus=small_corpus(vector))
    with pytest.raises(unittest.SkipTest, match="does not decide: fail topic/v0\n"):
        suite.check(suite.vectors[0])
