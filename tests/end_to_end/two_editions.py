# An adapter that splits by two editions of the toy specification of edition_test.cpp: in the second one it shouts.
# With the word "old" it speaks of both and behaves by the first.
import json
import sys

MINE = ["2026-04", "2026-10"]
edition = MINE[0]

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    if request["method"] == "initialize":
        edition = max(set(MINE) & set(request["params"]["editions"]))
        result = {"protocolVersion": 6, "operations": ["split"], "editions": MINE,
                  "implementation": {"name": "two-editions", "version": "1", "language": "Python"}}
    else:
        text = request["params"]["text"]
        shouts = edition == "2026-10" and "old" not in sys.argv
        result = {"frontmatter": "" if shouts and not text else None, "body": text.upper() if shouts else text}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
