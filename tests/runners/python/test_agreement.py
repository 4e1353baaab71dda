"""The runner and the harness judge alike: every vector that is played directly, by status, reading, what is said of it,
and the first difference."""

import json
import os
import shlex
import subprocess

import pytest
from bridge import Adapter
from conftest import PROGRAMS, SOURCE

from prompty_conformance import Conformance

HARNESS = PROGRAMS / "prompty-conformance"
DIRECT_VERDICTS = os.environ["DIRECT_VERDICTS"]
REFERENCE = str(PROGRAMS / "prompty-reference-adapter")
TEMPLATE = "python3 '%s'" % (SOURCE / "harness/adapters/python/adapter.py")
MUTANTS, AT_ONCE = 40, 10


def lines_of(text):
    """By id what was played directly, or could not be."""
    lines = map(json.loads, text.rstrip("\n").split("\n"))
    return {line["id"]: line for line in lines if line["type"] == "unsupported" or line.get("way") == "direct"}


@pytest.fixture
def verdicts_of(tmp_path):
    """What the harness says of a subject of direct_verdicts."""

    def judged(*subject):
        subprocess.run([DIRECT_VERDICTS, tmp_path / "harness.jsonl", *subject], check=True)
        return lines_of((tmp_path / "harness.jsonl").read_text("utf-8"))

    return judged


def comparable(line):
    first = (line.get("differences") or [{}])[0]
    return [line.get("status"), line.get("reading"), line.get("detail"), len(line.get("differences", [])),
            *(first.get(member) for member in ("pointer", "kind", "message", "inside"))]


def assert_agreement(expected, command, corpus, profile="lenient", mock=False):
    """How many vectors failed. What is scripted is compared where both have a mock provider."""
    adapter = Adapter(command)
    suite = Conformance(adapter.operations, corpus=corpus, profile=profile, include="extensions",
                        mock=str(PROGRAMS / "prompty-mock-provider") if mock else False, **adapter.options())
    compared, failed, differing = 0, 0, []
    for vector in suite.vectors:
        line, = suite.play(vector)
        wanted = expected.get(vector.id)
        if "mock provider" in line.get("detail", "") or wanted is None:
            assert mock is False or wanted is not None
            continue
        compared += line["type"] == "attempt"
        failed += line.get("status", "pass") != "pass"
        if line["type"] != wanted["type"] or (line["type"] == "attempt" and comparable(line) != comparable(wanted)):
            differing.append((vector.id, comparable(line), comparable(wanted)))
    adapter.close()
    assert differing == []
    assert compared > (4700 if mock else 3000)
    return failed


def test_about_the_reference(corpus, verdicts_of):
    assert assert_agreement(verdicts_of("process", REFERENCE), REFERENCE, corpus, mock=True) == 0


AT_LENGTH = os.environ.get("AT_LENGTH") == "1"


@pytest.mark.parametrize("profile", ["as-written", "live"] if AT_LENGTH else ["live"])
def test_about_the_reference_in_other_profiles(corpus, tmp_path, profile):
    file = tmp_path / "run.jsonl"
    subprocess.run([HARNESS, "run", "--subject", REFERENCE, "--profile", profile, "--edition", "2026-04",
                    "--include", "extensions", "--jsonl", file], check=True, stdout=subprocess.DEVNULL)
    assert assert_agreement(lines_of(file.read_text("utf-8")), REFERENCE, corpus, profile, mock=True) == 0


def test_about_the_runtime_of_the_templates(corpus, verdicts_of):
    assert assert_agreement(verdicts_of("process", TEMPLATE), TEMPLATE, corpus) == 0


@pytest.mark.parametrize("group", range(MUTANTS // AT_ONCE if AT_LENGTH else 1))
def test_about_mutants(corpus, exported, verdicts_of, group):
    mutants = [name for clause in exported["clauses"] for name in clause["mutants"]]
    chosen = mutants[::len(mutants) // MUTANTS][group:MUTANTS:MUTANTS // AT_ONCE]
    assert len(chosen) == AT_ONCE
    command = shlex.join([DIRECT_VERDICTS, "serve", "mutants", *chosen])
    assert assert_agreement(verdicts_of("mutants", *chosen), command, corpus) >= AT_ONCE


TRIVIAL = ["fixed", "null", "accept-all", "reject-all", "echo", "empty-object", "neighbour"]


@pytest.mark.parametrize("name", TRIVIAL if AT_LENGTH else TRIVIAL[:2])
def test_about_trivial_subjects(corpus, verdicts_of, name):
    command = shlex.join([DIRECT_VERDICTS, "serve", "trivial", name])
    assert assert_agreement(verdicts_of("trivial", name), command, corpus) > 1000


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
