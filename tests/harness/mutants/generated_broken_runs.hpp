#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Streamed runs, most of which break off: the provider tells of an error in the middle, or the connection ends.
class BrokenRuns {
 public:
  explicit BrokenRuns(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input run() {
    bool const is_anthropic = dice_.one_in(3);
    std::string const api_type = is_anthropic ? "chat" : dice_.pick<std::string>({"chat", "responses"});
    Json const connection = {
        {"kind", "key"}, {"endpoint", is_anthropic ? "${MOCK}" : "${MOCK}/v1"}, {"apiKey", dice_.word()}};
    Json const model = {{"id", dice_.word()},
                        {"provider", is_anthropic ? "anthropic" : "openai"},
                        {"apiType", api_type},
                        {"connection", connection}};
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    Json const message = {{"role", "user"}, {"content", Json::array({part})}};
    Json agent = {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
    if (dice_.one_in(3)) agent["outputs"] = Json::array({{{"name", dice_.word()}, {"kind", "string"}}});
    Json const params = {{"agent", agent}, {"messages", Json::array({message})}, {"stream", true}};
    return {.operation = "run", .params = params, .files = {}, .provider = Json::array({{{"respond", respond()}}})};
  }

 private:
  Json respond() {
    Json answer = {{"text", dice_.one_in(2) ? std::string("{\"n\": 1}") : dice_.word() + " " + dice_.word()}};
    if (dice_.one_in(3)) answer = {{"toolCalls", Json::array({call()})}};
    std::size_t const frames = 3 + dice_.below(3);
    if (dice_.one_in(2)) {
      Json const error = {{"status", 529}, {"message", dice_.word()}};
      answer["fault"] = {{"kind", "errorEvent"}, {"afterFrames", frames}, {"error", error}};
    } else if (dice_.one_in(2)) {
      answer["fault"] = {{"kind", "cut"}, {"afterFrames", frames}};
    }
    return answer;
  }

  Json call() { return {{"id", dice_.word()}, {"name", dice_.word()}, {"arguments", {{dice_.word(), 4}}}}; }

  Dice& dice_;
};

}  // namespace conformance::generated
