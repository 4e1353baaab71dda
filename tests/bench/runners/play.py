"""play.py CORPUS: processor time in which the Python runner plays load, render, parse, wire and process of a corpus with
answers that cost nothing, with the texts of all failures, beside json.loads of the corpus; three rounds of each in turn."""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "harness" / "runners" / "python"))

from prompty_conformance import Conformance

corpus = sys.argv[1]
protocol = json.loads(Path(corpus).read_bytes())["schemas"]["protocol"]
capabilities = protocol["definitions"]["Capabilities"]["properties"]


def play(answer):
    suite = Conformance({name: lambda params: answer for name in protocol["operations"] if name != "initialize"},
                        corpus=corpus, include="extensions", features=capabilities["features"]["items"]["enum"],
                        api_types=capabilities["apiTypes"]["items"]["enum"],
                        providers=["openai", "azure", "anthropic", "foundry"],
                        filter=["load/*", "render/*", "parse/*", "wire/*", "process/*"])
    for vector in suite.vectors:
        for attempt in suite.play(vector):
            if attempt["status"] != "pass":
                suite.text(vector, attempt)
    return len(suite.vectors)


def seconds(work, *arguments):
    begin = time.process_time()
    return work(*arguments), time.process_time() - begin


for answer in ({}, [], None):
    _, reading = seconds(lambda: json.loads(Path(corpus).read_bytes()))
    count, playing = seconds(play, answer)
    print("Python, %s: %d vectors in %.2f s; json.loads of the corpus %.2f s; ratio %.1f"
          % (json.dumps(answer), count, playing, reading, playing / reading))
