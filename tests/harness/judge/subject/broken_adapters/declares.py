"""Answers `initialize` with the JSON text of its first argument, and nothing else."""

import json
import sys

from adapter_lines import line_of, requests, write

write(line_of(json.loads(sys.stdin.readline())["id"], json.loads(sys.argv[1])))
for request in requests():
    pass
