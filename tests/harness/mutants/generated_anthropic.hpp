#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Agents for Anthropic with the messages and responses that go with them, and agents of either provider that are about
/// the names of options.
class AnthropicValues {
 public:
  explicit AnthropicValues(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input build_request() {
    return {.operation = "build_request", .params = {{"agent", agent()}, {"messages", messages()}}};
  }

  [[nodiscard]] Input process() {
    Json agent = agent_of(dice_.word());
    if (dice_.one_in(2)) agent["outputs"] = Json::array({{{"name", dice_.word()}, {"kind", "string"}}});
    Json const response = {{"id", dice_.word()},
                           {"type", "message"},
                           {"role", "assistant"},
                           {"content", blocks()},
                           {"stop_reason", dice_.pick<std::string>({"tool_use", "end_turn", "max_tokens"})}};
    return {.operation = "process", .params = {{"agent", agent}, {"response", response}}};
  }

  [[nodiscard]] Input named_options() {
    Json agent = agent_of(dice_.word());
    agent["model"]["provider"] = dice_.pick<std::string>({"openai", "anthropic"});
    agent["model"]["options"] = options();
    Json const message = {{"role", "user"}, {"content", Json::array({text_part()})}};
    return {.operation = "build_request", .params = {{"agent", agent}, {"messages", Json::array({message})}}};
  }

 private:
  static Json agent_of(std::string const& id) {
    Json const model = {{"id", id}, {"provider", "anthropic"}, {"apiType", "chat"}};
    return {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
  }

  Json agent() {
    Json agent = agent_of(dice_.word() + dice_.pick<std::string>({"", "-20991231"}));
    agent["name"] = dice_.word();
    if (!dice_.one_in(3)) agent["model"]["options"] = options();
    if (dice_.one_in(3)) agent["outputs"] = Json::array({{{"name", dice_.word()}, {"kind", "string"}}});
    if (!dice_.one_in(3)) {
      agent["tools"] = Json::array();
      for (std::size_t count = dice_.below(4); count > 0; --count) agent["tools"].push_back(tool());
    }
    return agent;
  }

  Json options() {
    Json options = Json::object();
    for (std::string const name : {"temperature", "topP", "frequencyPenalty", "presencePenalty"}) {
      if (dice_.one_in(3)) options[name] = dice_.pick<Json>({0, 0.0625, 0.3125});
    }
    for (std::string const name : {"maxOutputTokens", "topK", "seed"}) {
      if (dice_.one_in(3)) options[name] = dice_.pick<Json>({0, 1, 11, 4096, 70001});
    }
    if (dice_.one_in(3)) {
      options["stopSequences"] = Json::array({dice_.word()});
      if (dice_.one_in(2)) options["stopSequences"].push_back(dice_.word());
      if (dice_.one_in(4)) options["stopSequences"] = Json::array();
    }
    if (dice_.one_in(3)) options["allowMultipleToolCalls"] = dice_.pick<Json>({true, false});
    if (dice_.one_in(4)) options["additionalProperties"] = {{dice_.word(), 1}, {"max_tokens", 3}};
    return options;
  }

  Json tool() {
    if (dice_.one_in(3)) return {{"name", dice_.word()}, {"kind", dice_.word()}, {"type", "CustomTool"}};
    Json tool = {{"name", dice_.word()}, {"kind", "function"}, {"parameters", Json::array()}};
    if (dice_.one_in(2)) tool["description"] = dice_.word();
    if (dice_.one_in(3)) tool["strict"] = dice_.pick<Json>({true, false});
    for (std::size_t count = dice_.below(4); count > 0; --count) {
      std::string const name = dice_.one_in(3) ? "shared" : dice_.word();
      Json parameter = {{"name", name}, {"kind", dice_.pick<std::string>({"string", "float"})}};
      if (dice_.one_in(2)) parameter["required"] = dice_.pick<Json>({true, false});
      if (dice_.one_in(3)) tool["bindings"][name] = dice_.word();
      tool["parameters"].push_back(parameter);
    }
    return tool;
  }

  std::string text() {
    return dice_.pick<std::string>({dice_.word(), dice_.word() + " " + dice_.word(), "  " + dice_.word() + "\n"});
  }

  Json text_part() { return {{"kind", "text"}, {"value", text()}}; }

  Json image() {
    std::string const name = dice_.word();
    Json part = {{"kind", "image"}, {"value", name}};
    if (dice_.one_in(3)) part["value"] = "https://" + name + ".test/" + name;
    if (dice_.one_in(4)) part["value"] = "data:image/bmp;base64," + name;
    if (!dice_.one_in(4)) part["mediaType"] = "image/" + dice_.pick<std::string>({"bmp", "tiff"});
    if (dice_.one_in(3)) part["detail"] = "low";
    return part;
  }

  Json part() {
    switch (dice_.below(8)) {
      case 0:
        return image();
      case 1:
        return {{"kind", dice_.pick<std::string>({"audio", "file"})}, {"value", dice_.word()}};
      default:
        return text_part();
    }
  }

  Json message() {
    Json message = {{"role", dice_.pick<std::string>({"system", "user", "user", "assistant"})}};
    message["content"] = Json::array();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) message["content"].push_back(part());
    if (message["role"] == "system" && dice_.one_in(3))
      message["content"] = Json::array({{{"kind", "text"}, {"value", ""}}});
    if (dice_.one_in(3))
      message["metadata"] = {{dice_.pick<std::string>({"name", "role", "content", dice_.word()}), dice_.word()}};
    return message;
  }

  /// An assistant's turn that calls tools, and the results.
  void add_calls(Json& list) {
    Json calling = {{"role", "assistant"}, {"content", Json::array({text_part()})}};
    Json results = Json::array();
    for (std::size_t count = 1 + dice_.below(2); count > 0; --count) {
      std::string const id = dice_.word();
      Json const function = {{"name", dice_.word()}, {"arguments", "{\"" + dice_.word() + "\": 1}"}};
      calling["metadata"]["tool_calls"].push_back({{"id", id}, {"type", "function"}, {"function", function}});
      results.push_back(
          {{"role", "tool"}, {"content", Json::array({text_part()})}, {"metadata", {{"tool_call_id", id}}}});
    }
    list.push_back(calling);
    list.insert(list.end(), results.begin(), results.end());
  }

  Json messages() {
    Json list = Json::array({message()});
    for (std::size_t count = dice_.below(4); count > 0; --count) list.push_back(message());
    if (dice_.one_in(4)) add_calls(list);
    return list;
  }

  Json input() {
    return dice_.pick<Json>(
        {Json::object(), {{dice_.word(), 1}}, {{dice_.word(), {{"deep", true}}}, {dice_.word(), "x"}}});
  }

  Json block() {
    std::string const structure = "{\"" + dice_.word() + "\": 2}";
    switch (dice_.below(7)) {
      case 0:
        return {{"type", "tool_use"}, {"id", dice_.word()}, {"name", dice_.word()}, {"input", input()}};
      case 1:
        return {{"type", "thinking"}, {"thinking", dice_.word()}, {"signature", dice_.word()}};
      case 2:
        return {{"type", "server_tool_use"}, {"id", dice_.word()}, {"name", dice_.word()}, {"input", input()}};
      default:
        return {
            {"type", "text"},
            {"text", dice_.pick<std::string>({"", text(), text(), structure, "[3, \"" + dice_.word() + "\"]", "7"})}};
    }
  }

  Json blocks() {
    Json list = Json::array();
    for (std::size_t count = dice_.below(4); count > 0; --count) list.push_back(block());
    return list;
  }

  Dice& dice_;
};

}  // namespace conformance::generated
