#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Streams of chat completions, most of them as a provider sends them, some as only odd servers do.
class Streams {
 public:
  explicit Streams(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input process_stream() {
    Json const model = {{"id", dice_.word()}, {"provider", "openai"}, {"apiType", "chat"}};
    Json const agent = {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
    refuses_ = dice_.one_in(4);
    Json chunks = Json::array();
    for (std::size_t count = 1 + dice_.below(8); count > 0; --count) chunks.push_back(chunk());
    if (dice_.one_in(3)) chunks.push_back({{"id", dice_.word()}, {"choices", Json::array()}});
    return {.operation = "process_stream", .params = {{"agent", agent}, {"chunks", chunks}}, .files = {}};
  }

 private:
  Json chunk() {
    Json chunk = {{"id", dice_.word()}};
    switch (dice_.below(12)) {
      case 0:
        chunk["choices"] = Json::array();
        break;
      case 1:
        if (dice_.one_in(2)) chunk["choices"] = nullptr;
        break;
      case 2:
        chunk["choices"] = Json::array({{{"index", 0}, {"delta", nullptr}}});
        break;
      case 3:
        chunk["choices"] = Json::array({{{"index", 0}}});
        break;
      case 4:
        chunk["choices"] = Json::array({choice(), choice()});
        break;
      default:
        chunk["choices"] = Json::array({choice()});
    }
    return chunk;
  }

  Json choice() {
    Json delta = Json::object();
    if (!dice_.one_in(3)) {
      delta["content"] =
          dice_.pick<Json>({nullptr, "", " ", "ha", "ha", dice_.word(), dice_.word() + " " + dice_.word()});
    }
    if (dice_.one_in(2)) {
      delta["tool_calls"] = Json::array();
      for (std::size_t count = dice_.below(3); count > 0; --count) delta["tool_calls"].push_back(fragment());
    }
    if (dice_.one_in(3)) delta["refusal"] = dice_.pick<Json>({nullptr, ""});
    if (refuses_ && dice_.one_in(4)) delta["refusal"] = dice_.word();
    return {{"index", 0}, {"delta", delta}};
  }

  Json fragment() {
    Json fragment = {{"index", dice_.pick<std::size_t>({0, 0, 1, 2, 9, 10})}};
    if (!dice_.one_in(3)) fragment["id"] = dice_.pick<Json>({nullptr, dice_.word(), "Call:" + dice_.word()});
    Json function = Json::object();
    if (!dice_.one_in(3)) function["name"] = dice_.pick<Json>({nullptr, dice_.word(), "Do." + dice_.word()});
    if (!dice_.one_in(4)) {
      function["arguments"] =
          dice_.pick<Json>({nullptr, "", "{ \"" + dice_.word() + "\": ", "1}", " " + dice_.word() + " "});
    }
    if (!dice_.one_in(8)) fragment["function"] = function;
    return fragment;
  }

  Dice& dice_;
  bool refuses_ = false;
};

}  // namespace conformance::generated
