#!/usr/bin/env python3
"""The adapter of a small loop that knows messages, tools and sessions, and no prompt files; needs nothing but Python.

    prompty-conformance run --subject 'python3 harness/adapters/python/message_contract.py'
"""

import functools
import json
import re
import sys
import threading
import time
import urllib.error
import urllib.request

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


class ExecuteError(Exception):
    """The provider gave no answer."""


# ---- What is sent of stored messages ----

def to_wire(message):
    if message["role"] not in ("system", "user", "assistant", "tool"):
        raise ValueError(f"there is no role {message['role']} in a conversation")
    wire = {"role": message["role"], "content": message["content"]}
    if message["role"] == "tool":
        wire["tool_call_id"] = message.get("tool_call_id", "")
    if message["role"] == "assistant" and message.get("tool_calls"):
        wire["tool_calls"] = [as_call(call) for call in message["tool_calls"]]
        if message.get("reasoning_details"):
            wire["reasoning_details"] = message["reasoning_details"]
        elif message.get("reasoning") is not None:  # M6-12: an empty text as well
            wire["reasoning_content"] = message["reasoning"]
    return wire


def as_call(call):
    function = call.get("function") or {}
    return {"id": call.get("id") or "", "type": "function",
            "function": {"name": function.get("name") or "", "arguments": function.get("arguments") or ""}}


def messages_to_wire(params, _):
    if params.get("target") != "client":
        return [to_wire(message) for message in params["messages"]]
    return [message if message.get("tool_calls") else
            {name: value for name, value in message.items() if name not in ("reasoning", "reasoning_details")}
            for message in params["messages"]]


# ---- How answers are stored ----

class Turn:
    """An answer, whole or in pieces, on its way to a stored message. `tell` gets each piece as it comes."""

    def __init__(self, tell):
        self.tell, self.content, self.reasoning = tell, "", None
        self.calls, self.blocks, self.reason = {}, [], None

    def take(self, choice, delta):
        self.reason = choice.get("finish_reason") or self.reason
        thought = delta.get("reasoning") if delta.get("reasoning") is not None else delta.get("reasoning_content")
        if thought is not None:
            self.reasoning = (self.reasoning or "") + thought
        self.content += delta.get("content") or ""
        for kind, text in (("reasoning", thought), ("text", delta.get("content"))):
            if text:
                self.tell({"type": kind, "text": text})

    def take_whole(self, choice):
        message = choice["message"]
        self.take(choice, message)
        self.calls = dict(enumerate(as_call(call) for call in message.get("tool_calls") or []))
        self.blocks = message.get("reasoning_details") or []

    def take_chunk(self, chunk):
        choice = (chunk.get("choices") or [{}])[0]
        delta = choice.get("delta") or {}
        self.take(choice, delta)
        for place, piece in enumerate(delta.get("tool_calls") or []):
            index = piece.get("index")
            call = self.calls.setdefault(place if index is None else index, as_call({}))
            function = piece.get("function") or {}
            call["id"] = call["id"] or piece.get("id") or ""
            call["function"]["name"] = call["function"]["name"] or function.get("name") or ""
            call["function"]["arguments"] += function.get("arguments") or ""
        for piece in delta.get("reasoning_details") or []:
            self.take_block(piece)

    def take_block(self, piece):
        index, kind = piece.get("index"), piece.get("type")
        block = next((known for known in reversed(self.blocks) if index is not None and known.get("index") == index
                      and kind in (None, known.get("type"))), None)
        if block is None:
            self.blocks.append(dict(piece))
            return
        for name, value in piece.items():
            if block.get(name) is None:
                block[name] = value
            elif name in ("text", "summary", "data") and value:
                block[name] += value

    def stored(self, is_broken=False):
        message = {"role": "assistant", "content": self.content}
        calls = [self.calls[index] for index in sorted(self.calls)]
        if calls and not is_broken:
            message["tool_calls"] = calls
            for call in calls:
                self.tell({"type": "tool_call", "text": call["function"]["arguments"]})
        for name, value in (("reasoning", self.reasoning), ("reasoning_details", self.blocks),
                            ("finishReason", self.reason), ("isError", is_broken)):
            if value or name == "reasoning" and value is not None:
                message[name] = value
        return message


def messages_from_wire(params, _):
    deltas = []
    turn = Turn(deltas.append)
    if "response" in params:
        turn.take_whole(params["response"]["choices"][0])
        return {"message": turn.stored()}
    for chunk in params["chunks"]:
        turn.take_chunk(chunk)
    return {"message": turn.stored(params.get("broken", False)), "deltas": deltas}


# ---- How tools are run ----

def is_of(value, name):
    if name in ("integer", "number"):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return is_number and (name == "number" or value == int(value))
    return isinstance(value, TYPES[name])


