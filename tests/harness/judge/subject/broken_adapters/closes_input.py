"""Closes its standard input after `initialize` and lives on."""

import json
import os
import signal
import sys

from adapter_lines import greeting, line_of, write

initialize = json.loads(sys.stdin.readline())
os.close(0)
write(line_of(initialize["id"], greeting()))
signal.pause()
