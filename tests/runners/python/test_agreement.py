"""The runner and the harness judge alike: every vector that is played directly, by status, reading, what is said of it,
and the first difference."""

import json
import os
import subprocess

import pytest
from bridge import Adapter
from conftest import PROGRAMS, RUNNERS, SOURCE

from prompty_conformance import Conformance

HARNESS = PROGRAMS / "prompty-conformance"
VERDICTS = RUNNERS / "verdicts"


def comparable(line):
    # An operation that is declared and unknown is something that only an adapter can have: the bridge raises something.
    if "-32601" in line.get("detail", ""):
        return [line["status"]]
    first = (line.get("differences") or [{}])[0]
    return [line.get("status"), line.get("reading"), line.get("detail"), len(line.get("differences", [])),
            *(first.get(member) for member in ("pointer", "kind", "message", "inside"))]


@pytest.mark.parametrize("subject", json.loads((VERDICTS / "subjects.json").read_text("utf-8")),
                         ids=lambda subject: subject["name"])
def test_the_verdicts_are_those_of_the_harness(corpus, subject):
    lines = map(json.loads, (VERDICTS / (subject["name"] + ".jsonl")).read_text("utf-8").rstrip("\n").split("\n"))
    expected = {line["id"]: line for line in lines if "id" in line}
    assert len(expected) * subject["share"] > 3900
    adapter = Adapter(subject["command"])
    suite = Conformance(adapter.operations, corpus=corpus, profile=subject["profile"], include="extensions",
                        mock=subject["mock"] and str(PROGRAMS / "prompty-mock-provider"), **adapter.options())
    played = {vector.id: suite.play(vector)[0] for vector in suite.vectors if vector.id in expected}
    adapter.close()
    left_out = {vector.id for vectors in suite.left_out.values() for vector in vectors}
    assert {name for name, line in expected.items() if line["type"] == "unsupported"} == left_out & expected.keys()
    judged = {name: line for name, line in expected.items() if line["type"] == "attempt"}
    assert {name: comparable(line) for name, line in played.items()} == {
        name: comparable(line) for name, line in judged.items()}
    assert sum(line["status"] != "pass" for line in judged.values()) >= subject["fails"]


def test_the_report_is_read_by_the_suite(tmp_path, corpus):
    command = "python3 '%s'" % (SOURCE / "harness/adapters/python/split.py")
    adapter = Adapter(command)
    file, whole, page = (str(tmp_path / name) for name in ("run.jsonl", "whole.jsonl", "page.html"))
    split = adapter.operations["split"]
    operations = {"split": lambda params, context: {**split(params, context), "frontmatter": None}}
    suite = Conformance(operations, corpus=corpus, jsonl=file, **{**adapter.options(), "name": "mine"})
    lines = [line for vector in suite.vectors for line in suite.play(vector)]
    adapter.close()

    def run(*words):
        return subprocess.run([HARNESS, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")

    merged = run("merge", file, "--jsonl", whole, "--html", page)
    assert merged.returncode == 1 and "not conformant: " in merged.stdout, merged.stdout
    assert "Fix first" in merged.stdout and os.path.getsize(page) > 10000
    failed = next(line["id"] for line in lines if line.get("status") == "fail")
    assert run("verdict", file, failed).stdout.startswith("fail %s [direct]" % failed)
    assert run("verdict", whole).stdout.startswith("mine ")
    for words in (["matrix", whole, whole], ["diff", whole, whole]):
        assert run(*words).returncode == 0
    # With nothing changed, the report says what the harness says of the same runtime.
    counts = {status: sum(line.get("status") == status for line in lines) for status in ("pass", "fail")}
    told = json.loads(open(whole, encoding="utf-8").read().rstrip("\n").split("\n")[-1])["vectors"]
    assert {status: told[status] for status in counts} == counts
