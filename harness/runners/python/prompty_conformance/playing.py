"""Plays a vector as it is written: files, params, calls, step by step (harness/judge/replay/replay.cpp)."""

import json
import os
import re
import shutil
import tempfile
import traceback
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Callable, Optional, Union

from .calling import Caller, Context, TimeUp
from .corpus import Corpus, Vector
from .json_text import NotJson, as_json
from .judging import Judgement, Reply, judge
from .matching import Difference
from .mock import Mock, Scenario



def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(element) for element in value] if isinstance(value, list) else value


# Of the transforms (vectors/README.md) the ends of the names of files that are rewritten, how, and which given texts.
_TEXTS = (("text",), ("rendered",), ("agent", "instructions"))
_REWRITES: dict[str, tuple[str, Callable[[str], str], tuple[tuple[str, ...], ...]]] = {
    "crlf": ("", lambda text: re.sub("(?<!\r)\n", "\r\n", text), _TEXTS),
    "bom": (".prompty", lambda text: "\ufeff" + text.removeprefix("\ufeff"), (("text",),)),
    "no-final-newline": (".prompty", lambda text: re.sub("\r?\n\\Z", "", text), _TEXTS),
    "key-order": ("/", str, ()),
    "unicode-escape": (".json", lambda text: re.sub("[^\0-\x7f]", lambda one: json.dumps(one[0])[1:-1], text), ())}


class Play:
    """What there is to play: steps, each with operation, given, files and expect, and what goes with them."""

    def __init__(self, vector: Vector, corpus: Corpus, transform: str = "") -> None:
        self.vector, shapes = vector, corpus.document["unsetMembers"]
        self.steps = [{**step, "given": as_json(step["given"]), "shape": shapes.get(step["operation"], {})}
                      for step in vector.steps]
        self.files = {path: corpus.bytes_of(file) for path, file in vector.source.get("files", {}).items()}
        self.scenario: dict[str, Any] = vector.entry.get("scenario", {})
        self.way = {"way": "transform", "transform": transform, "of": "direct"} if transform else {"way": "direct"}

    def is_rewritten(self) -> bool:
        """Makes the transform; whether that changed anything, such as escapes, which only files can have."""
        before = json.dumps([self.steps, self.scenario]), dict(self.files)
        ending, rewrite, texts = _REWRITES[self.way["transform"]]
        for path, data in self.files.items():
            if path.endswith(ending) and b"\0" not in data and data.decode("utf-8", "ignore").encode("utf-8") == data:
                self.files[path] = rewrite(data.decode("utf-8")).encode("utf-8")
        for given in [step["given"] for step in self.steps]:
            for *outer, name in texts:
                holder = given.get(outer[0]) if outer else given
                if isinstance(holder, dict) and isinstance(holder.get(name), str):
                    holder[name] = rewrite(holder[name])
        if self.way["transform"] == "key-order":
            self.steps = [{**step, "given": _reversed(step["given"])} for step in self.steps]
            self.scenario = _reversed(self.scenario)
        return before != (json.dumps([self.steps, self.scenario]), self.files)


class Attempt(dict[str, Any]):
    """A line of the report (vectors/schema/report.schema.json); `cause` is what was raised and is mapped to nothing,
    `file` the text of the file that was given by its path."""

    cause: Optional[BaseException] = None
    file = ""


