"""Plays a vector as it is written: files, params, calls, step by step (harness/judge/replay/replay.cpp)."""

import json
import os
import re
import shutil
import tempfile
from typing import Any, Callable, Dict, List, Optional, Tuple

from .calling import Caller, Context, TimeUp
from .corpus import Corpus, Vector
from .json_text import NotJson, as_json
from .judging import Judgement, Reply, judge, without_unset
from .mock import Mock, Scenario

_TAKE_A_PATH = ("load", "invoke", "turn")


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(list(value))}
    return [_reversed(element) for element in value] if isinstance(value, list) else value


# Of the transforms (vectors/README.md) the ends of the names of files that are rewritten, how, and which given texts.
_TEXTS = (("text",), ("rendered",), ("agent", "instructions"))
_REWRITES: Dict[str, Tuple[str, Callable[[str], str], Tuple[Tuple[str, ...], ...]]] = {
    "crlf": ("", lambda text: re.sub("(?<!\r)\n", "\r\n", text), _TEXTS),
    "bom": (".prompty", lambda text: text if text[:1] == "\ufeff" else "\ufeff" + text, (("text",),)),
    "no-final-newline": (".prompty", lambda text: re.sub("\r?\n\\Z", "", text), _TEXTS),
    "key-order": ("/", str, ()),
    "unicode-escape": (".json", lambda text: re.sub("[^\0-\x7f]", lambda one: json.dumps(one[0])[1:-1], text), ())}


class Play:
    """What there is to play: steps, each with operation, given, files and expect, and what goes with them."""

    def __init__(self, vector: Vector, corpus: Corpus) -> None:
        self.vector = vector
        self.steps = [{**step, "given": as_json(step["given"])} for step in vector.steps]
        self.files = {path: corpus.bytes_of(file) for path, file in vector.source.get("files", {}).items()}
        self.scenario: Dict[str, Any] = vector.entry.get("scenario", {})

    def is_rewritten(self, transform: str) -> bool:
        """Makes the transform; whether that changed anything, such as escapes, which only files can have."""
        before = json.dumps([self.steps, self.scenario]), dict(self.files)
        ending, rewrite, texts = _REWRITES[transform]
        for path, data in self.files.items():
            if path.endswith(ending) and b"\0" not in data and data.decode("utf-8", "ignore").encode("utf-8") == data:
                self.files[path] = rewrite(data.decode("utf-8")).encode("utf-8")
        for given in [step["given"] for step in self.steps]:
            for *outer, name in texts:
                holder = given.get(outer[0]) if outer else given
                if isinstance(holder, dict) and isinstance(holder.get(name), str):
                    holder[name] = rewrite(holder[name])
        if transform == "key-order":
            self.steps = [{**step, "given": _reversed(step["given"])} for step in self.steps]
            self.scenario = _reversed(self.scenario)
        return before != (json.dumps([self.steps, self.scenario]), self.files)


class Attempt(Dict[str, Any]):
    """A line of the report (vectors/schema/report.schema.json); `cause` is what was raised and is mapped to nothing."""

    cause: Optional[BaseException] = None


