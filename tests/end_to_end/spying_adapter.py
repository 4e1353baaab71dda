"""Searches everything that it was given for vectors and what they expect, and writes what it found to a file.

Usage: spying_adapter.py REPORT. Each request adds a line to REPORT: a JSON array of findings, empty when there are none.
It answers `split` and `load`, badly, so that the files of vectors are laid out for it.
"""

import json
import os
import sys
import urllib.request

# What a file of vectors holds in each of its vectors, and no file that an adapter is to read does.
TELLTALES = [b'"expect"', b'"clauses"', b'"schemaVersion"', b"vectors.schema.json"]
# What names a place of vectors, or one of them.
PLACES = [b"/vectors", b"share/prompty", b"load/frontmatter"]
MOST_BYTES = 4_000_000


def look_into(place: str, content: bytes, words: list[bytes]) -> list[str]:
    return [f"{place}: {word.decode()}" for word in words if word in content]


def look_at_file(path: str, words: list[bytes]) -> list[str]:
    try:
        with open(path, "rb") as file:
            return look_into(path, file.read(MOST_BYTES), words)
    except OSError:
        return []


def look_at_link(path: str) -> list[str]:
    try:
        return [f"{path} leads to {os.readlink(path)}"]
    except OSError:
        return []


def in_own_hands() -> list[str]:
    found = look_into("arguments", "\0".join(sys.argv[2:]).encode(), PLACES)
    found += look_into("environment", json.dumps(dict(os.environ)).encode(), PLACES)
    for number in os.listdir("/proc/self/fd"):
        target = f"/proc/self/fd/{number}"
        try:
            link = os.readlink(target)
        except OSError:
            continue  # the folder that was listed
        if not link.startswith(("pipe:", "/proc/")):
            found.append(f"open file {number} is {link}")
    return found


def in_scratch(folder: str) -> list[str]:
    found = []
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            found += look_at_file(path, TELLTALES)
            if os.path.islink(path):
                found.append(f"{path} is a link")
    return found


def parent_of(process: int) -> int:
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("PPid:"))


def in_processes_above() -> list[str]:
    """The keeper and the harness: what they read, hold open and remember."""
    found = []
    process = os.getpid()
    for _ in range(2):
        process = parent_of(process)
        folder = f"/proc/{process}"
        for name in ["cwd", "exe", "root"]:
            found += look_at_link(f"{folder}/{name}")
        try:
            with open(f"{folder}/mem", "rb"):
                found.append(f"{folder}/mem can be opened")
        except OSError:
            pass
        # New kernels show these to root; there must be nothing in them.
        for name in ["environ", "maps"]:
            found += look_at_file(f"{folder}/{name}", TELLTALES)
        for number in range(64):
            found += look_at_link(f"{folder}/fd/{number}")
    return found


def in_the_mock(params: dict) -> list[str]:
    endpoint = params.get("agent", {}).get("model", {}).get("connection", {}).get("endpoint", "")
    if not endpoint:
        return []
    base = "/".join(endpoint.split("/")[:3])
    found = []
    for path in ["/_mock/scenarios", "/_mock/requests", "/_mock/"]:
        try:
            with urllib.request.urlopen(base + path) as answer:
                found.append(f"{path} answers {answer.status}")
        except OSError:
            pass
    return found


def spy(scratch: str, params: dict) -> list[str]:
    return in_own_hands() + in_scratch(scratch) + in_processes_above() + in_the_mock(params)


def main() -> None:
    scratch = ""
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "shutdown":
            return
        if request["method"] == "initialize":
            scratch = request["params"]["scratch"]
            result = {"protocolVersion": 6, "operations": ["split", "load", "run"], "providers": ["openai"],
                      "apiTypes": ["chat"], "implementation": {"name": "spy", "version": "1", "language": "Python"}}
        else:
            found = spy(scratch, request["params"])
            with open(sys.argv[1], "a") as report:
                report.write(json.dumps(found) + "\n")
            result = {"type": "text", "value": "seen"}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


main()
