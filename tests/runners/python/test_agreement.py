"""The runner and the harness judge alike: every vector that is played directly, by status, reading, what is said of it, and
the first difference."""

import json
import os
import subprocess
import time

import pytest
from bridge import Adapter
from conftest import PROGRAMS, SOURCE

from prompty_conformance import Conformance

HARNESS = PROGRAMS / "prompty-conformance"
REFERENCE = str(PROGRAMS / "prompty-reference-adapter")
WITHOUT_PROVIDER = ["load/*", "inputs/*", "render/*", "parse/*", "prepare/*", "wire/*", "process/*"]
MUTANTS, AT_ONCE = 40, 5


def judged_by_harness(command, file, profile, globs):
    """By id the lines of what was played directly. The faults, which take longer than the vectors, are not waited for."""
    selection = [word for glob in globs for word in ("--filter", glob)]
    run = subprocess.Popen([HARNESS, "run", "--subject", command, "--profile", profile, "--include", "extensions",
                            "--level", "all", "--jsonl", file, *selection], stdout=subprocess.DEVNULL)
    ids, lines, selected = set(), {}, None
    deadline = time.monotonic() + 300
    while not file.exists() and run.poll() is None:
        time.sleep(0.05)
    with open(file, encoding="utf-8") as written:
        text = ""
        while len(ids) != selected and time.monotonic() < deadline:
            text += written.readline()
            if not text.endswith("\n"):
                assert text or run.poll() is None, "the harness ended without all vectors"
                time.sleep(0.05)
                continue
            line, text = json.loads(text), ""
            selected = line.get("selected", selected)
            if "id" in line:
                ids.add(line["id"])
            if line.get("way") == "direct":
                lines[line["id"]] = line
    run.terminate()
    run.wait()
    assert len(ids) == selected
    return lines


def comparable(line):
    first = (line.get("differences") or [{}])[0]
    return [line["status"], line.get("reading"), line.get("detail"), len(line.get("differences", [])),
            *(first.get(member) for member in ("pointer", "kind", "message", "inside", "expected"))]


def without_addresses(value):
    """Of the difference what does not name a folder or a port of the one run."""
    text = json.dumps(value)
    return value if "127.0.0.1" not in text and "/tmp" not in text and "only the first are kept" not in text else None


def assert_agreement(command, tmp_path, corpus, profile="lenient", globs=(), mock=False):
    """How many vectors came out in each way."""
    expected = judged_by_harness(command, tmp_path / "harness.jsonl", profile, globs)
    adapter = Adapter(command)
    suite = Conformance(adapter.operations, corpus=corpus, profile=profile, filter=globs, include="extensions",
                        mock=str(PROGRAMS / "prompty-mock-provider") if mock else False, **adapter.options())
    counts, differing = {}, []
    for vector in suite.vectors:
        line, = suite.play(vector)
        counts[line.get("status", "unsupported")] = counts.get(line.get("status", "unsupported"), 0) + 1
        wanted = expected.get(vector.id)
        if line["type"] == "unsupported":
            # Only what needs the mock provider may be left out here and played there.
            if wanted is not None and "mock provider" not in line["detail"]:
                differing.append((vector.id, line["detail"]))
        elif wanted is None:
            differing.append((vector.id, "the harness did not play it"))
        elif [without_addresses(one) for one in comparable(line)] != [without_addresses(one) for one in comparable(wanted)]:
            differing.append((vector.id, comparable(line), comparable(wanted)))
    adapter.close()
    assert differing == []
    return counts


def mutants_of(exported):
    """So many mutants, evenly from all that vectors without a provider are about."""
    topics = tuple(glob[:-1] for glob in WITHOUT_PROVIDER)
    names = [name for clause in exported["clauses"] if clause["vectors"]
             and all(one.startswith(topics) for one in clause["vectors"]) for name in clause["mutants"]]
    return names[::len(names) // MUTANTS][:MUTANTS]


@pytest.mark.parametrize("profile", ["lenient", "as-written", "live"])
def test_about_the_reference(tmp_path, corpus, profile):
    counts = assert_agreement(REFERENCE, tmp_path, corpus, profile, mock=True)
    assert counts["pass"] > 4500


@pytest.mark.parametrize("profile", ["lenient", "as-written"])
def test_about_the_runtime_of_the_templates(tmp_path, corpus, profile):
    command = "python3 '%s'" % (SOURCE / "harness/adapters/python/adapter.py")
    assert assert_agreement(command, tmp_path, corpus, profile)["pass"] > 3000


@pytest.mark.parametrize("group", range(MUTANTS // AT_ONCE))
def test_about_mutants(tmp_path, corpus, exported, group):
    mutants = mutants_of(exported)[group * AT_ONCE:(group + 1) * AT_ONCE]
    assert len(mutants) == AT_ONCE
    counts = assert_agreement("%s mutate %s -- %s" % (HARNESS, " ".join(mutants), REFERENCE), tmp_path, corpus,
                              globs=WITHOUT_PROVIDER)
    assert counts["fail"] >= AT_ONCE


@pytest.mark.parametrize("name", ["echo", "empty-object", "fixed", "null", "listed", "reject-all"])
def test_about_trivial_subjects(tmp_path, corpus, name):
    command = "python3 '%s' %s" % (SOURCE / "tests/runners/python/trivial_adapter.py", name)
    assert assert_agreement(command, tmp_path, corpus)["fail"] > 1000


def test_the_report_is_read_by_the_suite(tmp_path, corpus):
    command = "python3 '%s'" % (SOURCE / "harness/adapters/python/split.py")
    adapter = Adapter(command)
    file, whole, page = (str(tmp_path / name) for name in ("run.jsonl", "whole.jsonl", "page.html"))
    operations = {"split": lambda params: {**adapter.operations["split"](params, None), "frontmatter": None}}
    suite = Conformance(operations, corpus=corpus, jsonl=file, **{**adapter.options(), "name": "mine"})
    lines = [line for vector in suite.vectors for line in suite.play(vector)]
    adapter.close()

    def run(*words):
        return subprocess.run([HARNESS, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")

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
    told = json.loads(open(whole, encoding="utf-8").read().splitlines()[-1])["vectors"]
    assert {status: told[status] for status in counts} == counts
