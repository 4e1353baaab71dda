"""An adapter without any logic, by the name of what it does, which declares everything."""

import json
import sys
from pathlib import Path

PROTOCOL = json.loads((Path(__file__).resolve().parents[3] / "vectors/schema/protocol.schema.json").read_text("utf-8"))
LISTS = {name: PROTOCOL["definitions"]["Capabilities"]["properties"][name]["items"]["enum"]
         for name in ("operations", "apiTypes", "connectionKinds", "features")}
ANSWERS = {
    "echo": lambda params: {"result": params},
    "empty-object": lambda params: {"result": {}},
    "fixed": lambda params: {"result": {"type": "text", "value": "Hello"}},
    "null": lambda params: {"result": None},
    "listed": lambda params: {"result": {"items": ["Hello"], "outcome": {"type": "text", "value": "Hello"}, "events": []}},
    "reject-all": lambda params: {"error": {"code": -32000, "message": "no", "data": {"kind": "ValueError", "message": "no"}}},
}

name = sys.argv[1]
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    answer = ANSWERS[name](request.get("params"))
    if request["method"] == "initialize":
        me = {"name": name, "version": "1", "language": "none"}
        answer = {"result": {"protocolVersion": 6, "implementation": me, **LISTS,
                             "providers": ["openai", "azure", "anthropic", "foundry"]}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)