class Player:
    """Plays vectors with the functions of a runtime, of whose errors `told_of` says what they mean."""

    def __init__(self, operations: Dict[str, Tuple[Callable[..., Any], bool]],
                 told_of: Callable[[BaseException], Optional[Dict[str, Any]]], profile: str, limit: float,
                 mock: Optional[Mock]) -> None:
        self.operations, self.told_of, self.profile, self.mock = operations, told_of, profile, mock
        self.caller = Caller(limit)

    def play(self, play: Play) -> Attempt:
        """Where nothing is wrong but that calls did not meet, a vector has three plays (replay.hpp)."""
        needs_it = "parallel-tools" in play.vector.source.get("requires", {}).get("features", ())
        attempt = self._play(play)
        for _ in range(2 if needs_it else 0):
            differences = attempt.get("differences", [])
            if differences and all(one["pointer"].startswith("/overlaps") for one in differences):
                attempt = self._play(play)
        return attempt

    def _play(self, play: Play) -> Attempt:
        """The first step that fails decides; what passed says so alone."""
        source, hold = play.vector.source, play.vector.entry.get("hold")
        scenario = Scenario(self.mock, play.scenario, hold) if self.mock and play.scenario else None
        needs_folder = bool(play.files) or "cwd" in source
        folder = tempfile.mkdtemp(prefix="prompty-") if needs_folder else tempfile.gettempdir()
        try:
            os.makedirs(os.path.join(folder, source.get("cwd", "")), exist_ok=True)
            _write(folder, play.files, scenario)
            for time in range(1, source.get("times", 1) + 1):
                for place, step in enumerate(play.steps):
                    changed = step.get("files", {}) if "steps" in source else {}
                    _write(folder, {path: text.encode("utf-8") for path, text in changed.items()}, scenario)
                    attempt = self._step(play, place, folder, scenario)
                    if attempt["status"] != "pass":
                        which = "time %d of %d: " % (time, source["times"]) if "times" in source else ""
                        attempt["detail"] = which + attempt["detail"]
                        return attempt
        finally:
            if needs_folder:
                shutil.rmtree(folder, ignore_errors=True)
            if scenario:
                scenario.remove()
        return Attempt({key: attempt[key] for key in ("status", "reading") if key in attempt})

    def _step(self, play: Play, place: int, folder: str, scenario: Optional[Scenario]) -> Attempt:
        step, accepted = play.steps[place], play.vector.entry["accepted"][place]
        params = self._params(step, play, folder)
        if scenario:
            params = scenario.with_address(params)
        attempt = Attempt(operation=step["operation"], sent=as_json(params))
        reply = self._reply(attempt, params, folder, scenario)
        judged = judge(step["expect"], accepted, self.profile, without_unset(step["operation"], reply))
        if scenario:
            judged = scenario.judged(judged, step["expect"])
        attempt.update(_told(judged))
        return attempt

    def _params(self, step: Dict[str, Any], play: Play, folder: str) -> Dict[str, Any]:
        params, source, takes_path = as_json(step["given"]), play.vector.source, step["operation"] in _TAKE_A_PATH
        if takes_path and "path" in params:
            params["path"] = os.path.join(folder, params["path"])
        if play.files and "path" not in params:
            params["baseDir"] = os.path.join(folder, params["baseDir"]) if "baseDir" in params else folder
        if "cwd" in source and takes_path:
            params["cwd"] = os.path.join(folder, source["cwd"])
        if "env" in source:
            params.setdefault("env", dict(source["env"]))
        if self.profile == "live":
            params.setdefault("options", {})["profile"] = "live"
        return params

    def _reply(self, attempt: Attempt, params: Any, folder: str, scenario: Optional[Scenario]) -> Reply:
        operation = attempt["operation"]
        function, takes_context = self.operations[operation]
        context = Context(folder, scenario.see if scenario else lambda items: None)
        result, error, trace = self.caller.call(function, (params, context) if takes_context else (params,), context)
        if isinstance(error, TimeUp):
            attempt["stderr"] = trace
            return Reply("timeout", detail="%s gave no answer within %d ms" % (operation, self.caller.limit * 1000))
        try:
            items: List[Any] = as_json(context.items)
            told = self.told_of(error) if error else None
            if error and told is None:
                attempt.cause, attempt["stderr"] = error, trace
                raised = "%s raised %s, which errors maps to no kind: %s"
                return Reply("fail", detail=raised % (operation, type(error).__name__, error))
            status, value = ("error", as_json(told)) if error else ("result", as_json(result))
        except NotJson as mistake:
            return Reply("fail", detail="%s returned what is no JSON: %s" % (operation, mistake))
        attempt["answered"] = {status: value, **({"items": items} if items else {})}
        return Reply(status, value, items)


def _told(judged: Judgement) -> Dict[str, Any]:
    """The members of a report's line that say how an answer came out."""
    found = [{key: value for key, value in one._asdict().items() if key != "inside" or value}
             for one in judged.differences]
    return {"status": judged.status, "detail": judged.detail, **({"reading": judged.reading} if judged.reading else {}),
            **({"differences": found} if found else {})}


def _write(folder: str, files: Dict[str, bytes], scenario: Optional[Scenario]) -> None:
    for path, data in files.items():
        file = os.path.join(folder, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as target:
            target.write(data.replace(b"${MOCK}", scenario.url.encode("ascii")) if scenario else data)