def same(one, other):
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def for_(types, check):
    """A keyword that says something of values of these types alone."""
    return lambda value, rule, *rest: not any(is_of(value, name) for name in types) or check(value, rule, *rest)


def others_fit(value, rule, schema, root):
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    others = [one for name, one in value.items() if name not in known and not any(re.search(p, name) for p in patterns)]
    return not others if rule is False else rule is True or all(fits(one, rule, root) for one in others)


# What the keywords of a JSON Schema demand of a value; those that are not here say nothing.
NUMBERS, TEXTS, LISTS, OBJECTS = ["number"], ["string"], ["array"], ["object"]
KEYWORDS = {
    "type": lambda v, rule, *_: any(is_of(v, name) for name in (rule if isinstance(rule, list) else [rule])),
    "enum": lambda v, rule, *_: any(same(v, one) for one in rule),
    "const": lambda v, rule, *_: same(v, rule),
    "minimum": for_(NUMBERS, lambda v, rule, *_: v >= rule),
    "maximum": for_(NUMBERS, lambda v, rule, *_: v <= rule),
    "exclusiveMinimum": for_(NUMBERS, lambda v, rule, *_: v > rule),
    "exclusiveMaximum": for_(NUMBERS, lambda v, rule, *_: v < rule),
    "multipleOf": for_(NUMBERS, lambda v, rule, *_: (v / rule) == int(v / rule)),
    "pattern": for_(TEXTS, lambda v, rule, *_: re.search(rule, v) is not None),
    "minLength": for_(TEXTS, lambda v, rule, *_: len(v) >= rule),
    "maxLength": for_(TEXTS, lambda v, rule, *_: len(v) <= rule),
    "items": for_(LISTS, lambda v, rule, _, root: all(fits(one, rule, root) for one in v)),
    "minItems": for_(LISTS, lambda v, rule, *_: len(v) >= rule),
    "maxItems": for_(LISTS, lambda v, rule, *_: len(v) <= rule),
    "uniqueItems": for_(LISTS, lambda v, rule, *_: not rule or len({json.dumps(one) for one in v}) == len(v)),
    "required": for_(OBJECTS, lambda v, rule, *_: all(name in v for name in rule)),
    "properties": for_(OBJECTS, lambda v, rule, _, root: all(fits(v[k], rule[k], root) for k in rule if k in v)),
    "additionalProperties": for_(OBJECTS, others_fit),
    "minProperties": for_(OBJECTS, lambda v, rule, *_: len(v) >= rule),
    "maxProperties": for_(OBJECTS, lambda v, rule, *_: len(v) <= rule),
    "allOf": lambda v, rule, _, root: all(fits(v, one, root) for one in rule),
    "anyOf": lambda v, rule, _, root: any(fits(v, one, root) for one in rule),
    "oneOf": lambda v, rule, _, root: sum(fits(v, one, root) for one in rule) == 1,
    "not": lambda v, rule, _, root: not fits(v, rule, root),
    "$ref": lambda v, rule, _, root: fits(v, functools.reduce(dict.__getitem__, rule.split("/")[1:], root), root),
}


def fits(value, schema, root=None):
    root = schema if root is None else root
    return all(KEYWORDS[name](value, rule, schema, root) for name, rule in schema.items() if name in KEYWORDS)


def handled(handler, arguments):
    """What the handler of a vector returns; its errors are raised."""
    time.sleep(handler.get("delayMs", 0) / 1000)
    for case in handler.get("cases", []):
        if case["arguments"] == arguments:
            return case["returns"]
    if "throws" in handler:
        raise RuntimeError(handler["throws"])
    return json.dumps(handler["returnsJson"]) if "returnsJson" in handler else handler.get("returns", "")


