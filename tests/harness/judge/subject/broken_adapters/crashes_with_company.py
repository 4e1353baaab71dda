"""Takes four requests and exits when the fourth is there; afterwards (a file tells it) it behaves."""

import os

from adapter_lines import answer, requests

taken = 0
for request in requests(maxInFlight=4):
    marker = request["params"]["file"]
    if os.path.exists(marker):
        answer(request, "alive")
        continue
    taken += 1
    if taken == 4:
        open(marker, "w", encoding="utf-8").close()
        os._exit(9)
