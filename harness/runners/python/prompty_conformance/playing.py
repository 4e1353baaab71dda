"""Plays a vector as it is written: files, params, calls, step by step (harness/judge/replay/replay.cpp)."""

import base64
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

TRANSFORMS = ("crlf", "bom", "no-final-newline", "key-order", "unicode-escape")
_TAKE_A_PATH = ("load", "invoke", "turn")


class Play:
    """What there is to play: steps, each with operation, given, files and expect, and what goes with them."""

    def __init__(self, vector: Vector, corpus: Corpus) -> None:
        source = vector.source
        self.vector = vector
        self.steps = [{**step, "given": as_json(step["given"])} for step in vector.steps]
        self.files = {path: _bytes_of(file, corpus) for path, file in source.get("files", {}).items()}
        self.provider: Any = as_json(source.get("provider"))

    def rewritten(self, transform: str) -> bool:
        """Whether the transform changes anything; it is made (vectors/README.md, "Transforms")."""
        before = json.dumps([self.steps, self.provider]), dict(self.files)
        for path, data in self.files.items():
            is_prompt = path.endswith(".prompty")
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                continue
            if transform == "crlf" and "\0" not in text:
                text = _with_crlf(text)
            elif transform == "no-final-newline" and is_prompt:
                text = _without_final_newline(text)
            elif transform == "bom" and is_prompt:
                text = _with_bom(text)
            elif transform == "unicode-escape" and path.endswith(".json"):
                text = re.sub("[^\0-\x7f]", lambda letter: json.dumps(letter[0])[1:-1], text)
            self.files[path] = text.encode("utf-8")
        change = {"crlf": _with_crlf, "no-final-newline": _without_final_newline}.get(transform)
        for step in self.steps:
            given = step["given"]
            for holder, name in ((given, "text"), (given, "rendered"), (given.get("agent"), "instructions")):
                if change and isinstance(holder, dict) and isinstance(holder.get(name), str):
                    holder[name] = change(holder[name])
            if transform == "bom" and step["operation"] == "split" and isinstance(given.get("text"), str):
                given["text"] = _with_bom(given["text"])
            if transform == "key-order":
                step["given"] = _reversed(given)
        for answer in [step.get("respond", {}) for step in self.provider or []]:
            if transform == "unicode-escape":
                answer["letters"] = "escaped"
            for name in ("body", "chunks", "json"):
                if transform == "key-order" and name in answer:
                    answer[name] = _reversed(answer[name])
        return before != (json.dumps([self.steps, self.provider]), self.files)


def _bytes_of(file: Any, corpus: Corpus) -> bytes:
    content = corpus.fixtures[file["fixture"]] if isinstance(file, dict) and "fixture" in file else file
    return content.encode("utf-8") if isinstance(content, str) else base64.b64decode(content["base64"])


def _with_crlf(text: str) -> str:
    return re.sub("(?<!\r)\n", "\r\n", text)


def _with_bom(text: str) -> str:
    return text if text[:1] == "\ufeff" else "\ufeff" + text


def _without_final_newline(text: str) -> str:
    return re.sub("\r?\n\\Z", "", text)


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(list(value))}
    return [_reversed(element) for element in value] if isinstance(value, list) else value


class Attempt(Dict[str, Any]):
    """A line of the report (vectors/schema/report.schema.json); `cause` is what the runtime raised and nobody mapped."""

    cause: Optional[BaseException] = None


class Player:
    """Plays vectors with the functions of a runtime, whose errors `kind_of` translates."""

    def __init__(self, corpus: Corpus, operations: Dict[str, Tuple[Callable[..., Any], bool]],
                 told_of: Callable[[BaseException], Optional[Dict[str, Any]]], profile: str, limit: float,
                 mock: Optional[Mock]) -> None:
        self.corpus, self.operations, self.told_of = corpus, operations, told_of
        self.profile, self.mock, self.caller = profile, mock, Caller(limit)

    def play(self, play: Play) -> Attempt:
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
                    _write(folder, {path: text.encode("utf-8") for path, text in step.get("files", {}).items()}
                           if "steps" in source else {}, scenario)
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
        attempt.update(operation=step["operation"], sent=as_json(params))
        reply = self._reply(attempt, step["operation"], params, folder, scenario)
        accepted = entry["accepted"][place].get(self.profile, [])
        readings = step["expect"].get("readings", {})
        departures = self.corpus.departures(play.vector, readings) if self.profile == "lenient" and readings else []
        judged = judge(step["expect"], accepted, without_unset(step["operation"], reply), departures)
        if scenario:
            judged = scenario.judged(judged, step["expect"])
            attempt["http"] = scenario.exchanges()
        attempt.pop("reading", None)
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
