#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Conversations with a model whose answers are made up beforehand.
class Runs {
 public:
  explicit Runs(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input converse() {
    names_ = {dice_.word(), dice_.word()};
    Json params = {{"endpoint", "${MOCK}/v1"}, {"tools", Json::array()}, {"handlers", Json::object()}};
    for (std::string const& name : names_) {
      params["tools"].push_back({{"name", name}});
      params["handlers"][name] = handler();
    }
    if (dice_.one_in(2)) params["system"] = dice_.word();
    params["runs"] = Json::array();
    Json provider = Json::array();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) {
      params["runs"].push_back({{"sessionId", dice_.pick<std::string>({"one", "one", "two"})}, {"prompt", prompt()}});
      for (std::size_t turns = dice_.below(3); turns > 0; --turns) provider.push_back(calling());
      provider.push_back(answer());
    }
    return {.operation = "converse", .params = params, .provider = provider};
  }

 private:
  Json prompt() {
    if (!dice_.one_in(3)) return dice_.word();
    return Json::array({{{"type", "text"}, {"text", dice_.word()}}});
  }

  Json handler() {
    if (dice_.one_in(4)) return {{"throws", dice_.word()}};
    return {{"returns", dice_.word()}};
  }

  Json answer() {
    Json respond = {{"text", dice_.word()}};
    if (dice_.one_in(2)) respond["reasoning"] = dice_.word();
    return {{"respond", respond}};
  }

  Json calling() {
    Json respond = Json::object();
    if (dice_.one_in(3)) respond["text"] = dice_.word();
    if (dice_.one_in(2)) respond["reasoning"] = dice_.word();
    respond["toolCalls"] = Json::array();
    for (std::size_t count = 1 + dice_.below(2); count > 0; --count) {
      respond["toolCalls"].push_back({{"id", dice_.one_in(2) ? std::string("same") : dice_.word()},
                                      {"name", dice_.pick(names_)},
                                      {"arguments", dice_.one_in(4) ? dice_.word() : std::string("{}")}});
    }
    return {{"respond", respond}};
  }

  Dice& dice_;
  std::vector<std::string> names_;
};

}  // namespace conformance::generated
