"""What a provider says is played on the mock provider, and what it was sent is judged."""

import json
import time
import urllib.request

import pytest
from conftest import PROGRAMS

from prompty_conformance import Conformance

CHUNKS = [{"choices": [{"index": 0, "delta": {"content": word}}]} for word in ("a", "b")]
GIVEN = {"endpoint": "${MOCK}/v1", "text": "Hi"}


def asked(params, stream=False):
    messages = [{"role": "user", "content": params["text"]}]
    body = {"model": params.get("model", "m"), "messages": messages, "stream": stream}
    request = urllib.request.Request(params["endpoint"] + "/chat/completions", json.dumps(body).encode("utf-8"),
                                     {"content-type": "application/json", "authorization": "Bearer k"})
    return urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request)


def run(params):
    with asked(params) as response:
        return json.load(response)["choices"][0]["message"]["content"]


def words(params):
    with asked(params, stream=True) as response:
        for line in response:
            if line.startswith(b"data: {"):
                yield from (choice["delta"]["content"] for choice in json.loads(line[6:])["choices"])


def all_at_the_end(params):
    yield from list(words(params))


def lines_of(corpus, function):
    suite = Conformance({"run": function}, corpus=corpus, mock=str(PROGRAMS / "prompty-mock-provider"))
    return [line for vector in suite.vectors for line in suite.play(vector)]


@pytest.mark.parametrize("requests, pointer", [
    ([{"path": "/chat/completions", "body": {"$subset": {"model": "m"}}}], None),
    ([{"body": {"$subset": {"model": "n"}}}], "/requests/0/body/model"), ([], "/requests/0"),
    ([{"method": "POST"}, {"method": "POST"}], "/requests/1")])
def test_requests_are_judged(small_corpus, requests, pointer):
    line, = lines_of(small_corpus({"operation": "run", "given": GIVEN, "provider": [{"respond": {"text": "Hello"}}],
                                   "expect": {"value": "Hello", "requests": requests}}), run)
    assert line.get("differences", [{"pointer": None}])[0]["pointer"] == pointer
    if pointer:
        assert line["detail"] == "the requests that the mock provider saw differ"


@pytest.mark.parametrize("key, status", [("Bearer k", "pass"), ("Bearer another", "fail")])
def test_the_keys_that_were_sent_are_judged(small_corpus, key, status):
    line, = lines_of(small_corpus({"operation": "run", "given": GIVEN, "provider": [{"respond": {"text": "Hello"}}],
                                   "expect": {"value": "Hello", "requests": [{"headers": {"$subset": {
                                       "authorization": key}}}]}}), run)
    assert line["status"] == status


def test_each_vector_has_a_scenario_of_its_own(small_corpus):
    sources = [{"operation": "run", "given": GIVEN, "provider": [{"respond": {"text": word}}],
                "expect": {"value": word, "requests": [{"method": "POST"}]}} for word in ("one", "two", "three")]
    assert [line["status"] for line in lines_of(small_corpus(*sources), run)] == ["pass"] * 3


@pytest.mark.parametrize("chunk", [0, 1])
def test_a_stream_is_held_until_its_items_were_delivered(small_corpus, chunk):
    vector = {"operation": "run", "given": GIVEN, "expect": {"value": None, "items": ["a", "b"]},
              "provider": [{"respond": {"chunks": CHUNKS, "hold": chunk}}], "letsOut": {"items": chunk}}
    assert [line["status"] for line in lines_of(small_corpus(vector), words)] == ["pass"]


def test_who_is_slow_to_send_the_request_withholds_nothing(small_corpus):
    def slowly(params):
        time.sleep(0.5)
        yield from words(params)

    vector = {"operation": "run", "given": GIVEN, "expect": {"value": None, "items": ["a", "b"]},
              "provider": [{"respond": {"chunks": CHUNKS, "hold": 1}}], "letsOut": {"items": 1, "patienceMs": 400}}
    assert [line["status"] for line in lines_of(small_corpus(vector), slowly)] == ["pass"]


@pytest.mark.parametrize("answer, status", [("a", "pass"), ("b", "pass"), ("c", "fail")])
def test_readings_may_be_told_apart_by_their_requests_alone(small_corpus, answer, status):
    readings = {name: {"value": "Hello", "requests": [{"body": {"$subset": {"model": name}}}]} for name in ("a", "b")}
    vector = {"operation": "run", "given": {**GIVEN, "model": answer}, "expect": {"readings": readings},
              "provider": [{"respond": {"text": "Hello"}}]}
    line, = lines_of(small_corpus(vector, accepted=[{"lenient": ["a", "b"]}]), run)
    assert (line["status"], line.get("reading")) == (status, answer if status == "pass" else None)


def test_who_delivers_at_the_end_is_found_out(small_corpus):
    vector = {"operation": "run", "given": GIVEN, "expect": {"value": None, "items": ["a", "b"]},
              "provider": [{"respond": {"chunks": CHUNKS, "hold": 1}}], "letsOut": {"items": 1}}
    line, = lines_of(small_corpus(vector), all_at_the_end)
    assert (line["status"], line["detail"]) == (
        "fail", "the provider held chunk 1 and all behind it back for 3000 ms; the chunks before it make 1 item, "
                "of which 0 had been handed on by then")


def test_the_answer_of_a_step_that_does_not_fit_proves_nothing(small_corpus):
    vector = {"operation": "run", "given": GIVEN, "expect": {"error": {}},
              "provider": [{"respond": {"chunks": CHUNKS}}]}

    def refused(params):
        try:
            return run(params)
        except Exception as error:
            error.kind = "ExecuteError"
            raise

    line, = lines_of(small_corpus(vector), refused)
    assert line["status"] == "fail"
