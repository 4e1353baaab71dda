#pragma once

#include <string>
#include <vector>

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Requests with what other languages make something else of: names that objects have anyway, more than ten elements,
/// blanks, values that are false, zero, empty or null, and names of models that tell some what else to send.
class WireHabits {
 public:
  explicit WireHabits(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input chat() {
    Json agent = agent_of("openai", "chat");
    agent["model"]["options"]["additionalProperties"] = {
        {dice_.word(), dice_.pick<Json>({false, 0, "", Json::array()})}, {inherited_name(), dice_.word()}};
    agent["tools"] = Json::array();
    for (std::size_t count = 11; count > 0; --count) agent["tools"].push_back(tool());
    Json messages = Json::array();
    for (std::size_t count = 11 + dice_.below(3); count > 0; --count) messages.push_back(said("user", dice_.word()));
    return request(agent, messages);
  }

  [[nodiscard]] Input embedding() {
    Json messages = Json::array();
    for (std::size_t count = 11 + dice_.below(3); count > 0; --count) messages.push_back(said("user", dice_.word()));
    return request(agent_of("openai", "embedding"), messages);
  }

  [[nodiscard]] Input responses() {
    Json message = said("tool", "");
    message["content"].push_back({{"kind", "text"}, {"value", dice_.word()}});
    std::string const id = dice_.word();
    message["metadata"] = {{"tool_call_id", id},
                           {"responses_function_call",
                            {{"type", "function_call"}, {"call_id", id}, {"name", dice_.word()}, {"arguments", "{}"}}}};
    return request(agent_of("openai", "responses"), Json::array({message}));
  }

  [[nodiscard]] Input anthropic() {
    Json agent = agent_of("anthropic", "chat");
    agent["model"]["options"]["topK"] = 0;
    agent["tools"] = Json::array({tool()});
    Json const blank = said("system", dice_.pick<std::string>({" ", "\n", " \t"}));
    return request(agent, Json::array({blank, said("user", dice_.word())}));
  }

  [[nodiscard]] std::vector<Input> telling_models() {
    Json const conversation = Json::array({said("system", dice_.word()), said("user", dice_.word())});
    Json const output = {{"name", dice_.word()}, {"kind", "string"}, {"required", true}};
    std::vector<Input> list;
    for (std::string const& id : {"o7-pro-" + dice_.word(), dice_.word() + "-instruct", "o1-mini-" + dice_.word()}) {
      Json agent = agent_of("openai", "chat");
      agent["model"]["id"] = id;
      agent["model"]["options"] = {{"temperature", 0.3125}, {"additionalProperties", {{"TEMPERATURE", 0.5625}}}};
      agent["tools"] = Json::array({tool()});
      agent["outputs"] = Json::array({output});
      list.push_back(request(agent, conversation));
    }
    Json painter = agent_of("openai", "image");
    painter["model"]["id"] = "dall-e-2-" + dice_.word();
    painter["model"]["options"]["additionalProperties"] = {{"quality", dice_.word()}};
    list.push_back(request(painter, conversation));
    for (std::string const& id : {dice_.word() + "-haiku-8", dice_.word() + "-opus-4-7", dice_.word() + "-latest"}) {
      Json agent = agent_of("anthropic", "chat");
      agent["model"]["id"] = id;
      agent["model"]["options"] = {{"temperature", 0.3125}, {"topP", 0.5625}, {"maxOutputTokens", 70001}};
      list.push_back(request(agent, conversation));
    }
    return list;
  }

 private:
  static Input request(Json const& agent, Json const& messages) {
    return {.operation = "build_request", .params = {{"agent", agent}, {"messages", messages}}};
  }

  Json agent_of(std::string const& provider, std::string const& api_type) {
    Json const model = {{"id", dice_.word()}, {"provider", provider}, {"apiType", api_type}};
    return {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
  }

  static Json said(std::string const& role, std::string const& text) {
    return {{"role", role}, {"content", Json::array({{{"kind", "text"}, {"value", text}}})}};
  }

  std::string inherited_name() { return dice_.pick<std::string>({"constructor", "toString", "valueOf", "__proto__"}); }

  Json tool() {
    std::string const bound = dice_.word();
    Json const values = Json::array({dice_.word(), dice_.pick<Json>({false, 0, ""}), nullptr});
    Json const parameters = Json::array({
        {{"name", bound}, {"kind", "string"}},
        {{"name", inherited_name()}, {"kind", "string"}, {"description", " "}, {"required", true}},
        {{"name", std::to_string(20 + dice_.below(9))}, {"kind", "string"}, {"required", true}},
        {{"name", std::to_string(dice_.below(9))}, {"kind", "string"}, {"required", true}, {"enumValues", values}},
    });
    return {{"name", dice_.word()},
            {"kind", "function"},
            {"description", dice_.word()},
            {"parameters", parameters},
            {"bindings", {{bound, dice_.word()}}}};
  }

  Dice& dice_;
};

}  // namespace conformance::generated
