"""The mock provider, which answers what a vector scripts: one program for a run, a scenario for each vector."""

import atexit
import json
import subprocess
from functools import cached_property
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from .corpus import Problem
from .json_text import as_json

PROGRAM = "prompty-mock-provider"


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
        connection.request(method, "/_mock/" + path, body and json.dumps(body), {"content-type": "application/json"})
        with connection.getresponse() as response:
            answer = json.load(response)
        if response.status >= 400:
            raise Problem("%s refused what it should play: %s" % (self._program, answer["error"]["message"]))
        return answer


class Scenario:
    """What the mock provider plays for one vector, below an address of its own."""

    def __init__(self, mock: Mock, scenario: dict[str, Any]) -> None:
        mock.scenarios += 1
        self._mock, self._name = mock, "s%d" % mock.scenarios
        self._holds = "letsOut" in scenario
        self.url = "%s/%s" % (mock.url, self._name)
        self.late = self.unfit = ""  # why an answer proves nothing, whatever it is or when it passed
        mock.ask("PUT", "scenarios/" + self._name, scenario)

    def see(self, items: int) -> None:
        """Says that so many items were delivered, which lets out the rest of a stream that is held."""
        if self._holds:
            self._mock.ask("POST", "scenarios/%s/items?count=%d" % (self._name, items))

    def with_address(self, value: Any) -> Any:
        return json.loads(json.dumps(value).replace("${MOCK}", self.url))

    def requests(self) -> list[dict[str, Any]]:
        """What was requested, in the form of expectations."""
        requests = as_json(self._mock.ask("GET", "requests?format=plain&scenario=" + self._name))
        findings = [finding for request in requests for finding in request.pop("findings")]
        self.unfit = next((one["message"] for one in findings if one["rule"] == "scenario.step.fits"), "")
        self.late = self._mock.ask("GET", "scenarios/" + self._name).get("late", "") if self._holds else ""
        return requests

    def remove(self) -> None:
        self._mock.ask("DELETE", "scenarios/" + self._name)
        self._mock.ask("DELETE", "requests?scenario=" + self._name)
