"""The vectors for one runtime: options, the play of a vector, what a test says, and the report."""

import json
import os
import shlex
import sys
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Union
from unittest import SkipTest

from .calling import takes_context
from .corpus import LISTS, TRANSFORMS, Corpus, Problem, Vector
from .mock import PROGRAM, Mock, found_program, needs_keys
from .playing import Attempt, Play, Player

_LEVELS = {"must": ("MUST", "MUST NOT"), "should": ("MUST", "MUST NOT", "SHOULD", "SHOULD NOT"), "all": ()}
_SHOWN = 2000
Names = Union[str, Iterable[str]]
Kind = Union[str, Callable[[BaseException], Dict[str, Any]]]


class Failed(AssertionError):
    """A vector failed, and decides; the text says what was sent, expected and answered."""


class Conformance:
    """What harness/runners/README.md calls the options; raises Problem for one that means nothing."""

    def __init__(self, operations: Mapping[str, Callable[..., Any]],
                 errors: Union[Mapping[type, Kind], Callable[[BaseException], Dict[str, Any]], None] = None, *,
                 name: str = "runtime", version: str = "", providers: Names = ("openai",), api_types: Names = ("chat",),
                 connection_kinds: Optional[Names] = None, features: Names = ("jinja2",), profile: str = "lenient",
                 edition: Optional[str] = None, level: str = "must", include: Names = (), filter: Names = (),
                 clause: Names = (), transforms: Union[bool, Names] = (), mock: Union[bool, str] = False,
                 timeout: float = 10, jsonl: Optional[str] = None, rerun: str = "pytest -k",
                 corpus: Optional[str] = None) -> None:
        self.corpus = Corpus(corpus)
        self.declared = {"features": _listed(features), "providers": _listed(providers), "apiTypes": _listed(api_types),
                         "connectionKinds": _listed(connection_kinds or ())}
        if connection_kinds is None:
            self.declared["connectionKinds"] = self.corpus.known["connectionKinds"]
        self.transforms = list(TRANSFORMS) if transforms is True else _listed(transforms or ())
        beyond = ["ours", "extensions"] if "extensions" in include else ["ours"]
        self.groups = ["documents", *(beyond if include else [])]
        kinds = [kind for kind in errors.values() if isinstance(kind, str)] if isinstance(errors, Mapping) else []
        chosen = {"operations": operations, "errors": kinds, **self.declared, "profile": [profile], "level": [level],
                  "include": _listed(include), "transforms": self.transforms, "clause": _listed(clause),
                  "edition": _listed(edition or ())}
        for what, names in chosen.items():
            self.corpus.demand_known(what, names)
        if not operations or not all(map(callable, operations.values())):
            raise Problem("operations needs a function for each name: {'split': lambda params: …}")
        self.name, self.version, self.errors, self.level, self.jsonl = name, version, errors or {}, level, jsonl
        self.edition, self.profile, self.rerun = edition or self.corpus.editions[0], profile, rerun
        self.vectors = self.corpus.vectors(self.edition, self.groups, _listed(filter), _listed(clause))
        program = found_program(mock)
        self._without_mock = "" if program else "it needs the mock provider, and %s" % (
            PROGRAM + " is not there" if mock else "mock is not set")
        functions = {name: (function, takes_context(function)) for name, function in operations.items()}
        self._player = Player(self.corpus, functions, self._told_of, profile, timeout,
                              Mock(program) if program else None)
        self._has_begun = False

    def missing(self, vector: Vector) -> str:
        """Why a vector is not put to the runtime; "" when it is."""
        for what, name in LISTS.items():
            for needed in vector.entry["needs"][what]:
                if needed not in self.declared[what]:
                    return "the %s %s is not declared" % (name, needed)
        for operation in vector.entry["operations"]:
            if operation not in self._player.operations:
                return "the operation %s is not given" % operation
        if "provider" not in vector.source and "mcp" not in vector.source:
            return ""
        keys = "it is about a header that the mock provider shows to none but the harness"
        return self._without_mock or (keys if any(needs_keys(step["expect"]) for step in vector.steps) else "")

    def wait_for_ever(self) -> None:
        """Takes the limit of time from calls, for who stands in a debugger."""
        self._player.caller.limit = 0

    def decides(self, vector: Vector) -> bool:
        """Whether a failure makes the test of the vector red."""
        levels = _LEVELS[self.level]
        return vector.entry["gating"] and vector.entry["group"] in self.groups and (
            not levels or vector.entry["level"] in levels)

    def play(self, vector: Vector) -> List[Attempt]:
        """The attempts: as it stands and, when that passed, under each transform; or one line `unsupported`."""
        missing = self.missing(vector)
        shared = {"id": vector.id, "clauses": vector.entry["clauses"]}
        if missing:
            attempts = [Attempt(type="unsupported", **shared, detail=missing)]
        else:
            shared.update({key: vector.entry[key] for key in ("level", "group", "gating")})
            attempts = [self._attempt(vector, shared, None)]
            for transform in self.transforms if attempts[0]["status"] == "pass" else ():
                if transform in vector.source.get("transforms", ()):
                    attempts.append(self._attempt(vector, shared, transform))
        attempts = [attempt for attempt in attempts if attempt]
        if self.jsonl:
            self._report(attempts)
        return attempts

    def check(self, vector: Vector) -> None:
        """Plays a vector as a test. Raises Failed, or SkipTest for what is not supported or does not decide."""
        for attempt in self.play(vector):
            if attempt["type"] == "unsupported":
                raise SkipTest(attempt["detail"])
            if attempt["status"] != "pass" and not self.decides(vector):
                raise SkipTest("does not decide: " + self.text(vector, attempt))
            if attempt["status"] != "pass":
                raise Failed(self.text(vector, attempt)) from attempt.cause

    def text(self, vector: Vector, attempt: Attempt) -> str:
        """What is to be said of an attempt that failed."""
        way = " [transform %s]" % attempt["transform"] if "transform" in attempt else ""
        text = "%s %s%s\n" % (attempt["status"], vector.id, way)
        for clause in vector.clauses:
            text += _field(clause["id"], "{level} — {statement} ({page}:{line})".format(**clause))
        text += _field("why", vector.why) + _field("verdict", attempt["detail"])
        text += _field("sent", "%s %s" % (attempt["operation"], _shown(attempt["sent"])))
        file = "" if way else self._given_file(vector)
        text += _field("the file", file[:_SHOWN]) if file else ""
        found = attempt.get("differences", [])
        if found:
            first = found[0]
            text += _field("first at", first["pointer"] or '"" (the whole answer)') + _field("", first["message"])
            text += _field("expected", _shown(first["expected"])) + _field("got", _shown(first["got"]))
        if len(found) > 1:
            text += _field("", "and %d more differences" % (len(found) - 1))
        if "answered" in attempt and not (found and found[0]["pointer"] == ""):
            text += _field("answered", _shown(attempt["answered"]))
        text += _field("raised at", attempt["stderr"].rstrip()) if attempt.get("stderr") else ""
        for clause in vector.clauses:
            text += _field("explain", "prompty-conformance explain " + clause["id"])
        return text.rstrip()

    def _attempt(self, vector: Vector, shared: Dict[str, Any], transform: Optional[str]) -> Attempt:
        play = Play(vector, self.corpus)
        if transform and not play.is_rewritten(transform):
            return Attempt()
        played = self._player.play(play)
        way = {"way": "transform", "transform": transform, "of": "direct"} if transform else {"way": "direct"}
        attempt = Attempt(type="attempt", **way, **shared, **played)
        attempt.cause = played.cause
        if attempt["status"] != "pass":
            attempt["rerun"] = "%s %s" % (self.rerun, vector.id)
        return attempt

    def _told_of(self, error: BaseException) -> Optional[Dict[str, Any]]:
        kind: Any = self.errors if callable(self.errors) else next(
            (self.errors[one] for one in type(error).__mro__ if one in self.errors), getattr(error, "kind", None))
        told = kind(error) if callable(kind) else kind
        if isinstance(told, str):
            told = {"kind": told, "message": str(error)}
            told.update({name: getattr(error, name) for name in ("partial", "spans") if hasattr(error, name)})
        if not isinstance(told, dict) or told.get("kind") not in self.corpus.known["errors"]:
            return None
        if isinstance(told.get("partial"), (list, tuple)):
            told = {**told, "partial": {"items": told["partial"]}}
        return {**told, "message": str(told.get("message", error))}

    def _given_file(self, vector: Vector) -> str:
        step = vector.steps[-1]
        files = {**vector.source.get("files", {}), **{path: text for one in vector.steps for path, text in one.get(
            "files", {}).items()}}
        path = step["given"].get("path")
        return self.corpus.bytes_of(files[path]).decode("utf-8", "replace") if path in files else ""

    def _report(self, lines: Sequence[Dict[str, Any]]) -> None:
        run = {"type": "run", "reportVersion": 2, "suiteVersion": self.corpus.document["suiteVersion"],
               "corpusDigest": self.corpus.document["editionDigests"][self.edition], "edition": self.edition,
               "profile": self.profile, "subject": {"name": self.name, "version": self.version, "language": "Python",
                           "protocolVersion": self.corpus.protocol_version},
               "commandLine": shlex.join(sys.argv), "subjectOption": self.name, "moreOptions": "",
               "deciding": {"level": self.level, "groups": self.groups, "requiredClasses": []},
               "selected": len(self.vectors), "rerun": self.rerun}
        with open(os.path.expanduser(self.jsonl or ""), "a" if self._has_begun else "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in ([] if self._has_begun else [run]) + list(lines))
        self._has_begun = True


def _listed(names: Names) -> List[str]:
    return [names] if isinstance(names, str) else list(names)


def _field(name: str, text: str) -> str:
    return "  %-11s %s\n" % (name, text.replace("\n", "\n" + " " * 14))


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if len(text) > 100:
        text = json.dumps(value, ensure_ascii=False, indent=2)
    return text if len(text) <= _SHOWN else "%s… (%d characters)" % (text[:_SHOWN], len(text))
