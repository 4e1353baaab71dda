"""The mock provider, which answers what a vector scripts: one program for a run, a scenario for each vector."""

import atexit
import json
import re
import shutil
import subprocess
import threading
import urllib.error
import urllib.request
from typing import Any, Dict, List

from .corpus import Problem
from .json_text import NotJson, parsed
from .judging import Judgement, both, failed
from .matching import differences

PROGRAM = "prompty-mock-provider"
_PATIENCE = 3.0  # seconds for which a stream is held until its items were seen (replay.hpp)
_KEY = re.compile(r'"(authorization|api-key|x-api-key|cookie)": (?!\{"\$absent")')
_SHORT_FORMS = ("text", "json", "toolCalls", "refusal", "reasoning")


def needs_keys(expect: Dict[str, Any]) -> bool:
    """Whether requests have to carry certain keys, which the mock provider's journal does not show."""
    return _KEY.search(json.dumps(expect)) is not None


class Mock:
    """The program at a path, which starts with the first scenario."""

    def __init__(self, program: str) -> None:
        self._program, self.url, self.scenarios = program, "", 0
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def start(self) -> None:
        """Raises Problem when it does not start."""
        process = subprocess.Popen([self._program, "--json", "--exit-with-parent", "--port", "0"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        atexit.register(lambda: (process.terminate(), process.communicate()))
        line = process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            raise Problem("%s does not start" % self._program)
        self.url = json.loads(line)["url"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode("ascii")
        request = urllib.request.Request("%s/_mock/%s" % (self.url, path), data, {"content-type": "application/json"},
                                         method=method)
        with self._opener.open(request) as response:
            return json.load(response)


def found_program(mock: Any) -> str:
    """The path of the program that the option means; "" when it is not there."""
    return (shutil.which(PROGRAM if mock is True else mock) or "") if mock else ""


class Scenario:
    """What the mock provider plays for one vector, below an address of its own."""

    def __init__(self, mock: Mock, steps: Any, source: Dict[str, Any]) -> None:
        if not mock.url:
            mock.start()
        mock.scenarios += 1
        self._mock, self._name, self._items, self._late = mock, "s%d" % mock.scenarios, 0, ""
        self.url = "%s/%s" % (mock.url, self._name)
        self._hold = ((steps or [{}])[0].get("respond") or {}).get("hold")
        self._wanted = (steps or [{}])[0].get("afterItems", self._hold)
        is_open = any(_connection(step["given"]).get("kind") == "anonymous" for step in source.get("steps") or [source])
        scenario = {"steps": steps or [], "admits": "anyone" if is_open else "with-key"}
        for step in scenario["steps"]:
            step.pop("afterItems", None)
            if any(form in step.get("respond", {}) for form in _SHORT_FORMS):
                step["respond"].setdefault("verbatim", True)
        if "mcp" in source:
            scenario["mcp"] = source["mcp"]
        mock.ask("PUT", "scenarios/" + self._name, scenario)
        self._timer = threading.Timer(_PATIENCE, self._let_out, [True])
        self._timer.daemon = True
        if self._hold is not None:
            self._timer.start()
            self._let_out_at(0)

    def see_item(self) -> None:
        self._let_out_at(self._items + 1)

    def _let_out_at(self, items: int) -> None:
        self._items = items
        if self._hold is not None and items == self._wanted:
            self._let_out(False)

    def _let_out(self, is_late: bool) -> None:
        self._timer.cancel()
        if is_late:
            told = ("the provider held chunk %d and all behind it back for %d ms; the chunks before it make %d %s, "
                    "of which %d had been handed on by then")
            items = "item" if self._wanted == 1 else "items"
            self._late = told % (self._hold, _PATIENCE * 1000, self._wanted, items, self._items)
        self._mock.ask("POST", "scenarios/%s/frames?count=1000000" % self._name)

    def with_address(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self.with_address(member) for key, member in value.items()}
        if isinstance(value, list):
            return [self.with_address(element) for element in value]
        return value.replace("${MOCK}", self.url) if isinstance(value, str) else value

    def judged(self, judged: Judgement, expect: Dict[str, Any]) -> Judgement:
        """The judgement of the answer, with what is to be said of the requests."""
        entries = self._mock.ask("GET", "requests?scenario=" + self._name)
        if self._late:
            return Judgement("fail", self._late)
        reading = expect.get("readings", {}).get(judged.reading or judged.nearest, expect)
        wanted = reading.get("requests", expect.get("requests"))
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


def _connection(value: Any) -> Dict[str, Any]:
    for name in ("agent", "model", "connection"):
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _as_request(entry: Dict[str, Any]) -> Dict[str, Any]:
    """What is held against an expectation: without what official SDKs set by themselves (vectors/README.md)."""
    try:
        body = parsed(entry.get("body", ""))
    except NotJson:
        body = entry.get("body", "")
    if isinstance(body, dict):
        if entry["path"].endswith("/embeddings") and body.get("encoding_format") == "base64":
            del body["encoding_format"]
        for tool in _list(body.get("tools")) if entry["path"].endswith("/chat/completions") else []:
            if isinstance(tool.get("function"), dict) and tool["function"].get("strict") is False:
                del tool["function"]["strict"]
        for item in _list(body.get("input")) if entry["path"].endswith("/responses") else []:
            if item.get("type") == "message":
                del item["type"]
                content = _list(item.get("content"))
                block = content[0] if len(content) == 1 else {}
                is_text = block.get("type") in ("input_text", "output_text") and isinstance(block.get("text"), str)
                if is_text and not set(block) - {"type", "text", "annotations"} and not block.get("annotations"):
                    item["content"] = block["text"]
    path = entry["path"][3 if entry["path"].startswith("/v1/") and entry["path"] != "/v1/messages" else 0:]
    path += "?" + entry["query"] if entry["query"] else ""
    headers = {name.lower(): value for name, value in entry["headers"]}
    return {"method": entry["method"], "path": path, "headers": headers, "body": body}


def _list(value: Any) -> List[Dict[str, Any]]:
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []
