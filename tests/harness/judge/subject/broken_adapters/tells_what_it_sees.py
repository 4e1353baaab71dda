"""Not broken: answers with its arguments, environment, folder and the params of `initialize`."""

import json
import os
import sys

from adapter_lines import answer, greeting

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        initialize = request["params"]
        answer(request, greeting())
    elif request["method"] == "shutdown":
        break
    else:
        seen = {"arguments": sys.argv[1:], "environment": dict(os.environ), "folder": os.getcwd()}
        answer(request, {**seen, "initialize": initialize})
