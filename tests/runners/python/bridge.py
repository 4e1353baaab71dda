"""An adapter as functions for the runner: each operation that it declares is asked over its standard input."""

import json
import shlex
import subprocess
import tempfile
from typing import Any, Dict


class Raised(Exception):
    """What an adapter said of an error of its implementation."""

    def __init__(self, data: Dict[str, Any]) -> None:
        super().__init__(data["message"])
        self.told = data


class Adapter:
    """Starts a command; `declared` is what it answers to initialize."""

    def __init__(self, command: str) -> None:
        self._scratch = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True, encoding="utf-8", cwd=self._scratch.name)
        self._last = 0
        self.declared = self._ask("initialize", {"protocolVersion": 6, "suite": {"name": "test", "version": ""},
                                                 "scratch": self._scratch.name, "editions": ["2026-04"]}, None)
        self.operations = {name: self._operation(name) for name in self.declared["operations"]}

    def options(self) -> Dict[str, Any]:
        """The options of Conformance that say what the adapter declares."""
        members = {"providers": "providers", "apiTypes": "api_types", "connectionKinds": "connection_kinds",
                   "features": "features"}
        said = {option: self.declared[member] for member, option in members.items() if member in self.declared}
        return {"name": self.declared["implementation"]["name"], "errors": {Raised: lambda error: error.told}, **said}

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass  # it ended before
        self._process.stdout.close()
        self._scratch.cleanup()

    def _operation(self, name: str) -> Any:
        return lambda params, context: self._ask(name, params, context.item)

    def _ask(self, method: str, params: Any, deliver: Any) -> Any:
        self._last += 1
        request = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        while True:
            line = json.loads(self._process.stdout.readline())
            if "method" in line:
                deliver(line["params"]["item"])
            elif "error" in line:
                code = line["error"]["code"]
                raise Raised(line["error"]["data"]) if code == -32000 else RuntimeError(str(code))
            else:
                return line["result"]
