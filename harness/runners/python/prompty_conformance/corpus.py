"""The corpus that the package ships: what `prompty-conformance export` wrote (vectors/schema/export.schema.json)."""

import base64
import hashlib
import json
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, Optional


class Problem(Exception):
    """What whoever uses the runner can mend: a corpus that is another one, an option that means nothing."""


class Vector:
    """A vector; `entry` is that of the export, `source` the vector as it is written, `steps` its steps with what the
    export adds to each, `clauses` those that it cites."""

    def __init__(self, entry: dict[str, Any], clauses: list[dict[str, Any]]) -> None:
        self.entry, self.clauses = entry, clauses
        self.id: str = entry["id"]
        self.why: str = entry["why"]
        self.source: dict[str, Any] = entry["source"]
        steps = zip(self.source.get("steps", [self.source]), entry["steps"], entry["accepted"])
        self.steps = [{**step, **added, "accepted": accepted} for step, added, accepted in steps]

    def __repr__(self) -> str:
        return self.id


@lru_cache(maxsize=2)
def _document(file: Path, _digest: str) -> dict[str, Any]:
    return json.loads(file.read_bytes())


class Corpus:
    """Raises Problem when the file is not the one that its digest, `corpus.sha256` beside it, was made of."""

    def __init__(self, path: Optional[str] = None) -> None:
        file = Path(path) if path else Path(__file__).with_name("corpus.json")
        try:
            data, digest = file.read_bytes(), file.with_suffix(".sha256").read_text("ascii").strip()
        except OSError as error:
            raise Problem("the corpus cannot be read: %s; scripts/runners makes it for the package" % error) from None
        if hashlib.sha256(data).hexdigest() != digest:
            raise Problem("%s is not the corpus that %s.sha256 was made of: install the package again, or make both "
                          "with scripts/runners" % (file, file.stem))
        self.document = _document(file, digest)
        self.clauses: dict[str, dict[str, Any]] = {clause["id"]: clause for clause in self.document["clauses"]}
        # What options may name; any provider may be.
        self.known: dict[str, Any] = {**self.document["options"], "clause": self.clauses}

    def bytes_of(self, file: Any) -> bytes:
        """What is laid out for a member of the `files` of a vector."""
        is_fixture = isinstance(file, dict) and "fixture" in file
        content = self.document["fixtures"][file["fixture"]] if is_fixture else file
        return content.encode("utf-8") if isinstance(content, str) else base64.b64decode(content["base64"])

    def demand_known(self, chosen: dict[str, Iterable[str]]) -> None:
        """Raises Problem for the first name of an option that it does not know."""
        for what, names in chosen.items():
            unknown = next((name for name in names if name not in self.known.get(what, names)), None)
            if unknown is not None:
                told = ", ".join(list(self.known[what])[:40])
                raise Problem("%s has %r, which means nothing; known are %s" % (what, unknown, told))

    def vectors(self, edition: str, groups: list[str], globs: list[str], clauses: list[str]) -> list[Vector]:
        """The vectors of an edition, as they are judged by it, in order. Raises Problem when none is left."""
        chosen = [{**entry, **entry["editions"][edition]} for entry in self.document["vectors"]
                  if edition in entry["editions"]
                  and (not globs or any(fnmatchcase(entry["id"], glob) for glob in globs))
                  and (not clauses or any(name in entry["clauses"] for name in clauses))]
        kept = [Vector(entry, [self.clauses[name] for name in entry["clauses"]]) for entry in chosen
                if not entry["extension"] or "extensions" in groups]
        if not kept:
            extended = "; %d are of extensions, which include='extensions' adds" % len(chosen) if chosen else ""
            raise Problem("no vector is chosen by %s%s" % (", ".join([*globs, *clauses]), extended))
        return kept
