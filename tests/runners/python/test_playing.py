"""How functions are called: files, environment, what they may be, and transforms."""

import asyncio
import os
import pathlib

from prompty_conformance import Conformance


def lines_of(corpus, operations, **options):
    suite = Conformance(operations, corpus=corpus, **options)
    return [line for vector in suite.vectors for line in suite.play(vector)]


def test_files_lie_in_a_folder_of_their_own(small_corpus):
    seen = []

    def load(params, context):
        path = pathlib.Path(params["path"])
        seen.append(path)
        assert str(path).startswith(context.folder) and params["env"] == {"A": "1"}
        assert pathlib.Path(params["cwd"]).is_dir()
        return [path.read_text(), sorted(os.listdir(context.folder)), (path.parent / "b.bin").read_bytes().hex()]

    given, names = {"path": "a.prompty"}, ["a.prompty", "b.bin", "sub"]
    corpus = small_corpus({
        "files": {"a.prompty": "one", "b.bin": {"base64": "AP8="}, "sub/c": "c"}, "cwd": "sub", "env": {"A": "1"},
        "steps": [{"operation": "load", "given": given, "expect": {"value": ["one", names, "00ff"]}},
                  {"operation": "load", "given": given, "files": {"a.prompty": "two"},
                   "expect": {"value": ["two", names, "00ff"]}}]})
    assert [line["status"] for line in lines_of(corpus, {"load": load})] == ["pass"]
    assert len(set(seen)) == 1 and not seen[0].exists()


def test_a_fixture_is_laid_out(small_corpus, exported):
    name = next(name for name, content in exported["fixtures"].items() if isinstance(content, str))
    corpus = small_corpus({"operation": "load", "given": {"path": "x"}, "files": {"x": {"fixture": name}},
                           "expect": {"value": exported["fixtures"][name]}})

    def load(params):
        return pathlib.Path(params["path"]).read_bytes().decode("utf-8")

    assert [line["status"] for line in lines_of(corpus, {"load": load})] == ["pass"]


def test_functions_may_be_coroutines_generators_and_change_their_params(small_corpus):
    corpus = small_corpus({"operation": "process_stream", "given": {"chunks": ["a", "b"]}, "times": 2,
                           "expect": {"value": {"items": ["a", "b"], "outcome": 2}, "items": ["a", "b"]}})

    def generator(params):
        count = 0
        while params["chunks"]:
            yield params["chunks"].pop(0)
            count += 1
        return {"outcome": count}

    async def coroutine(params, context):
        for chunk in params["chunks"]:
            await asyncio.sleep(0)
            context.item(chunk)
        return {"items": params["chunks"], "outcome": 2}

    for function in (generator, coroutine, lambda params, context: coroutine(params, context)):
        assert [line["status"] for line in lines_of(corpus, {"process_stream": function})] == ["pass"]


def test_a_second_parameter_with_a_default_is_none_of_ours(small_corpus):
    corpus = small_corpus({"operation": "split", "given": {"text": "a"}, "expect": {"value": "untouched"}})

    def split(params, mode="untouched"):
        return mode

    assert [line["status"] for line in lines_of(corpus, {"split": split})] == ["pass"]


def test_what_passed_is_played_under_the_transforms_that_it_declares(small_corpus):
    every = ["crlf", "bom", "no-final-newline", "key-order", "unicode-escape"]
    seen = []
    corpus = small_corpus(
        {"operation": "split", "given": {"text": "a\nb\r\n"}, "expect": {"value": None}, "transforms": every},
        {"operation": "load", "given": {"path": "p.prompty"}, "expect": {"value": None}, "transforms": every,
         "files": {"p.prompty": "c\n", "d.json": '"\u00fc\U0001f600"'}},
        {"operation": "split", "given": {"text": "fails\n"}, "expect": {"value": 1}, "transforms": every},
        {"operation": "render", "given": {"agent": {"instructions": "x\n"}, "inputs": {"a": 1, "b": 2}},
         "expect": {"value": None}, "transforms": every})

    def load(params, context):
        folder = pathlib.Path(context.folder)
        seen.append([(folder / name).read_bytes() for name in ("p.prompty", "d.json")])

    operations = {"split": lambda params: seen.append(params["text"]), "load": load,
                  "render": lambda params: seen.append([params["agent"]["instructions"], list(params["inputs"])])}
    lines = lines_of(corpus, operations, transforms=True)
    json = '"\u00fc\U0001f600"'.encode("utf-8")
    assert [line.get("transform") for line in lines] == [
        None, "crlf", "bom", "no-final-newline", None, "crlf", "bom", "no-final-newline", "unicode-escape",
        None, None, "crlf", "no-final-newline", "key-order"]
    assert seen == [
        "a\nb\r\n", "a\r\nb\r\n", "\ufeffa\nb\r\n", "a\nb", [b"c\n", json], [b"c\r\n", json],
        [b"\xef\xbb\xbfc\n", json], [b"c", json], [b"c\n", b'"\\u00fc\\ud83d\\ude00"'], "fails\n",
        ["x\n", ["a", "b"]], ["x\r\n", ["a", "b"]], ["x", ["a", "b"]], ["x\n", ["b", "a"]]]
    assert lines[1] == {"type": "attempt", "id": "topic/v0", "way": "transform", "transform": "crlf", "of": "direct",
                        "status": "pass", "clauses": ["P2.1-03"], "level": "MUST", "group": "documents", "gating": True}


def test_a_failure_says_what_there_is_to_say(small_corpus):
    corpus = small_corpus({"operation": "load", "given": {"path": "a.prompty"}, "files": {"a.prompty": "---\nHi"},
                           "expect": {"value": {"name": "a", "x": 1}}})
    suite = Conformance({"load": lambda params: {"name": "b"}}, corpus=corpus, rerun="again")
    line, = suite.play(suite.vectors[0])
    assert line["rerun"] == "again topic/v0"
    text = suite.text(suite.vectors[0], line)
    said = [line.split()[0] for line in text.splitlines() if line[2:3] not in (" ", "")]
    assert said == ["fail", "P2.1-03", "why", "verdict", "sent", "the", "first", "expected", "got", "answered",
                    "explain"]
    for part in ("verdict     the answer differs", "the file    ---\n              Hi", "first at    /name\n",
                 'expected    "a"', 'got         "b"', "and 1 more difference\n",
                 "explain     prompty-conformance explain P2.1-03"):
        assert part in text


def test_what_a_provider_says_is_not_played_without_the_mock(corpus):
    operations = {"run": lambda params: None, "turn": lambda params: None}
    reasons = {}
    for mock in (False, "/no/such/program"):
        suite = Conformance(operations, corpus=corpus, mock=mock, features=["jinja2", "sync"])
        reasons[mock] = set(suite.left_out)
        assert not any("provider" in vector.source for vector in suite.vectors)
    assert "it needs the mock provider, and mock is not set" in reasons[False]
    assert "it needs the mock provider, and prompty-mock-provider is not there" in reasons["/no/such/program"]


def test_what_an_earlier_step_answered_is_not_told_of_a_later_one(small_corpus):
    step = {"operation": "split", "given": {"text": "a"}, "expect": {"value": "a"}}
    corpus = small_corpus({"steps": [step, step]})
    answers = iter(["a"])
    line, = lines_of(corpus, {"split": lambda params: next(answers)})
    assert line["detail"] == "split raised StopIteration, which errors maps to no kind: "
    assert "answered" not in line and "test_playing.py" in line["stderr"]
