"""The mock provider, which answers what a vector scripts: one program for a run, a scenario for each vector."""

import atexit
import json
import re
import shutil
import subprocess
import threading
from functools import cached_property
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from .corpus import Problem
from .json_text import NotJson, parsed
from .judging import Judgement, both, failed, outcome_of
from .matching import differences

PROGRAM = "prompty-mock-provider"
_PATIENCE = 3.0  # seconds for which a stream is held until its items were seen (replay.hpp)


def found_program(mock: Any) -> str:
    """The path of the program that the option means; "" when it is not there."""
    return (shutil.which(PROGRAM if mock is True else mock) or "") if mock else ""


class Mock:
    """The program at a path, which starts with the first scenario and shows the keys that it was sent. Raises Problem
    when it does not start."""

    def __init__(self, program: str) -> None:
        self._program, self.scenarios = program, 0

    @cached_property
    def url(self) -> str:
        words = [self._program, "--json", "--exit-with-parent", "--show-secrets", "--port", "0"]
        process = subprocess.Popen(words, text=True, stdout=subprocess.PIPE)
        atexit.register(lambda: (process.terminate(), process.communicate()))
        line = process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            raise Problem("%s does not start: is it of the same version as this package?" % self._program)
        return json.loads(line)["url"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        connection = HTTPConnection(urlsplit(self.url).netloc)
        text = None if body is None else json.dumps(body)
        connection.request(method, "/_mock/" + path, text, {"content-type": "application/json"})
        with connection.getresponse() as response:
            answer = json.load(response)
        if response.status >= 400:
            raise Problem("%s refused what it should play: %s" % (self._program, answer["error"]["message"]))
        return answer


class Scenario:
    """What the mock provider plays for one vector, below an address of its own."""

    def __init__(self, mock: Mock, scenario: dict[str, Any], entry: dict[str, Any]) -> None:
        mock.scenarios += 1
        self._mock, self._name, self._items, self._late = mock, "s%d" % mock.scenarios, 0, ""
        self.url = "%s/%s" % (mock.url, self._name)
        mock.ask("PUT", "scenarios/" + self._name, scenario)
        self._hold = entry.get("hold")
        self._timer = threading.Timer(_PATIENCE, self._lose_patience)
        if self._hold:
            self._timer.daemon = True
            self._timer.start()
        self.see(0)

    def see(self, items: int) -> None:
        """Lets the rest of a held stream out when the items before it were delivered."""
        self._items = items
        if self._hold and items == self._hold["items"]:
            self._let_out()

    def _lose_patience(self) -> None:
        chunk, wanted = self._hold["chunk"], self._hold["items"]  # type: ignore[index]
        told = ("the provider held chunk %d and all behind it back for %d ms; the chunks before it make %d item%s, "
                "of which %d had been handed on by then")
        self._late = told % (chunk, _PATIENCE * 1000, wanted, "" if wanted == 1 else "s", self._items)
        self._let_out()

    def _let_out(self) -> None:
        self._timer.cancel()
        self._mock.ask("POST", "scenarios/%s/frames?count=1000000" % self._name)

    def with_address(self, value: Any) -> Any:
        return json.loads(json.dumps(value).replace("${MOCK}", self.url))

    def judged(self, judged: Judgement, expect: dict[str, Any]) -> Judgement:
        """The judgement of the answer, with what is to be said of the requests."""
        entries = self._mock.ask("GET", "requests?scenario=" + self._name)
        if self._late:
            return Judgement("fail", self._late)
        wanted = outcome_of(expect, judged).get("requests", expect.get("requests"))
        if wanted is not None and (judged.status == "pass" or judged.differences):
            found = differences([{"$subset": request} for request in wanted], [_as_request(entry) for entry in entries])
            judged = both(judged, failed("the requests that the mock provider saw differ", found, "/requests"))
        unfit = [finding["message"] for entry in entries for finding in entry["findings"]
                 if finding["rule"] == "scenario.step.fits"]
        return Judgement("fail", unfit[0]) if unfit and judged.status == "pass" else judged

    def remove(self) -> None:
        self._timer.cancel()
        self._mock.ask("DELETE", "scenarios/" + self._name)
        self._mock.ask("DELETE", "requests?scenario=" + self._name)


def _as_request(entry: dict[str, Any]) -> dict[str, Any]:
    """What is held against an expectation."""
    path = re.sub("^/v1(?=/)(?!/messages$)", "", entry["path"])
    try:
        body = parsed(entry.get("body", ""))
    except NotJson:
        body = entry.get("body", "")
    if isinstance(body, dict):
        _drop_what_sdks_set(path, body)
    return {"method": entry["method"], "path": path + ("?" + entry["query"] if entry["query"] else ""),
            "headers": {name.lower(): value for name, value in entry["headers"]}, "body": body}


def _drop_what_sdks_set(path: str, body: dict[str, Any]) -> None:
    """What official SDKs set by themselves, whatever their caller says (vectors/README.md)."""
    if path.endswith("/embeddings") and body.get("encoding_format") == "base64":
        del body["encoding_format"]
    for tool in _objects(body.get("tools")) if path.endswith("/chat/completions") else ():
        if isinstance(tool.get("function"), dict) and tool["function"].get("strict") is False:
            del tool["function"]["strict"]
    for item in _objects(body.get("input")) if path.endswith("/responses") else ():
        if item.get("type") != "message":
            continue
        del item["type"]
        block, *others = _objects(item.get("content")) or [{}]
        is_text = block.get("type") in ("input_text", "output_text") and isinstance(block.get("text"), str)
        if is_text and not others and block.keys() <= {"type", "text", "annotations"} and not block.get("annotations"):
            item["content"] = block["text"]


def _objects(value: Any) -> list[dict[str, Any]]:
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []
