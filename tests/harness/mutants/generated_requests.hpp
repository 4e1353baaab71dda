#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Requests of agents with tools of all kinds but custom ones, with options and with outputs.
class OfferedTools {
 public:
  explicit OfferedTools(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input build_request() {
    Input input = with_tools("build_request");
    input.params["messages"] = messages();
    return input;
  }

  [[nodiscard]] Input project_tools() {
    Input input = with_tools("project_tools");
    if (!dice_.one_in(4)) return input;
    // A server of which nothing is allowed.
    Json lone = server(input);
    lone["allowedTools"] = Json::array({dice_.word()});
    input.params["agent"]["tools"] = Json::array({lone});
    input.files.clear();
    return input;
  }

  /// A run over a connection, with a child prompt among the tools.
  [[nodiscard]] Input run() {
    Input input{.operation = "run", .params = {{"agent", {{"kind", "prompt"}}}}};
    Json& agent = input.params["agent"];
    agent["model"] = {{"id", dice_.word()}, {"provider", "openai"}, {"apiType", "chat"}};
    agent["model"]["connection"] = {{"kind", "key"}, {"endpoint", "${MOCK}/v1"}, {"apiKey", dice_.word()}};
    agent["instructions"] = "";
    agent["tools"] = Json::array({child_prompt(input)});
    input.params["messages"] = messages();
    return input;
  }

 private:
  Input with_tools(std::string operation) {
    Input input{.operation = std::move(operation), .params = {{"agent", {{"kind", "prompt"}}}}};
    if (dice_.one_in(2)) input.params["agent"]["name"] = dice_.word();
    Json model = {{"id", dice_.word()}, {"provider", "openai"}};
    if (!dice_.one_in(4)) model["apiType"] = "chat";
    if (!dice_.one_in(4)) model["options"] = options();
    input.params["agent"]["model"] = model;
    if (!dice_.one_in(4)) {
      Json tools = Json::array();
      for (std::size_t count = dice_.below(4); count > 0; --count) tools.push_back(tool(input));
      input.params["agent"]["tools"] = tools;
    }
    if (dice_.one_in(2)) input.params["agent"]["outputs"] = properties();
    input.params["agent"]["instructions"] = "";
    return input;
  }

  Json messages() {
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    return Json::array({{{"role", "user"}, {"content", Json::array({part})}}});
  }

  Json tool(Input& input) {
    switch (dice_.below(6)) {
      case 0:
        return child_prompt(input);
      case 1:
        return server(input);
      case 2:
        return web_api(input);
      default:
        return function();
    }
  }

  void describe(Json& tool) {
    if (!dice_.one_in(3))
      tool["description"] = dice_.pick<std::string>({"", dice_.word(), dice_.word() + "\n" + dice_.word()});
  }

  Json function() {
    Json tool = {{"name", dice_.word()}, {"kind", "function"}};
    describe(tool);
    if (!dice_.one_in(4)) tool["parameters"] = properties();
    if (dice_.one_in(2)) tool["strict"] = dice_.pick<Json>({true, true, false});
    if (dice_.one_in(2)) {
      tool["bindings"] = Json::object();
      for (Json const& parameter : tool.value("parameters", Json::array())) {
        if (dice_.one_in(2)) tool["bindings"][parameter["name"].get<std::string>()] = dice_.word();
      }
    }
    return tool;
  }

  Json child_prompt(Input& input) {
    std::string const path = dice_.word() + ".prompty";
    Json tool = {{"name", dice_.word()}, {"kind", "prompty"}, {"path", path}};
    describe(tool);
    if (tool.value("description", "x").empty()) tool.erase("description");
    std::string file = "---\n";
    if (!dice_.one_in(3)) file += "description: " + dice_.word() + "\n";
    std::string const first = dice_.word();
    if (!dice_.one_in(4))
      file += "inputs:\n  - {name: " + first + ", kind: string, required: true}\n  - {name: " + dice_.word() +
              ", kind: integer}\n";
    if (dice_.one_in(2)) file += "outputs:\n  - {name: " + dice_.word() + ", kind: string}\n";
    input.files[path] = file + "---\n" + dice_.word() + "\n";
    if (dice_.one_in(2)) tool["bindings"][first] = dice_.word();
    return tool;
  }

  /// Functions that some server or specification has; one parameter is common to all.
  Json discovered(std::size_t most) {
    Json functions = Json::array();
    for (std::size_t count = 1 + dice_.below(most); count > 0; --count) {
      Json schema = {{"type", "object"}, {"properties", {{"common", {{"type", "string"}}}}}};
      schema["properties"][dice_.word()] = {{"type", "integer"}};
      functions.push_back({{"name", dice_.word()}, {"description", dice_.word()}, {"parameters", schema}});
    }
    return functions;
  }

  Json server(Input& input) {
    Json tool = {{"name", dice_.word()}, {"kind", "mcp"}, {"serverName", dice_.word()}};
    Json const functions = discovered(4);
    input.params["discovered"][tool["name"].get<std::string>()] = functions;
    if (dice_.one_in(2)) {
      tool["allowedTools"] = Json::array();
      if (dice_.one_in(2)) tool["allowedTools"].push_back(dice_.word());
      for (std::size_t index = functions.size(); index > 0; --index) {
        if (dice_.one_in(2)) tool["allowedTools"].push_back(functions[index - 1]["name"]);
      }
    }
    if (dice_.one_in(2)) tool["bindings"]["common"] = dice_.word();
    return tool;
  }

  Json web_api(Input& input) {
    Json tool = {{"name", dice_.word()}, {"kind", "openapi"}, {"specification", "./" + dice_.word() + ".json"}};
    input.params["discovered"][tool["name"].get<std::string>()] = discovered(3);
    if (dice_.one_in(2)) tool["bindings"]["common"] = dice_.word();
    return tool;
  }

  Json properties() {
    Json list = Json::array();
    for (std::size_t count = dice_.below(4); count > 0; --count) list.push_back(property());
    return list;
  }

  Json property() {
    std::string const name =
        dice_.pick<std::string>({dice_.word(), dice_.word(), "X" + dice_.word(), "ö-" + dice_.word()});
    Json property = {{"name", dice_.one_in(12) ? "strict" : name},
                     {"kind", dice_.pick<std::string>({"string", "integer", "float", "boolean", "array", "object"})}};
    if (dice_.one_in(20)) property["kind"] = dice_.pick<std::string>({"thread", "image", dice_.word()});
    if (dice_.one_in(2)) property["description"] = dice_.pick<std::string>({"", dice_.word()});
    if (!dice_.one_in(3)) property["required"] = dice_.pick<Json>({true, true, false});
    if (dice_.one_in(3)) property["default"] = dice_.word();
    if (dice_.one_in(3)) property["example"] = dice_.word();
    if (dice_.one_in(3)) property["enumValues"] = dice_.pick<Json>({Json::array(), Json::array({"zz", 2, "aa"})});
    return property;
  }

  Json options() {
    Json options = Json::object();
    for (std::string const name : {"temperature", "topP", "frequencyPenalty", "presencePenalty"}) {
      if (dice_.one_in(3)) options[name] = dice_.pick<Json>({0, 1.375, -0.625, nullptr});
    }
    for (std::string const name : {"maxOutputTokens", "topK", "seed"}) {
      if (dice_.one_in(3)) options[name] = dice_.pick<Json>({0, 17, 70001});
    }
    if (dice_.one_in(3))
      options["stopSequences"] =
          dice_.pick<Json>({Json::array(), Json::array({dice_.word()}), Json::array({dice_.word(), dice_.word()})});
    if (dice_.one_in(4)) options["allowMultipleToolCalls"] = dice_.pick<Json>({true, false});
    if (dice_.one_in(2)) options["additionalProperties"] = additional();
    return options;
  }

  Json additional() {
    Json additional = Json::object();
    for (std::string const name : {"temperature", "seed", "max_completion_tokens", "topP", "max_tokens"}) {
      if (dice_.one_in(3)) additional[name] = dice_.pick<Json>({0.875, 3, true});
    }
    if (dice_.one_in(3)) additional[dice_.word()] = nullptr;
    if (dice_.one_in(3)) additional[dice_.word()] = {{dice_.word(), 1}};
    return additional;
  }

  Dice& dice_;
};

}  // namespace conformance::generated
