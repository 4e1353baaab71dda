#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Batches of tool calls. Few take time, and those that do take enough of it for calls to meet on a busy machine.
class Batches {
 public:
  explicit Batches(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input run_tools() {
    takes_time_ = dice_.one_in(40);
    tools_ = Json::array();
    Json handlers = Json::object();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) {
      tools_.push_back(tool());
      handlers[tools_.back()["name"].get<std::string>()] = handler(count);
    }
    Json params = {{"assistant", turn()}, {"tools", tools_}, {"handlers", handlers}};
    if (dice_.one_in(3)) params["gate"] = {{"deny", {{std::to_string(dice_.below(3)), dice_.word()}}}};
    if (dice_.one_in(3)) params["mode"] = dice_.pick<std::string>({"parallel", "sequential"});
    return {.operation = "run_tools", .params = params};
  }

  /// Two calls to one tool and none besides, which takes enough time for them to meet unless the mode forbids it.
  [[nodiscard]] Input calls_that_meet(std::string const& mode) {
    Json const tool = {{"name", dice_.word()}};
    Json calls = Json::array();
    for (std::size_t place = 0; place < 2; ++place) {
      calls.push_back({{"id", dice_.word()}, {"type", "function"}});
      calls.back()["function"] = {{"name", tool["name"]}, {"arguments", "{}"}};
    }
    Json const turn = {{"role", "assistant"}, {"content", ""}, {"tool_calls", calls}};
    Json params = {{"assistant", turn}, {"tools", Json::array({tool})}, {"mode", mode}};
    params["handlers"][tool["name"].get<std::string>()] = {{"returns", dice_.word()}, {"delayMs", 150}};
    return {.operation = "run_tools", .params = params};
  }

 private:
  Json tool() {
    Json tool = {{"name", dice_.word()}};
    if (dice_.one_in(2)) tool["parameters"] = parameters();
    if (dice_.one_in(4)) tool["sequential"] = true;
    return tool;
  }

  Json parameters() {
    Json number = {{"type", "integer"}, {"maximum", 5}};
    if (dice_.one_in(3)) number["exclusiveMinimum"] = 2;
    if (dice_.one_in(3)) number["multipleOf"] = 2;
    Json const texts = {{"type", "array"}, {"items", {{"type", "string"}}}};
    Json schema = {{"type", "object"}, {"properties", {{"n", number}, {"list", texts}}}};
    if (dice_.one_in(3)) schema["required"] = Json::array({"n"});
    if (dice_.one_in(3)) schema["additionalProperties"] = false;
    return schema;
  }

  Json handler(std::size_t number) {
    Json handler = Json::object();
    if (dice_.one_in(4)) {
      handler["throws"] = dice_.word();
    } else {
      handler["returns"] = dice_.one_in(4) ? std::string() : dice_.word();
    }
    if (takes_time_) handler["delayMs"] = 100 + 20 * number;
    return handler;
  }

  Json turn() {
    Json turn = {{"role", "assistant"}, {"content", ""}};
    std::size_t const count = dice_.below(4);
    if (count == 0) return turn;
    turn["tool_calls"] = Json::array();
    for (std::size_t place = 0; place < count; ++place) turn["tool_calls"].push_back(call());
    if (dice_.one_in(4)) turn["tool_calls"].push_back(turn["tool_calls"].front());
    return turn;
  }

  Json call() {
    Json const name = dice_.one_in(12) ? Json(dice_.word()) : tools_[dice_.below(tools_.size())]["name"];
    Json call = {{"id", dice_.one_in(3) ? std::string("same") : dice_.word()}, {"type", "function"}};
    call["function"] = {{"name", name}, {"arguments", arguments()}};
    return call;
  }

  std::string arguments() {
    return dice_.pick<std::string>({"", "{}", "{\"n\": 1}", "{\"n\":\"x\"}", "{\"n\":9}", "{\"list\":[\"a\",2]}",
                                    "{\"n\":2,\"" + dice_.word() + "\":[3]}", "{\"n\":3,}", "{\"" + dice_.word()});
  }

  Dice& dice_;
  Json tools_ = Json::array();
  bool takes_time_ = false;
};

}  // namespace conformance::generated
