"""Not broken: answers with the line that it was asked with."""

import json
import sys

from adapter_lines import answer, greeting

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        answer(request, greeting())
    elif request["method"] == "shutdown":
        break
    else:
        answer(request, {"line": line.rstrip("\n"), "params": request["params"]})
