#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Conversations as a loop stores them, and the answers that get into them.
class Conversations {
 public:
  explicit Conversations(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input messages_to_wire() {
    Json params = {{"messages", messages()}};
    if (dice_.one_in(3)) params["target"] = dice_.pick<std::string>({"wire", "client", "client"});
    return {.operation = "messages_to_wire", .params = params};
  }

  [[nodiscard]] Input messages_from_wire() {
    if (dice_.one_in(2)) return {.operation = "messages_from_wire", .params = {{"response", response()}}};
    Json chunks = Json::array();
    for (std::size_t count = 1 + dice_.below(6); count > 0; --count) chunks.push_back(chunk());
    Json params = {{"chunks", chunks}};
    if (dice_.one_in(3)) params["broken"] = dice_.one_in(2);
    return {.operation = "messages_from_wire", .params = params};
  }

 private:
  Json messages() {
    Json list = Json::array();
    if (dice_.one_in(2)) list.push_back({{"role", "system"}, {"content", text()}});
    for (std::size_t count = 1 + dice_.below(4); count > 0; --count) add_exchange(list);
    if (dice_.one_in(4) && !list.empty()) list.push_back(list.back());
    if (dice_.one_in(12)) list.push_back({{"role", dice_.word()}, {"content", text()}});
    for (Json& message : list) add_own_members(message);
    return list;
  }

  void add_exchange(Json& list) {
    if (!dice_.one_in(4)) list.push_back(user());
    if (dice_.one_in(5)) list.push_back(user());
    if (dice_.one_in(2)) add_tool_turn(list);
    if (!dice_.one_in(4)) list.push_back(assistant());
  }

  void add_tool_turn(Json& list) {
    Json turn = assistant();
    if (dice_.one_in(2)) turn["content"] = "";
    turn["tool_calls"] = Json::array();
    std::size_t const count = 1 + dice_.below(3);
    for (std::size_t place = 0; place < count; ++place) turn["tool_calls"].push_back(stored_call());
    list.push_back(turn);
    for (Json const& call : turn["tool_calls"]) list.push_back(result_of(call));
  }

  Json result_of(Json const& call) {
    Json result = {{"role", "tool"}, {"tool_call_id", call["id"]}, {"content", dice_.one_in(4) ? "" : text()}};
    if (dice_.one_in(2)) result["toolName"] = call["function"]["name"];
    if (dice_.one_in(2)) result["isError"] = dice_.one_in(2);
    return result;
  }

  Json stored_call() {
    Json call = {{"id", dice_.one_in(2) ? std::string("same") : dice_.word()}};
    if (!dice_.one_in(4)) call["type"] = "function";
    call["function"] = {{"name", dice_.word()}, {"arguments", arguments()}};
    if (dice_.one_in(4)) call[dice_.word()] = dice_.word();
    if (dice_.one_in(4)) call["function"][dice_.word()] = true;
    return call;
  }

  std::string arguments() {
    return dice_.pick<std::string>(
        {"", "{}", "7", "{ \"" + dice_.word() + "\": 1 }", "{\"" + dice_.word() + "\"", " [1,  2] ", "{\"n\":1.50}"});
  }

  Json user() {
    if (dice_.one_in(2)) return {{"role", "user"}, {"content", text()}};
    Json parts = Json::array();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) parts.push_back(part());
    if (dice_.one_in(4)) parts.push_back(parts.front());
    return {{"role", "user"}, {"content", parts}};
  }

  Json part() {
    Json part = {{"type", "text"}, {"text", text()}};
    if (dice_.one_in(3)) {
      part = {{"type", "image_url"}, {"image_url", {{"url", "https://" + dice_.word()}}}};
      if (dice_.one_in(2)) part["image_url"]["detail"] = "high";
    }
    if (dice_.one_in(3)) part[dice_.word()] = dice_.word();
    return part;
  }

  Json assistant() {
    Json turn = {{"role", "assistant"}, {"content", text()}};
    if (dice_.one_in(2)) turn["reasoning"] = text();
    if (dice_.one_in(3)) turn["reasoning_details"] = blocks();
    if (dice_.one_in(2)) turn["finishReason"] = dice_.word();
    if (dice_.one_in(2)) turn["isError"] = dice_.one_in(2);
    return turn;
  }

  Json blocks() {
    Json list = Json::array();
    for (std::size_t count = dice_.below(4); count > 0; --count) list.push_back(block());
    if (!list.empty() && dice_.one_in(3)) list.push_back(list.front());
    return list;
  }

  Json block() {
    Json block = {{"type", dice_.word()}};
    if (!dice_.one_in(3)) block["text"] = dice_.one_in(4) ? Json(nullptr) : Json(text());
    if (!dice_.one_in(3)) block["index"] = dice_.below(3);
    if (dice_.one_in(3)) block[dice_.word()] = dice_.word();
    return block;
  }

  void add_own_members(Json& message) {
    if (dice_.one_in(4)) message[dice_.word()] = dice_.word();
    if (dice_.one_in(6)) message["metadata"] = {{dice_.word(), 1}};
  }

  std::string text() { return dice_.pick<std::string>({"", " ", dice_.word(), " " + dice_.word() + "\n"}); }

  Json incoming() {
    Json message = {{"role", "assistant"}};
    if (!dice_.one_in(4)) message["content"] = dice_.one_in(4) ? Json(nullptr) : Json(text());
    if (dice_.one_in(3)) message["reasoning"] = dice_.one_in(3) ? Json(nullptr) : Json(text());
    if (dice_.one_in(3)) message["reasoning_content"] = text();
    if (dice_.one_in(3)) message["reasoning_details"] = blocks();
    return message;
  }

  Json response() {
    Json message = incoming();
    if (dice_.one_in(2)) {
      message["tool_calls"] = Json::array({stored_call()});
      if (dice_.one_in(2)) message["tool_calls"].push_back(stored_call());
    }
    Json choice = {{"index", 0}, {"message", message}};
    if (!dice_.one_in(3)) choice["finish_reason"] = dice_.word();
    return {{"id", dice_.word()}, {"choices", Json::array({choice})}};
  }

  Json chunk() {
    if (dice_.one_in(8)) return {{"id", dice_.word()}, {"choices", Json::array()}};
    Json delta = incoming();
    if (dice_.one_in(2)) {
      delta["tool_calls"] = Json::array();
      for (std::size_t count = 1 + dice_.below(2); count > 0; --count) {
        Json fragment = stored_call();
        fragment["index"] = dice_.below(3);
        delta["tool_calls"].push_back(fragment);
      }
    }
    Json choice = {{"index", 0}, {"delta", delta}};
    if (dice_.one_in(4)) choice["finish_reason"] = dice_.word();
    return {{"id", dice_.word()}, {"choices", Json::array({choice})}};
  }

  Dice& dice_;
};

}  // namespace conformance::generated
