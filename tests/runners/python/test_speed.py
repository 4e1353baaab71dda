"""The whole corpus of five stages with answers that cost nothing takes a few seconds, also when everything fails."""

import time

import pytest

from prompty_conformance import Conformance


@pytest.mark.parametrize("answer", [{}, [], None], ids=repr)
def test_answers_that_cost_nothing(corpus, exported, answer):
    protocol = exported["schemas"]["protocol"]
    names = {member: protocol["definitions"]["Capabilities"]["properties"][member]["items"]["enum"]
             for member in ("apiTypes", "features")}
    began = time.process_time()
    suite = Conformance({name: lambda params: answer for name in protocol["operations"] if name != "initialize"},
                        corpus=corpus, include="extensions", features=names["features"], api_types=names["apiTypes"],
                        providers=["openai", "azure", "anthropic", "foundry"],
                        filter=["load/*", "render/*", "parse/*", "wire/*", "process/*"])
    lines = [line for vector in suite.vectors for line in suite.play(vector)]
    failed = {line["id"]: line for line in lines if line.get("status") == "fail"}
    texts = [suite.text(vector, failed[vector.id]) for vector in suite.vectors if vector.id in failed]
    assert time.process_time() - began < 6
    assert sum(line["type"] == "attempt" for line in lines) > 3000 and len(texts) > 2500
