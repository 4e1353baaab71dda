"""Not broken: tells a file how it was asked to end."""

import json
import sys

from adapter_lines import answer, greeting

where = None
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        answer(request, greeting())
    elif request["method"] == "shutdown":
        where.write("shutdown without an id" if "id" not in request else "shutdown as a request")
        where.close()
        break
    else:
        where = open(request["params"]["file"], "w", encoding="utf-8")
        answer(request, None)