@dataclass
class Player:
    """Plays vectors with the functions of a runtime, of whose errors `told_of` says what they mean."""

    operations: dict[str, Callable[..., Any]]
    told_of: Callable[[BaseException], Optional[dict[str, Any]]]
    profile: str
    caller: Caller
    mock: Optional[Mock]

    def play(self, play: Play) -> Attempt:
        """Where nothing is wrong but that calls did not meet, a vector has three plays (replay.hpp)."""
        plays = 3 if "parallel-tools" in play.vector.source.get("requires", {}).get("features", ()) else 1
        for _ in range(plays):
            attempt = self._play(play)
            if not all(one["pointer"].startswith("/overlaps") for one in attempt.get("differences", [{"pointer": ""}])):
                break
        return attempt

    def _play(self, play: Play) -> Attempt:
        """The first step that fails decides; what passed says so alone."""
        source, times = play.vector.source, play.vector.source.get("times", 1)
        with ExitStack() as ending:
            scenario = Scenario(self.mock, play.scenario) if self.mock and play.scenario else None
            if scenario:
                ending.callback(scenario.remove)
            folder = tempfile.mkdtemp(prefix="prompty-")
            ending.callback(shutil.rmtree, folder, ignore_errors=True)
            Path(folder, source.get("cwd", "")).mkdir(parents=True, exist_ok=True)
            _write(folder, play.files, scenario)
            for time, place in product(range(1, times + 1), range(len(play.steps))):
                attempt = self._step(play, place, folder, scenario)
                if attempt["status"] != "pass":
                    attempt["detail"] = ("time %d of %d: " % (time, times) if times > 1 else "") + attempt["detail"]
                    if os.path.isfile(attempt["sent"].get("path", "")):
                        attempt.file = Path(attempt["sent"]["path"]).read_text("utf-8", "replace")
                    return attempt
        for member in ("detail", "operation", "sent", "answered"):
            del attempt[member]
        return attempt

    def _step(self, play: Play, place: int, folder: str, scenario: Optional[Scenario]) -> Attempt:
        step, entry = play.steps[place], play.vector.entry
        if "steps" in play.vector.source:
            _write(folder, {path: text.encode("utf-8") for path, text in step.get("files", {}).items()}, scenario)
        added = {name: value.replace("${FOLDER}", folder) if isinstance(value, str) else value
                 for name, value in step["params"].items()}
        params = {**as_json(step["given"]), **as_json(added)}
        if self.profile == "live":
            params["options"] = {**params.get("options", {}), "profile": "live"}
        if scenario:
            params = scenario.with_address(params)
        judged_by = {member: entry[member] for member in ("clauses", "level", "group", "gating")}
        attempt = Attempt(type="attempt", id=entry["id"], **play.way, **judged_by, operation=step["operation"],
                          sent=as_json(params))
        judged = self._reply(attempt, params, Context(folder, scenario.see if scenario else lambda items: None))
        seen = scenario.requests() if scenario else None
        if isinstance(judged, Reply):
            judged = judge(step, self.profile, judged, seen)
        if scenario and (scenario.late or (scenario.unfit and judged.status == "pass")):
            judged = Judgement("fail", scenario.late or scenario.unfit)
        attempt.update(status=judged.status, detail=judged.detail)
        if judged.reading:
            attempt["reading"] = judged.reading
        if judged.differences:
            attempt["differences"] = list(map(Difference.told, judged.differences))
        return attempt

    def _reply(self, attempt: Attempt, params: Any, context: Context) -> Union[Reply, Judgement]:
        """How a call ended; a judgement when that was no end of its own."""
        operation, error = attempt["operation"], None
        try:
            value = self.caller.call(self.operations[operation], params, context)
        except KeyboardInterrupt:
            raise
        except TimeUp:
            attempt["stderr"] = self.caller.places_in_loop() or traceback.format_exc(-4)
            limit = self.caller.limit * 1000
            return Judgement("timeout", "%s gave no answer within %d ms" % (operation, limit))
        except BaseException as raised:  # whatever the runtime raises is about this vector alone
            error, value = raised, self.told_of(raised)
            if value is None:
                attempt.cause, attempt["stderr"] = raised, traceback.format_exc(-3)
                told = "%s raised %s, which errors maps to no kind: %s" % (operation, type(raised).__name__, raised)
                return Judgement("fail", told)
        try:
            reply = Reply(error is not None, as_json(value), as_json(context.items))
        except NotJson as mistake:
            return Judgement("fail", "%s returned what is no JSON: %s" % (operation, mistake))
        attempt["answered"] = {"error" if error else "result": reply.value}
        if reply.items:
            attempt["answered"]["items"] = reply.items
        return reply


def _write(folder: str, files: dict[str, bytes], scenario: Optional[Scenario]) -> None:
    for path, data in files.items():
        file = Path(folder, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.replace(b"${MOCK}", scenario.url.encode("ascii")) if scenario else data)
