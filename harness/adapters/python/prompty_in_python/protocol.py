"""The adapter protocol: one JSON-RPC request a line on standard input, one answer a line on standard output."""

import json
import sys
from typing import Any, Callable, TextIO

from . import agent as loading
from .answers import process
from .errors import BrokenStream, kind_of
from .frontmatter import BLANKS, split
from .inputs import validate_inputs
from .markers import require_parser, split_messages
from .preparing import prepare
from .rendering import render
from .requests_by_provider import API_TYPES, build_request
from .streams import process_stream
from .tools import Surroundings, tools_to_wire

Params = dict[str, Any]


def _surroundings(params: Params) -> Surroundings:
    return Surroundings(
        folder=params.get("baseDir") or ".",
        environment=params.get("env"),
        discovered=params.get("discovered") or {},
        handlers=params.get("handlers") or {},
    )


def _split(params: Params) -> Any:
    parts = split(params["text"])
    trimmed = parts.frontmatter.strip(BLANKS) if parts.frontmatter is not None else None
    return {"frontmatter": trimmed, "body": parts.body}


def _parse(params: Params) -> Any:
    require_parser(params.get("agent") or {})
    return split_messages(params["rendered"])


OPERATIONS: dict[str, Callable[[Params], Any]] = {
    "split": _split,
    "load": lambda params: loading.load(params["path"], params.get("env")),
    "validate_inputs": lambda params: validate_inputs(params["agent"], params["inputs"]),
    "render": lambda params: {
        "rendered": render(params["agent"], params["inputs"], undefined=params.get("undefined")).text
    },
    "parse": _parse,
    "prepare": lambda params: prepare(params["agent"], params["inputs"]),
    "build_request": lambda params: build_request(params["agent"], params["messages"], _surroundings(params)),
    "project_tools": lambda params: {"tools": tools_to_wire(params["agent"].get("tools"), _surroundings(params))},
    "process": lambda params: process(params["agent"], params["response"]),
    "process_stream": lambda params: process_stream(params["agent"], params["chunks"]),
}


def capabilities() -> dict[str, Any]:
    """What this implementation says of itself."""
    return {
        "protocolVersion": 6,
        "implementation": {"name": "prompty-in-python", "version": "1.0.0", "language": "Python"},
        "operations": list(OPERATIONS),
        "providers": ["openai", "anthropic"],
        "apiTypes": list(API_TYPES),
        "features": ["sync", "env", "jinja2", "mustache", "strict", "discovered", "prompty-tools",
                     "undefined-error", "response-streams", "anthropic-streams", "file-details", "jinja2-details",
                     "render-limits", "parse-details", "stream-details"],
    }


def answer(method: str, params: Params) -> dict[str, Any]:
    """The member `result` or `error` for one request."""
    if method == "initialize":
        return {"result": capabilities()}
    if method not in OPERATIONS:
        return {"error": {"code": -32601, "message": f"{method} is not offered"}}
    try:
        return {"result": OPERATIONS[method](params)}
    except BrokenStream as broken:
        data = {"kind": kind_of(broken.cause), "message": str(broken), "partial": {"items": broken.items}}
    except Exception as error:  # whatever the implementation raises is an answer
        data = {"kind": kind_of(error), "message": str(error)}
    return {"error": {"code": -32000, "message": data["message"], "data": data}}


def serve(requests: TextIO, answers: TextIO) -> None:
    """Answers one request after the other until told to stop."""
    for line in requests:
        request = json.loads(line)
        if request["method"] == "shutdown":
            return
        response = {"jsonrpc": "2.0", "id": request["id"], **answer(request["method"], request.get("params") or {})}
        answers.write(json.dumps(response) + "\n")
        answers.flush()


def main() -> None:
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    serve(sys.stdin, sys.stdout)
