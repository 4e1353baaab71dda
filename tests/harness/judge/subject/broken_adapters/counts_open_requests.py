"""Not broken: answers each request, a moment later, with the largest number of requests open during it."""

import json
import sys
import threading

from adapter_lines import answer, greeting

lock = threading.Lock()
open_requests = {}


def finish(request):
    with lock:
        answer(request, open_requests.pop(request["id"]))


for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        answer(request, greeting(maxInFlight=4))
    elif request["method"] == "shutdown":
        break
    else:
        with lock:
            open_requests[request["id"]] = 0
            for open_request in open_requests:
                open_requests[open_request] = max(open_requests[open_request], len(open_requests))
        threading.Timer(0.02, finish, [request]).start()
