"""The vectors for one runtime: options, the play of a vector, what a test says, and the report."""

import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional, Union
from unittest import SkipTest

from .calling import Caller
from .corpus import Corpus, Problem, Vector
from .mock import PROGRAM, Mock
from .playing import Attempt, Play, Player

_SHOWN = 2000
Names = Union[str, Iterable[str]]
Kind = Union[str, Callable[[BaseException], dict[str, Any]]]


class Failed(AssertionError):
    """A vector failed, and decides; the text says what was sent, expected and answered."""


class Conformance:
    """What harness/runners/README.md calls the options; raises Problem for one that means nothing. `vectors` are those
    that are played, `left_out` the others, by the reason."""

    def __init__(self, operations: Mapping[str, Callable[..., Any]], errors: Optional[Mapping[type, Kind]] = None, *,
                 name: str = "runtime", version: str = "", providers: Names = ("openai",), api_types: Names = ("chat",),
                 connection_kinds: Optional[Names] = None, features: Names = ("jinja2",), profile: str = "lenient",
                 edition: Optional[str] = None, level: str = "must", include: Names = (), filter: Names = (),
                 clause: Names = (), transforms: Union[bool, Names] = (), mock: Union[bool, str] = False,
                 timeout: float = 10, jsonl: Optional[str] = None, rerun: str = "pytest -k",
                 corpus: Optional[str] = None) -> None:
        self.corpus = Corpus(corpus)
        self.edition, self.profile, self.level = edition or self.corpus.known["edition"][0], profile, level
        self.name, self.version, self.errors = name, version, errors or {}
        self.jsonl, self.rerun, self._has_begun = jsonl, rerun, False
        kinds = self.corpus.known["connectionKinds"] if connection_kinds is None else connection_kinds
        declared = {"features": _listed(features), "providers": _listed(providers), "apiTypes": _listed(api_types),
                    "connectionKinds": _listed(kinds)}
        self.transforms = self.corpus.known["transforms"] if transforms is True else _listed(transforms or ())
        included, clauses = _listed(include), _listed(clause)
        self.corpus.demand_known({
            **declared, "operations": operations, "profile": [profile], "level": [level], "edition": [self.edition],
            "errors": [kind for kind in self.errors.values() if isinstance(kind, str)], "include": included,
            "transforms": self.transforms, "clause": clauses})
        if not operations or not all(map(callable, operations.values())):
            raise Problem("operations needs a function for each name: {'split': lambda params: …}")
        if not all(isinstance(one, type) for one in self.errors):
            raise Problem("errors needs your classes themselves: {PromptError: 'ValueError'}")
        self.groups = ["documents", *(["ours"] if included else []), *(one for one in included if one != "ours")]
        program = shutil.which(PROGRAM if mock is True else mock) if mock else None
        without_mock = "it needs the mock provider, and %s" % (PROGRAM + " is not there" if mock else "mock is not set")
        self.vectors: list[Vector] = []
        self.left_out: dict[str, list[Vector]] = {}
        for vector in self.corpus.vectors(self.edition, self.groups, _listed(filter), clauses):
            lacks_mock = "scenario" in vector.entry and not program
            reason = _missing(vector, declared, operations) or (without_mock if lacks_mock else "")
            (self.left_out.setdefault(reason, []) if reason else self.vectors).append(vector)
        self.caller = Caller(timeout)
        self._player = Player(operations, self._told_of, profile, self.caller, Mock(program) if program else None)

    def decides(self, vector: Vector) -> bool:
        """Whether a failure makes the test of the vector red."""
        entry, levels = vector.entry, self.corpus.known["level"][self.level]
        return entry["gating"] and entry["group"] in self.groups and entry["level"] in levels

    def play(self, vector: Vector) -> list[Attempt]:
        """The attempts: as it stands and, when that passed, under each transform that changes anything."""
        attempts = [self._player.play(Play(vector, self.corpus))]
        if attempts[0]["status"] == "pass":
            asked = [one for one in self.transforms if one in vector.source.get("transforms", ())]
            plays = [Play(vector, self.corpus, transform) for transform in asked]
            attempts += [self._player.play(play) for play in plays if play.is_rewritten()]
        for failed in [attempt for attempt in attempts if attempt["status"] != "pass"]:
            failed["rerun"] = "%s %s" % (self.rerun, vector.id)
        self._report(attempts)
        return attempts

    def check(self, vector: Vector) -> None:
        """Plays a vector as a test. Raises Failed, or SkipTest when it failed and that does not decide."""
        for attempt in self.play(vector):
            if attempt["status"] != "pass" and not self.decides(vector):
                raise SkipTest("does not decide: " + self.text(vector, attempt))
            if attempt["status"] != "pass":
                raise Failed(self.text(vector, attempt)) from attempt.cause

    def text(self, vector: Vector, attempt: Attempt) -> str:
        """What is to be said of an attempt that failed."""
        transform, found = attempt.get("transform"), attempt.get("differences", [])
        way = " [transform %s]" % transform if transform else ""
        fields = [(one["id"], "{level} — {statement} ({page}:{line})".format(**one)) for one in vector.clauses]
        fields += [("why", vector.why), ("verdict", attempt["detail"]),
                   ("sent", "%s %s" % (attempt["operation"], _shown(attempt["sent"]))),
                   ("the file", attempt.file[:_SHOWN])]
        if found:
            first, more = found[0], len(found) - 1
            fields += [("first at", first["pointer"] or '"" (the whole answer)'), ("", first["message"]),
                       ("expected", _shown(first["expected"])), ("got", _shown(first["got"])),
                       ("", "and %d more difference%s" % (more, "s" if more > 1 else "") if more else "")]
        if "answered" in attempt and not (found and found[0]["pointer"] == ""):
            fields.append(("answered", _shown(attempt["answered"])))
        fields += [("raised at", attempt.get("stderr", "").rstrip())]
        fields += [("explain", "prompty-conformance explain " + clause["id"]) for clause in vector.clauses]
        lines = ["  %-11s %s" % (name, said.replace("\n", "\n" + " " * 14)) for name, said in fields if said]
        return "\n".join(["%s %s%s" % (attempt["status"], vector.id, way), *lines])

    def _told_of(self, error: BaseException) -> Optional[dict[str, Any]]:
        """Kind, message and what was done before, as `errors` says of the nearest class, or the error itself; None when
        neither does."""
        kind: Any = next((self.errors[one] for one in type(error).__mro__ if one in self.errors),
                         getattr(error, "kind", None))
        shown = {name: getattr(error, name) for name in ("partial", "spans") if hasattr(error, name)}
        told = kind(error) if callable(kind) else {"kind": kind, **shown}
        if told.get("kind") not in self.corpus.known["errors"]:
            return None
        if isinstance(told.get("partial"), (list, tuple)):
            told = {**told, "partial": {"items": told["partial"]}}
        return {**told, "message": str(told.get("message", error))}

    def _report(self, attempts: list[Attempt]) -> None:
        if not self.jsonl:
            return
        unsupported = [{"type": "unsupported", "id": vector.id, "clauses": vector.entry["clauses"], "detail": reason}
                       for reason, vectors in self.left_out.items() for vector in vectors]
        begin = [] if self._has_begun else [self._run(len(self.vectors) + len(unsupported)), *unsupported]
        with open(os.path.expanduser(self.jsonl), "a" if self._has_begun else "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in [*begin, *attempts])
        self._has_begun = True

    def _run(self, selected: int) -> dict[str, Any]:
        document = self.corpus.document
        return {"type": "run", "reportVersion": 2, "suiteVersion": document["suiteVersion"],
                "corpusDigest": document["editionDigests"][self.edition], "edition": self.edition,
                "profile": self.profile, "commandLine": shlex.join(sys.argv), "rerun": self.rerun,
                "subject": {"name": self.name, "version": self.version, "language": "Python",
                            "protocolVersion": document["protocolVersion"]},
                "subjectOption": self.name, "moreOptions": "",
                "deciding": {"level": self.level, "groups": self.groups, "requiredClasses": []}, "selected": selected}


def _missing(vector: Vector, declared: dict[str, list[str]], operations: Iterable[str]) -> str:
    """Why a vector is not put to the runtime; "" when it is."""
    needs = vector.entry["needs"]
    lacking = ["the %s %s is not declared" % (what[:-1], name)
               for what, names in declared.items() for name in needs[what] if name not in names]
    asked = vector.entry["operations"]
    lacking += ["the operation %s is not given" % name for name in asked if name not in operations]
    return lacking[0] if lacking else ""


def _listed(names: Names) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if len(text) > 100:
        text = json.dumps(value, ensure_ascii=False, indent=2)
    return text if len(text) <= _SHOWN else "%s… (%d characters)" % (text[:_SHOWN], len(text))
