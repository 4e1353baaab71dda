"""Not broken: takes four requests before it answers the last one first."""

from adapter_lines import answer, requests

waiting = []
for request in requests(maxInFlight=4):
    waiting.append(request)
    if len(waiting) == 4:
        for earlier in reversed(waiting):
            answer(earlier, earlier["params"])
        waiting.clear()
