"""What the tests of the Python runner share; `run` says what the variables of the environment are."""

import hashlib
import json
import os
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE / "harness" / "runners" / "python"))
sys.path.insert(0, str(Path(__file__).parent))
PROGRAMS = Path(os.environ["PROGRAMS"])
RUNNERS = Path(os.environ["RUNNERS"])


def written_corpus(folder, document):
    """The path of a corpus with its digest beside it."""
    data = json.dumps(document).encode("utf-8")
    (folder / "corpus.json").write_bytes(data)
    (folder / "corpus.sha256").write_text(hashlib.sha256(data).hexdigest() + "\n")
    return str(folder / "corpus.json")


@pytest.fixture(scope="session")
def corpus():
    """The path of the whole corpus."""
    return str(RUNNERS / "corpus.json")


@pytest.fixture(scope="session")
def exported(corpus):
    """What stands in it."""
    return json.loads(Path(corpus).read_bytes())


def params_of(step, source):
    """What the export adds to the params of an operation that takes a path."""
    places = {"path": step["given"].get("path"), "cwd": source.get("cwd")}
    params = {name: "${FOLDER}/" + place for name, place in places.items() if place}
    return {**params, **({"env": source["env"]} if "env" in source else {})}


@pytest.fixture
def small_corpus(exported, tmp_path):
    """Makes a corpus of vectors of one's own, all of them about P2.1-03, with other members in their entries."""

    def make(*sources, **members):
        vectors = []
        for place, source in enumerate(sources):
            entry = {"id": "topic/v%d" % place, "topic": "topic", "file": "topic.json", "clauses": ["P2.1-03"],
                     "why": "so that it is tested", "digest": "sha256:" + "0" * 16, "readings": [], "level": "MUST",
                     "group": "documents", "gating": source.get("gating", True), "extension": False,
                     "editions": {edition: {} for edition in exported["editions"]},
                     "operations": [step["operation"] for step in source.get("steps", [source])],
                     "needs": {"features": [], "providers": [], "apiTypes": [], "connectionKinds": []},
                     "accepted": [{} for _ in source.get("steps", [source])], "source": source,
                     "steps": [{"params": params_of(step, source), "namesStatus": False}
                               for step in source.get("steps", [source])],
                     **members}
            if "provider" in source:
                entry["scenario"] = {"steps": source["provider"], "admits": "with-key"}
            if "letsOut" in source:
                entry["scenario"]["letsOut"] = source["letsOut"]
            vectors.append(entry)
        cited = [clause for clause in exported["clauses"] if clause["id"] == "P2.1-03"]
        return written_corpus(tmp_path, {**exported, "clauses": cited, "decisions": [], "matching": {}, "vectors": vectors})

    return make
