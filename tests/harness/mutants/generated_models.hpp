#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Requests for models with a provider or an API type that is not there, or that nobody knows.
class ModelChoices {
 public:
  explicit ModelChoices(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input build_request() {
    Json model = {{"id", dice_.word()}};
    if (!dice_.one_in(3)) model["provider"] = dice_.pick<std::string>({"openai", dice_.word(), "My-" + dice_.word()});
    if (!dice_.one_in(3)) model["apiType"] = dice_.pick<std::string>({"chat", dice_.word()});
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    Json const message = {{"role", "user"}, {"content", Json::array({part})}};
    Json const agent = {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
    return {.operation = "build_request", .params = {{"agent", agent}, {"messages", Json::array({message})}}};
  }

 private:
  Dice& dice_;
};

}  // namespace conformance::generated
