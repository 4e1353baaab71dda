"""The mock provider, which answers what a vector scripts: one program for a run, a scenario for each vector."""

import atexit
import json
import re
import shutil
import subprocess
import threading
import urllib.request
from typing import Any, Dict, List, Optional

from .corpus import Problem
from .json_text import NotJson, mapped, parsed
from .judging import Judgement, both, failed, outcome_of
from .matching import differences

PROGRAM = "prompty-mock-provider"
_PATIENCE = 3.0  # seconds for which a stream is held until its items were seen (replay.hpp)


def found_program(mock: Any) -> str:
    """The path of the program that the option means; "" when it is not there."""
    return (shutil.which(PROGRAM if mock is True else mock) or "") if mock else ""


class Mock:
    """The program at a path, which starts with the first scenario and shows the keys that it was sent."""

    def __init__(self, program: str) -> None:
        self._program, self.url, self.scenarios = program, "", 0
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def start(self) -> None:
        """Raises Problem when it does not start."""
        words = [self._program, "--json", "--exit-with-parent", "--show-secrets", "--port", "0"]
        process = subprocess.Popen(words, text=True, stdout=subprocess.PIPE)
        atexit.register(lambda: (process.terminate(), process.communicate()))
        line = process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            raise Problem("%s does not start: is it of the same version as this package?" % self._program)
        self.url = json.loads(line)["url"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode("ascii")
        request = urllib.request.Request("%s/_mock/%s" % (self.url, path), data, {"content-type": "application/json"},
                                         method=method)
        with self._opener.open(request) as response:
            return json.load(response)


class Scenario:
    """What the mock provider plays for one vector, below an address of its own."""

    def __init__(self, mock: Mock, scenario: Dict[str, Any], hold: Optional[Dict[str, int]]) -> None:
        if not mock.url:
            mock.start()
        mock.scenarios += 1
        self._mock, self._name, self._items, self._late = mock, "s%d" % mock.scenarios, 0, ""
        self.url = "%s/%s" % (mock.url, self._name)
        mock.ask("PUT", "scenarios/" + self._name, scenario)
        self._hold = hold
        self._timer = threading.Timer(_PATIENCE, self._lose_patience)
        if hold:
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
        return mapped(value, lambda one: one.replace("${MOCK}", self.url) if isinstance(one, str) else one)

    def judged(self, judged: Judgement, expect: Dict[str, Any]) -> Judgement:
        """The judgement of the answer, with what is to be said of the requests."""
        entries = self._mock.ask("GET", "requests?scenario=" + self._name)
        if self._late:
            return Judgement("fail", self._late)
        wanted = outcome_of(expect, judged).get("requests", expect.get("requests"))
        if wanted is not None and (judged.status == "pass" or judged.differences):
            found = differences([{"$subset": request} for request in wanted], [_as_request(entry) for entry in entries])
            judged = both(judged, failed("the requests that the mock provider saw differ", found, "/requests"))
        for finding in [finding for entry in entries for finding in entry["findings"]]:
            if judged.status == "pass" and finding["rule"] == "scenario.step.fits":
                return Judgement("fail", finding["message"])
        return judged

    def remove(self) -> None:
        self._timer.cancel()
        self._mock.ask("DELETE", "scenarios/" + self._name)
        self._mock.ask("DELETE", "requests?scenario=" + self._name)


def _as_request(entry: Dict[str, Any]) -> Dict[str, Any]:
    """What is held against an expectation."""
    path = entry["path"] if entry["path"] == "/v1/messages" else re.sub("^/v1(?=/)", "", entry["path"])
    try:
        body = parsed(entry.get("body", ""))
    except NotJson:
        body = entry.get("body", "")
    if isinstance(body, dict):
        _drop_what_sdks_set(path, body)
    return {"method": entry["method"], "path": path + ("?" + entry["query"] if entry["query"] else ""),
            "headers": {name.lower(): value for name, value in entry["headers"]}, "body": body}


def _drop_what_sdks_set(path: str, body: Dict[str, Any]) -> None:
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


def _objects(value: Any) -> List[Dict[str, Any]]:
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []
