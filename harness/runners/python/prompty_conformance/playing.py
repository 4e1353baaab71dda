"""Plays a vector as it is written: files, params, calls, step by step (harness/judge/replay/replay.cpp)."""

import json
import os
import re
import shutil
import tempfile
from typing import Any, Callable, Dict, List, Optional, Tuple

from .calling import Call, Caller, Context
from .corpus import Corpus, Vector
from .json_text import NotJson, as_json
from .judging import Judgement, Reply, judge, without_unset
from .mock import Mock, Scenario

_TAKE_A_PATH = ("load", "invoke", "turn")


def _with_crlf(text: str) -> str:
    return re.sub("(?<!\r)\n", "\r\n", text)


def _with_bom(text: str) -> str:
    return text if text[:1] == "\ufeff" else "\ufeff" + text


def _without_final_newline(text: str) -> str:
    return re.sub("\r?\n\\Z", "", text)


def _escaped(text: str) -> str:
    return re.sub("[^\0-\x7f]", lambda letter: json.dumps(letter[0])[1:-1], text)


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(list(value))}
    return [_reversed(element) for element in value] if isinstance(value, list) else value


# Of the transforms (vectors/README.md) the ends of the names of files that are rewritten, how, and which given texts.
_TEXTS = (("text",), ("rendered",), ("agent", "instructions"))
_REWRITES: Dict[str, Tuple[str, Callable[[str], str], Tuple[Tuple[str, ...], ...]]] = {
    "crlf": ("", _with_crlf, _TEXTS), "bom": (".prompty", _with_bom, (("text",),)),
    "no-final-newline": (".prompty", _without_final_newline, _TEXTS), "key-order": ("/", str, ()),
    "unicode-escape": (".json", _escaped, ())}


class Play:
    """What there is to play: steps, each with operation, given, files and expect, and what goes with them."""

    def __init__(self, vector: Vector, corpus: Corpus) -> None:
        self.vector = vector
        self.steps = [{**step, "given": as_json(step["given"])} for step in vector.steps]
        self.files = {path: corpus.bytes_of(file) for path, file in vector.source.get("files", {}).items()}
        self.provider: Any = as_json(vector.source.get("provider"))

    def is_rewritten(self, transform: str) -> bool:
        """Makes the transform; whether that changed anything."""
        before = json.dumps([self.steps, self.provider]), dict(self.files)
        ending, rewrite, texts = _REWRITES[transform]
        for path, data in self.files.items():
            if path.endswith(ending) and b"\0" not in data and data.decode("utf-8", "ignore").encode("utf-8") == data:
                self.files[path] = rewrite(data.decode("utf-8")).encode("utf-8")
        for step in self.steps:
            for place in texts if transform != "bom" or step["operation"] == "split" else ():
                holder = step["given"] if len(place) == 1 else step["given"].get(place[0])
                if isinstance(holder, dict) and isinstance(holder.get(place[-1]), str):
                    holder[place[-1]] = rewrite(holder[place[-1]])
            if transform == "key-order":
                step["given"] = _reversed(step["given"])
        for answer in [step.get("respond", {}) for step in self.provider or []]:
            answer.update({"letters": "escaped"} if transform == "unicode-escape" else {})
            for name in [name for name in ("body", "chunks", "json") if name in answer and transform == "key-order"]:
                answer[name] = _reversed(answer[name])
        return before != (json.dumps([self.steps, self.provider]), self.files)


class Attempt(Dict[str, Any]):
    """A line of the report (vectors/schema/report.schema.json); `cause` is what was raised and is mapped to nothing."""

    cause: Optional[BaseException] = None


class Player:
    """Plays vectors with the functions of a runtime, whose errors `kind_of` translates."""

    def __init__(self, corpus: Corpus, operations: Dict[str, Tuple[Callable[..., Any], bool]],
                 told_of: Callable[[BaseException], Optional[Dict[str, Any]]], profile: str, limit: float,
                 mock: Optional[Mock]) -> None:
        self.corpus, self.operations, self.told_of = corpus, operations, told_of
        self.profile, self.mock, self.caller = profile, mock, Caller(limit)

    def play(self, play: Play) -> Attempt:
        """Where nothing is wrong but that calls did not meet, a vector has three plays (replay.hpp)."""
        needs_it = "parallel-tools" in play.vector.source.get("requires", {}).get("features", ())
        attempt = self._play(play)
        for _ in range(2):
            differences = attempt.get("differences", [])
            if needs_it and differences and all(one["pointer"].startswith("/overlaps") for one in differences):
                attempt = self._play(play)
        return attempt

    def _play(self, play: Play) -> Attempt:
        """The first step that fails decides; what passed says so alone."""
        source = play.vector.source
        is_scripted = "provider" in source or "mcp" in source
        scenario = Scenario(self.mock, play.provider, source) if self.mock and is_scripted else None
        needs_folder = bool(play.files) or "cwd" in source
        folder = tempfile.mkdtemp(prefix="prompty-") if needs_folder else tempfile.gettempdir()
        attempt = Attempt()
        try:
            _write(folder, play.files, scenario)
            if "cwd" in source:
                os.makedirs(os.path.join(folder, source["cwd"]), exist_ok=True)
            for time in range(1, source.get("times", 1) + 1):
                for place, step in enumerate(play.steps):
                    changed = step.get("files", {}) if "steps" in source else {}
                    _write(folder, {path: text.encode("utf-8") for path, text in changed.items()}, scenario)
                    judged = self._step(attempt, play, place, folder, scenario)
                    if judged.status != "pass":
                        which = "time %d of %d: " % (time, source["times"]) if "times" in source else ""
                        attempt.update(status=judged.status, detail=which + judged.detail)
                        return attempt
        finally:
            if needs_folder:
                shutil.rmtree(folder, ignore_errors=True)
            if scenario:
                scenario.remove()
        return Attempt(status="pass", **{key: attempt[key] for key in ("reading",) if key in attempt})

    def _step(self, attempt: Attempt, play: Play, place: int, folder: str, scenario: Optional[Scenario]) -> Judgement:
        step, entry = play.steps[place], play.vector.entry
        params = self._params(step, play, folder)
        if scenario:
            params = scenario.with_address(params)
        attempt.clear()
        attempt.update(operation=step["operation"], sent=as_json(params))
        reply = self._reply(attempt, step["operation"], params, folder, scenario)
        accepted = entry["accepted"][place].get(self.profile, [])
        readings = step["expect"].get("readings", {})
        departures = self.corpus.departures(play.vector, readings) if self.profile == "lenient" and readings else []
        judged = judge(step["expect"], accepted, without_unset(step["operation"], reply), departures)
        if scenario:
            judged = scenario.judged(judged, step["expect"])
        if judged.reading:
            attempt["reading"] = judged.reading
        if judged.differences:
            attempt["differences"] = [{key: value for key, value in one._asdict().items() if key != "inside" or value}
                                      for one in judged.differences]
        return judged

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

    def _reply(self, attempt: Attempt, operation: str, params: Any, folder: str, scenario: Optional[Scenario]) -> Reply:
        function, takes_context = self.operations[operation]
        context = Context(folder, scenario.see_item if scenario else lambda: None)
        call = Call(function, (params, context) if takes_context else (params,), context)
        self.caller.make(call)
        if call.is_late:
            attempt["stderr"] = call.trace
            return Reply("timeout", detail="%s gave no answer within %d ms" % (operation, self.caller.limit * 1000))
        try:
            items: List[Any] = as_json(context.items)
            told = self.told_of(call.error) if call.error else None
            if call.error and told is None:
                attempt.cause, attempt["stderr"] = call.error, call.trace
                raised = "%s raised %s, which errors maps to no kind: %s"
                return Reply("fail", detail=raised % (operation, type(call.error).__name__, call.error))
            status, value = ("error", as_json(told)) if call.error else ("result", as_json(call.result))
        except NotJson as error:
            return Reply("fail", detail="%s returned what is no JSON: %s" % (operation, error))
        attempt["answered"] = {status: value, **({"items": items} if items else {})}
        return Reply(status, value, items)


def _write(folder: str, files: Dict[str, bytes], scenario: Optional[Scenario]) -> None:
    for path, data in files.items():
        file = os.path.join(folder, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as target:
            target.write(data.replace(b"${MOCK}", scenario.url.encode("ascii")) if scenario else data)
