#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Calls of tools and handlers that may carry them out; whole invocations.
class Dispatches {
 public:
  explicit Dispatches(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input dispatch() {
    std::string const name = dice_.one_in(6) ? std::string("mcp") : dice_.word();
    Json params = {{"tool", tool(name)},
                   {"call", {{"name", name}, {"arguments", arguments()}}},
                   {"inputs", {{"u", dice_.word()}}}};
    if (dice_.one_in(4)) params["clear"] = true;
    if (dice_.one_in(4)) params["via"] = "kind";
    std::string const kind = params["tool"]["kind"].get<std::string>();
    if (dice_.one_in(2)) params["names"] = handlers({dice_.word(), name, dice_.word(), kind});
    if (dice_.one_in(2)) params["kinds"] = handlers({kind, "*", "mcp", "function"});
    return {.operation = "dispatch", .params = params};
  }

  /// A call that the agent has to find the tool for.
  [[nodiscard]] Input routed() {
    std::string const function = dice_.word();
    std::string const offered = dice_.word();
    Json const connection = {{"kind", "anonymous"}, {"endpoint", "http://127.0.0.1:1"}};
    Json const tools = Json::array({{{"name", dice_.word()}, {"kind", "mcp"}, {"connection", connection}},
                                    {{"name", function}, {"kind", "function"}}});
    Json params = {{"agent", {{"kind", "prompt"}, {"tools", tools}, {"instructions", ""}}},
                   {"call", {{"name", dice_.one_in(2) ? function : offered}, {"arguments", arguments()}}},
                   {"kinds", handlers({"mcp", "function"})}};
    Json const definition = {{"name", offered}, {"parameters", {{"type", "object"}, {"properties", Json::object()}}}};
    params["discovered"][tools[0]["name"].get<std::string>()] = Json::array({definition});
    return {.operation = "dispatch", .params = params};
  }

  /// A call of a prompt, which finds its provider through the environment.
  [[nodiscard]] Input prompty_tool() {
    std::string const name = dice_.word();
    bool const is_outside = dice_.one_in(6);
    Json params = {{"tool", {{"name", name}, {"kind", "prompty"}, {"path", is_outside ? "../c.prompty" : "c.prompty"}}},
                   {"call", {{"name", name}, {"arguments", arguments()}}},
                   {"env", {{"ADDRESS", "${MOCK}/v1"}}}};
    if (dice_.one_in(2)) params["tool"]["mode"] = "single";
    if (dice_.one_in(4)) params["via"] = "kind";
    if (dice_.one_in(4)) params["names"] = handlers({name});
    std::string const text =
        "---\nmodel:\n  id: m\n  provider: openai\n  connection:\n    kind: key\n    endpoint: ${env:ADDRESS}\n"
        "    apiKey: k\ninputs:\n  n:\n    kind: integer\n    default: 1\n  short: " +
        dice_.word() + "\n---\nuser:\n{{short}} {{n}} {{u}}\n";
    Json const answer = {{"respond", {{"text", dice_.word()}}}};
    return {.operation = "dispatch",
            .params = params,
            .files = {{"c.prompty", text}},
            .provider = Json::array({answer, answer})};
  }

  /// A call of a prompt whose model calls a tool, which the modes answer differently.
  [[nodiscard]] Input calling_child(bool has_mode) {
    Input input = prompty_tool();
    input.params["tool"]["path"] = "c.prompty";
    input.params["tool"].erase("mode");
    if (has_mode) input.params["tool"]["mode"] = "single";
    for (char const* const member : {"via", "names"}) input.params.erase(member);
    input.params["call"]["arguments"] = "{}";
    std::string& text = input.files["c.prompty"];
    text.insert(text.find("inputs:"), "tools:\n  - name: look\n    kind: function\n");
    Json const call = {{"id", "c"}, {"name", "look"}, {"arguments", "{}"}};
    input.provider.insert(input.provider.begin(), Json{{"respond", {{"toolCalls", Json::array({call})}}}});
    return input;
  }

  /// A call of a prompt in a folder, whose own tool leads up again.
  [[nodiscard]] Input climbing_child() {
    Input input = calling_child(false);
    std::string text = input.files["c.prompty"];
    text.replace(text.find("kind: function"), std::string("kind: function").size(),
                 "kind: prompty\n    path: ../e.prompty");
    std::string const folder = dice_.word();
    input.files = {{folder + "/c.prompty", text}, {"e.prompty", "---\nname: e\n---\nuser:\nHi\n"}};
    input.params["tool"]["path"] = folder + "/c.prompty";
    return input;
  }

  /// A call of a function of a server, which the mock is; see mutants_test.cpp for what it has.
  [[nodiscard]] Input server_tool() {
    std::string const function = dice_.pick<std::string>({"echo", "tell"});
    Json params = {{"tool",
                    {{"name", dice_.one_in(2) ? std::string("tell") : dice_.word()},
                     {"kind", "mcp"},
                     {"connection", {{"kind", "anonymous"}, {"endpoint", "${MOCK}/mcp"}}},
                     {"serverName", dice_.word()}}},
                   {"call", {{"name", function}, {"arguments", arguments()}}}};
    if (dice_.one_in(4)) params["via"] = "kind";
    if (dice_.one_in(4)) params["names"] = handlers({function});
    return {
        .operation = "dispatch", .params = params, .provider = Json::array({{{"respond", {{"text", dice_.word()}}}}})};
  }

 private:
  Json handler() {
    if (dice_.one_in(3)) return {{"returnsJson", {{dice_.word(), 1}}}};
    return {{"returns", dice_.word()}};
  }

  Json handlers(std::vector<std::string> const& keys) {
    Json handlers = Json::object();
    for (std::string const& key : keys) {
      if (!dice_.one_in(4)) handlers[key] = handler();
    }
    return handlers;
  }

  std::string arguments() {
    return dice_.pick<std::string>(
        {"", "{}", "{\"n\": 1}", "{\"u\":\"x\",\"n\":[2]}", "{\"" + dice_.word() + "\":{}}"});
  }

  Json tool(std::string const& name) {
    Json tool = {{"name", name}, {"kind", dice_.pick<std::string>({"function", "mcp", "acme", "*"})}};
    if (tool["kind"] == "mcp") tool["connection"] = {{"kind", "anonymous"}, {"endpoint", "http://127.0.0.1:1"}};
    if (tool["kind"] == "function") tool["parameters"] = Json::array({{{"name", "u"}, {"kind", "string"}}});
    if (dice_.one_in(2)) tool["bindings"] = {{"u", dice_.one_in(2) ? Json("u") : Json(7)}, {dice_.word(), true}};
    return tool;
  }

  Dice& dice_;
};

}  // namespace conformance::generated
