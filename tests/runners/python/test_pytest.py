"""From an empty folder, with the wheel unpacked onto the path: a small runtime with mistakes has red tests that say
what to mend; and the example of harness/ci is green."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile

import pytest
from conftest import RUNNERS, SOURCE

RUNTIME = r'''
import re

CONTRACT = re.compile(r"^\s*(?:---|\+\+\+)(.*?)(?:---|\+\+\+)\s*(.+)$", re.DOTALL)


class PromptError(Exception):
    pass


def split(text):
    text = text.removeprefix("\ufeff")
    if not text.lstrip().startswith(("---", )):
        return {"frontmatter": None, "body": text}
    match = CONTRACT.match(text)
    if match is None:
        raise PromptError("The frontmatter is opened but not closed.")
    return {"frontmatter": match[1], "body": match[2]}


def validate_inputs(agent, inputs):
    filled = dict(inputs)
    for declared in agent.get("inputs") or []:
        if declared["name"] not in filled and "default" in declared:
            filled[declared["name"]] = declared["default"]
        elif declared["name"] not in filled and declared.get("required"):
            raise PromptError("missing: " + declared["name"])
    return filled
'''
MENDED = [('("---", )', '("---", "+++")'), ('"frontmatter": match[1],', '"frontmatter": match[1].strip(),'),
          ('"missing: "', '"Missing required input: "')]
TESTS = '''
from my_runtime import PromptError, split, validate_inputs
from prompty_conformance import Conformance

vectors = Conformance(
    {"split": lambda params: split(params["text"]),
     "validate_inputs": lambda params: validate_inputs(params["agent"], params["inputs"])},
    {PromptError: "ValueError"},
    clause=["P2.1-03", "P2.2-15", "P12.1-04"], include="ours",
)
'''


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory):
    """The folder of the wheel's content, each file of which is what its record says."""
    folder = tmp_path_factory.mktemp("unpacked")
    path, = RUNNERS.glob("prompty_conformance_runner-*-py3-none-any.whl")
    with zipfile.ZipFile(path) as wheel:
        record, = [name for name in wheel.namelist() if name.endswith(".dist-info/RECORD")]
        lines = [line.split(",") for line in wheel.read(record).decode("ascii").splitlines()]
        assert sorted(line[0] for line in lines) == sorted(wheel.namelist())
        for name, digest, size in lines:
            data = wheel.read(name)
            made = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")
            assert name == record or (digest, size) == ("sha256=" + made, str(len(data)))
        wheel.extractall(folder)
    return folder


def pytest_in(folder, unpacked, *words):
    environment = {"PYTHONPATH": str(unpacked), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    return subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words], cwd=folder, text=True,
                          encoding="utf-8", env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def test_three_mistakes_are_three_red_tests(unpacked, tmp_path):
    assert len([line for line in TESTS.splitlines() if line]) <= 10
    (tmp_path / "my_runtime.py").write_text(RUNTIME, "utf-8")
    (tmp_path / "test_vectors.py").write_text(TESTS, "utf-8")
    ran = pytest_in(tmp_path, unpacked)
    assert ran.returncode == 1, ran.stdout
    red = set(re.findall(r"^FAILED test_vectors.py::vectors::(\S+)", ran.stdout, re.MULTILINE))
    first = r"fail (\S+)\n(?:  P.*\n)*?  %s .*\n(?:  .*\n)*?  first at    %s\n.*\n"
    for said in (first % ("P2.1-03", "/frontmatter") + r"  expected    \"name: pluses\"\n  got         null\n",
                 first % ("P2.2-15", "/frontmatter") + r"  expected    \"(.*)\"\n  got         \"\\n\2\\n\"\n",
                 first % ("P12.1-04", "/message") + r"  expected    .*Missing required input: .*\n  got  .*\"missing"):
        found = re.search(said, ran.stdout)
        assert found and found[1] in red, (said, ran.stdout)
        assert "explain     prompty-conformance explain P" in found.string[found.end():]
    again = pytest_in(tmp_path, unpacked, "-k", found[1])
    assert re.search(r"[1-9] failed", again.stdout) and "passed" not in again.stdout, again.stdout
    mended = RUNTIME
    for mistake, right in MENDED:
        assert mended.count(mistake) == 1
        mended = mended.replace(mistake, right)
    (tmp_path / "my_runtime.py").write_text(mended, "utf-8")
    ran = pytest_in(tmp_path, unpacked)
    assert ran.returncode == 0 and "failed" not in ran.stdout and "passed" in ran.stdout, ran.stdout


def test_what_is_wrong_with_the_options_is_said_at_once(unpacked, tmp_path):
    (tmp_path / "test_vectors.py").write_text(
        "from prompty_conformance import Conformance\nvectors = Conformance({'splitt': print})\n", "utf-8")
    ran = pytest_in(tmp_path, unpacked)
    assert ran.returncode == 2
    assert "Problem: operations has 'splitt', which means nothing; known are split, load" in ran.stdout


def test_what_is_not_played_is_one_skipped_test_for_each_reason(unpacked, tmp_path):
    (tmp_path / "my_runtime.py").write_text(RUNTIME, "utf-8")
    (tmp_path / "test_vectors.py").write_text(
        "from prompty_conformance import Conformance\nfrom my_runtime import split\n"
        "vectors = Conformance({'split': lambda params: split(params['text'])}, filter='load/*', jsonl='run.jsonl')\n",
        "utf-8")
    ran = pytest_in(tmp_path, unpacked, "-rs")
    assert re.search(r"SKIPPED .* [0-9]+ vectors: the operation load is not given\n", ran.stdout), ran.stdout
    lines = (tmp_path / "run.jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[0])["selected"] == len(lines) - 1


def test_pytest_is_not_needed(unpacked, tmp_path):
    code = ("import sys; from prompty_conformance import Conformance\n"
            "suite = Conformance({'split': lambda params: None}, filter='load/frontmatter/structure/*')\n"
            "print(len([line for vector in suite.vectors for line in suite.play(vector)]), 'pytest' in sys.modules)\n")
    ran = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(unpacked)}, stdout=subprocess.PIPE,
                         text=True)
    assert re.fullmatch(r"[1-9][0-9]* False\n", ran.stdout)


def test_the_example_for_pytest_is_green(unpacked):
    part = [] if os.environ["AT_LENGTH"] == "1" else ["-k", "frontmatter or markers or wire/openai-chat/options"]
    ran = pytest_in(SOURCE / "harness/ci/runners/pytest", unpacked, "-q", *part)
    assert ran.returncode == 0 and re.search(r"[0-9]{3} passed", ran.stdout), ran.stdout
