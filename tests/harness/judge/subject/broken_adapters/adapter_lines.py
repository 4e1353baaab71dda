"""What the adapters of this folder share: reading requests, answering them, and one request that goes wrong.

Each of them behaves well (it answers every request with its params) until a request says "misbehave".
"""

import json
import sys
from typing import Any, Callable, Iterator

Request = dict[str, Any]


def line_of(request_id: Any, result: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "result": result}) + "\n"


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request: Request, result: Any) -> None:
    write(line_of(request["id"], result))


def greeting(**declared: Any) -> dict[str, Any]:
    return {
        "protocolVersion": 6,
        "implementation": {"name": "broken", "version": "1", "language": "Python"},
        "operations": ["echo"],
        **declared,
    }


def requests(**declared: Any) -> Iterator[Request]:
    """Every request but `initialize`, which is answered here, until `shutdown` or the end of input."""
    while line := sys.stdin.readline():
        request = json.loads(line)
        if request["method"] == "shutdown":
            return
        if request["method"] == "initialize":
            answer(request, greeting(**declared))
        else:
            yield request


def serve(misbehave: Callable[[Request], None]) -> None:
    for request in requests():
        if "misbehave" in request["params"]:
            misbehave(request)
        else:
            answer(request, request["params"])