class Batch:
    """The calls of one turn. Each has a place for its result, whatever its id is."""

    def __init__(self, turn, params):
        self.calls, self.params = [as_call(call) for call in turn.get("tool_calls") or []], params
        self.tools = {tool["name"]: tool for tool in params["tools"]}
        self.results, self.received, self.running, self.overlaps = [None] * len(self.calls), [], [], []
        self.lock = threading.Lock()

    def asked(self):
        """What the gate is shown: all calls at once, before any is carried out."""
        return [{"id": call["id"], **call["function"]} for call in self.calls]

    def run(self):
        denied = self.params.get("gate", {}).get("deny", {})
        threads = []
        is_sequential = self.params.get("mode") == "sequential" or any(
            self.tools.get(call["function"]["name"], {}).get("sequential") for call in self.calls)
        for place in range(len(self.calls)):
            if str(place) in denied:
                self.fill(place, "The call was denied: " + denied[str(place)], True)
                continue
            thread = threading.Thread(target=self.carry_out, args=(place,))
            thread.start()
            threads.append(thread)
            if is_sequential:
                thread.join()
        for thread in threads:
            thread.join()
        return self.results

    def carry_out(self, place):
        function = self.calls[place]["function"]
        try:
            self.fill(place, self.called(place, function), False)
        except Exception as error:
            self.fill(place, f"Error: {error}", True)

    def called(self, place, function):
        tool = self.tools.get(function["name"])
        if tool is None:
            raise LookupError(f"there is no tool {function['name']}")
        try:
            arguments = json.loads(function["arguments"] or "{}", parse_constant=refuse)
        except ValueError as error:
            raise ValueError(f"the arguments are no JSON: {error}") from error
        if not fits(arguments, tool.get("parameters", {})):
            raise ValueError("the arguments do not fit the parameters of the tool")
        handler = self.params["handlers"].get(function["name"], {})
        is_timed = handler.get("delayMs", 0) >= 100
        with self.lock:
            self.received.append({"name": function["name"], "arguments": arguments})
            if is_timed:
                self.overlaps += [sorted([other, place]) for other in self.running]
                self.running.append(place)
        try:
            return handled(handler, arguments)
        finally:
            with self.lock:
                if is_timed:
                    self.running.remove(place)

    def fill(self, place, content, is_failed):
        call = self.calls[place]
        self.results[place] = {"role": "tool", "tool_call_id": call["id"], "content": content,
                               "toolName": call["function"]["name"], **({"isError": True} if is_failed else {})}


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def run_tools(params, _):
    batch = Batch(params["assistant"], params)
    messages = batch.run()
    return {"messages": messages, "gateCalls": [batch.asked()] if batch.calls else [], "calls": batch.received,
            "overlaps": sorted(batch.overlaps)}


# ---- How a conversation is had ----

def as_function(tool):
    return {"type": "function", "function": {"name": tool["name"], "description": tool.get("description", ""),
                                             "parameters": tool.get("parameters") or {"type": "object"}}}


def answered(params, messages, tell):
    """The stored message of the model's answer."""
    body = {"model": params.get("model", "any"), "messages": [to_wire(message) for message in messages]}
    if params.get("system") is not None:
        body["messages"].insert(0, {"role": "system", "content": params["system"]})
    if params["tools"]:
        body["tools"] = [as_function(tool) for tool in params["tools"]]
    if params.get("stream"):
        body["stream"] = True
    request = urllib.request.Request(params["endpoint"] + "/chat/completions", json.dumps(body).encode(), {
        "Content-Type": "application/json", "Authorization": "Bearer " + params.get("apiKey", "none")})
    turn = Turn(tell)
    try:
        with urllib.request.urlopen(request) as answer:
            if not params.get("stream"):
                turn.take_whole(json.load(answer)["choices"][0])
                return turn.stored()
            return turn.stored(is_broken=not read_stream(answer, turn))
    except urllib.error.URLError as error:
        raise ExecuteError(str(error)) from error


def read_stream(answer, turn):
    """Whether the stream came to its end."""
    try:
        for line in answer:
            data = line.decode().strip().removeprefix("data:").strip()
            if data == "[DONE]":
                return True
            if line.startswith(b"data:"):
                chunk = json.loads(data)
                if "error" in chunk:
                    return False
                turn.take_chunk(chunk)
    except OSError:
        return False
    return turn.reason is not None


def converse(params, tell):
    sessions, gate_calls = {}, []
    for run in params["runs"]:
        messages = sessions.setdefault(run["sessionId"], [])
        messages.append({"role": "user", "content": run["prompt"]})
        while messages[-1]["role"] != "assistant" or messages[-1].get("tool_calls"):
            messages.append(answered(params, messages, tell if params.get("stream") else lambda item: None))
            batch = Batch(messages[-1], params)
            if batch.calls:
                gate_calls.append(batch.asked())
                messages += batch.run()
    return {"sessions": sessions, "gateCalls": gate_calls}


OPERATIONS = {"messages_to_wire": messages_to_wire, "messages_from_wire": messages_from_wire, "run_tools": run_tools,
              "converse": converse}
CAPABILITIES = {"protocolVersion": 6, "operations": list(OPERATIONS),
                "features": ["stream", "parallel-tools", "whole-answers"],
                "implementation": {"name": "messages-in-python", "version": "1.0.0", "language": "Python"}}


def answer(request):
    method, params = request["method"], request.get("params", {})
    if method == "initialize":
        return {"result": CAPABILITIES}
    if method not in OPERATIONS:
        return {"error": {"code": -32601, "message": f"{method} is not offered"}}

    def tell(item):
        notification = {"jsonrpc": "2.0", "method": "item", "params": {"id": request["id"], "item": item}}
        print(json.dumps(notification), flush=True)

    try:
        return {"result": OPERATIONS[method](params, tell)}
    except Exception as error:
        kind = "ExecuteError" if isinstance(error, ExecuteError) else "ValueError"
        return {"error": {"code": -32000, "message": str(error), "data": {"kind": kind, "message": str(error)}}}


for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
