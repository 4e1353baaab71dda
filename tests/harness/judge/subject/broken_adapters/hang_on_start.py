"""Reads `initialize` and says nothing."""

import signal
import sys

sys.stdin.readline()
print("waiting for a licence server", file=sys.stderr, flush=True)
signal.pause()
