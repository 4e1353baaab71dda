"""Splits well, but answers each request with what belongs to the one before it; the first gets an empty file's answer."""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "harness/adapters/python"))
from split import answer  # noqa: E402

neighbour = {"result": {"frontmatter": None, "body": ""}}
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    told = answer(request["method"], request.get("params", {}))
    if request["method"] == "split":
        told, neighbour = neighbour, told
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **told}), flush=True)
