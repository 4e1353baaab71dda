#!/usr/bin/env python3
"""A conformance adapter that offers one operation, `split`, in nothing but the standard library.

Each request is one line of JSON on standard input, each answer one line on standard output. The splitting rule is the
one of the specification's section 2.2; everything below `main` is all that plugging in takes. Try it with:

    prompty-conformance run --subject 'python3 harness/adapters/python/split.py'
"""

import json
import sys
from typing import Any, Optional

BLANKS = " \t\n\r\f\v"
DELIMITERS = ("---", "+++")


def split(text: str) -> dict[str, Optional[str]]:
    """Frontmatter (None when there is none) and body; ValueError when an opened frontmatter is not closed."""
    text = text.removeprefix("\ufeff")
    opened = text.lstrip(BLANKS)
    if not opened.startswith(DELIMITERS):
        return {"frontmatter": None, "body": text}
    closers = [at for at in (opened.find(delimiter, 3) for delimiter in DELIMITERS) if at >= 0]
    if not closers:
        raise ValueError("The frontmatter is opened but never closed; add a line of --- after the properties.")
    closer = min(closers)
    rest = opened[closer + 3 :]
    if not rest:
        raise ValueError("The file ends at the closing delimiter; write the prompt below it.")
    # The body needs one character at least, so a rest of nothing but blanks gives its last one away.
    return {"frontmatter": opened[3:closer].strip(BLANKS), "body": rest.lstrip(BLANKS) or rest[-1]}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """The `result` or `error` member for one request."""
    if method == "initialize":
        implementation = {"name": "split-in-python", "version": "1.0.0", "language": "Python"}
        return {"result": {"protocolVersion": 6, "implementation": implementation, "operations": ["split"]}}
    if method != "split":
        return {"error": {"code": -32601, "message": f"{method} is not supported"}}
    try:
        return {"result": split(params["text"])}
    except ValueError as error:
        raised = {"kind": "ValueError", "message": str(error)}
        return {"error": {"code": -32000, "message": str(error), "data": raised}}


def main() -> None:
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "shutdown":
            return
        response = {"jsonrpc": "2.0", "id": request["id"], **answer(request["method"], request.get("params", {}))}
        print(json.dumps(response), flush=True)


if __name__ == "__main__":
    main()
