"""Ends before it reads anything."""

import sys

sys.exit("cannot find my configuration")
