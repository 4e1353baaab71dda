"""Reads nothing more after `initialize`, but lives on."""

import json
import signal
import sys

from adapter_lines import greeting, line_of, write

initialize = json.loads(sys.stdin.readline())
write(line_of(initialize["id"], greeting()))
signal.pause()
