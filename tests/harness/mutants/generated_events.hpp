#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Streams of events of the Responses API and of Anthropic, most of them as a provider sends them, and runs that ask
/// for streams.
class EventStreams {
 public:
  explicit EventStreams(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input of_response() {
    Json events = Json::array({{{"type", "response.created"}, {"response", {{"id", dice_.word()}}}}});
    for (std::size_t count = dice_.below(9); count > 0; --count) events.push_back(response_event());
    if (dice_.one_in(3)) add_two_calls_of_response(events);
    if (dice_.one_in(8)) events.push_back(refusal());
    if (!dice_.one_in(5)) events.push_back(response_end());
    return asked("openai", "responses", events);
  }

  [[nodiscard]] Input of_message() {
    Json events = Json::array({{{"type", "message_start"}, {"message", {{"id", dice_.word()}}}}});
    for (std::size_t count = dice_.below(9); count > 0; --count) events.push_back(message_event());
    if (dice_.one_in(3)) add_two_calls_of_message(events);
    events.push_back({{"type", "message_delta"}, {"delta", stop()}});
    if (!dice_.one_in(5)) events.push_back({{"type", "message_stop"}});
    return asked("anthropic", "chat", events);
  }

  [[nodiscard]] Input run() {
    std::string const endpoint = dice_.one_in(2) ? "http://127.0.0.1:1/" + dice_.word() : "${MOCK}/v1";
    Json const connection = {{"kind", "key"}, {"endpoint", endpoint}, {"apiKey", dice_.word()}};
    Json const model = {
        {"id", dice_.word()},
        {"provider", "openai"},
        {"connection", connection},
        {"options", {{"stopSequences", Json::array({dice_.word()})}, {"topP", dice_.pick<Json>({"wrong", 0.5, 0.5})}}}};
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    Json const messages = Json::array({{{"role", "user"}, {"content", Json::array({part})}}});
    Json const agent = {{"kind", "prompt"}, {"model", model}, {"instructions", ""}};
    Json params = {{"agent", agent}, {"messages", messages}, {"stream", true}};
    if (dice_.one_in(3)) {
      // Of these there is no stream.
      params["agent"]["model"]["apiType"] = "embedding";
      params.erase("stream");
    }
    return {.operation = "run", .params = params, .files = {}};
  }

 private:
  Input asked(std::string const& provider, std::string const& api_type, Json const& events) {
    Json agent = {{"kind", "prompt"}, {"model", {{"id", dice_.word()}, {"provider", provider}, {"apiType", api_type}}}};
    if (dice_.one_in(4)) agent["outputs"] = Json::array({{{"name", dice_.word()}, {"kind", "string"}}});
    agent["instructions"] = "";
    Json params = {{"agent", agent}, {"chunks", events}};
    if (dice_.one_in(2)) params["variant"] = dice_.pick<std::string>({"sync", "async"});
    return {.operation = "process_stream", .params = params, .files = {}};
  }

  Json text() {
    return dice_.pick<Json>({"", " ", "na", "na", dice_.word(), " " + dice_.word() + "\n", "4", "{\"q\":2}"});
  }

  Json piece() { return dice_.pick<Json>({"", "{ \"" + dice_.word() + "\": ", "7}", " " + dice_.word() + " "}); }

  std::size_t place() { return dice_.pick<std::size_t>({0, 0, 1, 2, 9, 10}); }

  Json stranger() {
    Json event = {{"type", dice_.pick<std::string>({"response.in_progress", "ping", dice_.word()})}};
    if (dice_.one_in(4)) event = Json::object();
    if (dice_.one_in(8)) event = {{"type", "error"}, {"message", dice_.word()}};
    if (dice_.one_in(8)) event = {{"type", "error"}, {"error", {{"type", dice_.word()}, {"message", dice_.word()}}}};
    if (event.value("type", "") != "error" && dice_.one_in(3)) event["delta"] = dice_.word();
    return event;
  }

  Json output_item() {
    Json const part = {{"type", "output_text"}, {"text", text()}};
    if (dice_.one_in(4)) return {{"type", "message"}, {"id", dice_.word()}, {"content", Json::array({part})}};
    Json item = {{"type", dice_.one_in(4) ? dice_.word() : "function_call"},
                 {"id", dice_.word()},
                 {"call_id", dice_.word()},
                 {"name", dice_.word()}};
    if (dice_.one_in(2)) item["arguments"] = piece();
    return item;
  }

  Json response_event() {
    std::size_t const at = place();
    switch (dice_.below(10)) {
      case 0:
        return stranger();
      case 1:
        return {{"type", "response.output_item.added"}, {"output_index", at}, {"item", output_item()}};
      case 2:
        return {{"type", "response.output_item.done"}, {"output_index", at}, {"item", output_item()}};
      case 3:
      case 4:
        return {{"type", "response.function_call_arguments.delta"}, {"output_index", at}, {"delta", piece()}};
      case 5:
        return {{"type", "response.function_call_arguments.done"}, {"output_index", at}, {"arguments", piece()}};
      case 6:
        return {{"type", "response.output_text.done"}, {"output_index", at}, {"text", text()}};
      case 7:
        return {{"type", "response.content_part.done"}, {"part", {{"type", "output_text"}, {"text", text()}}}};
      default:
        return {{"type", "response.output_text.delta"},
                {"output_index", at},
                {"content_index", dice_.below(2)},
                {"delta", text()}};
    }
  }

  Json refusal() {
    Json const said = dice_.pick<Json>({"", dice_.word()});
    if (dice_.one_in(2)) return {{"type", "response.refusal.done"}, {"refusal", said}};
    return {{"type", "response.refusal.delta"}, {"delta", said}};
  }

  Json response_end() {
    Json response = {{"id", dice_.word()}};
    if (dice_.one_in(6)) response["error"] = nullptr;
    if (dice_.one_in(4)) response["output"] = Json::array({output_item()});
    if (dice_.one_in(8)) return {{"type", "response.incomplete"}, {"response", response}};
    if (!dice_.one_in(8)) return {{"type", "response.completed"}, {"response", response}};
    response["error"] = {{"code", dice_.word()}, {"message", dice_.word()}};
    return {{"type", "response.failed"}, {"response", response}};
  }

  Json block() {
    Json const input = dice_.pick<Json>({Json::object(), Json::object(), {{dice_.word(), 3}}});
    switch (dice_.below(6)) {
      case 0:
        return {{"type", "thinking"}, {"thinking", dice_.word()}, {"text", dice_.word()}};
      case 1:
        return {{"type", "server_tool_use"}, {"id", dice_.word()}, {"name", dice_.word()}, {"input", input}};
      case 2:
      case 3:
        return {{"type", "tool_use"}, {"id", dice_.word()}, {"name", dice_.word()}, {"input", input}};
      default:
        return {{"type", "text"}, {"text", dice_.pick<Json>({"", "", dice_.word()})}};
    }
  }

  Json delta() {
    switch (dice_.below(7)) {
      case 0:
        return {{"type", "thinking_delta"}, {"thinking", dice_.word()}};
      case 1:
        return {{"type", "citations_delta"}, {"citation", {{"cited_text", dice_.word()}}}, {"text", dice_.word()}};
      case 2:
      case 3:
        return {{"type", "input_json_delta"}, {"partial_json", piece()}};
      default:
        return {{"type", "text_delta"}, {"text", text()}};
    }
  }

  Json message_event() {
    std::size_t const at = place();
    switch (dice_.below(6)) {
      case 0:
        return stranger();
      case 1:
        return {{"type", "content_block_stop"}, {"index", at}};
      case 2:
      case 3:
        return {{"type", "content_block_start"}, {"index", at}, {"content_block", block()}};
      default:
        return {{"type", "content_block_delta"}, {"index", at}, {"delta", delta()}};
    }
  }

  /// Pieces of two calls, mixed.
  Json pieces() {
    return Json::array({{10, "{\"" + dice_.word() + "\""}, {9, "{\"" + dice_.word()}, {10, ": 0}"}, {9, "\": 1}"}});
  }

  void add_two_calls_of_response(Json& events) {
    for (std::size_t const at : {10, 9}) {
      Json const call = {
          {"type", "function_call"}, {"id", dice_.word()}, {"call_id", dice_.word()}, {"name", dice_.word()}};
      events.push_back({{"type", "response.output_item.added"}, {"output_index", at}, {"item", call}});
    }
    for (Json const& piece : pieces()) {
      events.push_back(
          {{"type", "response.function_call_arguments.delta"}, {"output_index", piece[0]}, {"delta", piece[1]}});
    }
    if (dice_.one_in(2)) return;
    events.push_back(
        {{"type", "response.function_call_arguments.done"}, {"output_index", 9}, {"arguments", "{\"final\": 1}"}});
  }

  void add_two_calls_of_message(Json& events) {
    for (std::size_t const at : {10, 9}) {
      Json const call = {{"type", "tool_use"}, {"id", dice_.word()}, {"name", dice_.word()}, {"input", Json::object()}};
      events.push_back({{"type", "content_block_start"}, {"index", at}, {"content_block", call}});
    }
    for (Json const& piece : pieces()) {
      Json const delta = {{"type", "input_json_delta"}, {"partial_json", piece[1]}};
      events.push_back({{"type", "content_block_delta"}, {"index", piece[0]}, {"delta", delta}});
    }
  }

  Json stop() {
    Json stop = {{"stop_reason", dice_.pick<Json>({"end_turn", "tool_use", "tool_use", "max_tokens", "refusal"})}};
    if (dice_.one_in(2)) stop["stop_details"] = {{"type", "refusal"}, {"explanation", dice_.word()}};
    return stop;
  }

  Dice& dice_;
};

}  // namespace conformance::generated
