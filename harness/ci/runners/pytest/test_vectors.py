"""The vectors in pytest: this file, and the wheel of the runner installed.

CI runs `pytest`, and keeps conformance.jsonl for `prompty-conformance merge`, which finds the faults.
"""

import os
import sys
from pathlib import Path

# What is judged by the example; yours is your own package.
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "adapters" / "python"))

from prompty_conformance import Conformance
from prompty_in_python import protocol
from prompty_in_python.errors import BrokenStream, kind_of


def told(error: BaseException) -> dict:
    """The kind of an error of this runtime, and what a stream had delivered before it."""
    if isinstance(error, BrokenStream):
        return {"kind": kind_of(error.cause), "message": str(error), "partial": {"items": error.items}}
    return {"kind": kind_of(error), "message": str(error)}


declared = protocol.capabilities()
vectors = Conformance(
    protocol.OPERATIONS,
    {Exception: told},
    name=declared["implementation"]["name"],
    providers=declared["providers"],
    api_types=declared["apiTypes"],
    features=declared["features"],
    transforms=True,
    jsonl=os.environ.get("CONFORMANCE_JSONL"),
)
