#include "adapter/operations.hpp"

#include <fmt/core.h>

#include "adapter/canned_handlers.hpp"
#include "adapter/params.hpp"
#include "prompty/conversation/messages.hpp"
#include "prompty/transport/http_transport.hpp"

namespace prompty::adapter {
namespace {

namespace codec = conversation::stored_message_codec;

char const* type_name(conversation::DeltaType type) {
  switch (type) {
    case conversation::DeltaType::text:
      return "text";
    case conversation::DeltaType::reasoning:
      return "reasoning";
    case conversation::DeltaType::tool_call:
      return "tool_call";
  }
  return "";
}

Json shown(conversation::Delta const& delta) {
  return Json{{"type", type_name(delta.type)}, {"text", delta.text}};
}

void show(Json& list, std::vector<conversation::Delta> const& deltas) {
  for (conversation::Delta const& delta : deltas) list.push_back(shown(delta));
}

Json streamed_turn(Json const& chunks, Json const& params) {
  if (!chunks.is_array()) throw InvalidParams{"params.chunks must be a list"};
  conversation::StreamAssembly assembly;
  Json deltas = Json::array();
  for (Json const& chunk : chunks) show(deltas, assembly.add(chunk));
  bool const is_broken = is_enabled(params, "broken");
  if (!is_broken) show(deltas, assembly.whole_calls());
  conversation::StoredMessage const message{.turn = is_broken ? assembly.broken_turn() : assembly.turn()};
  return Json{{"message", codec::write(message)}, {"deltas", std::move(deltas)}};
}

ChatServer server_of(Json const& params) {
  return {.endpoint = required_text(params, "endpoint"),
          .model = optional_text(params, "model").value_or("mock-model"),
          .api_key = optional_text(params, "apiKey"),
          .answers = is_enabled(params, "stream") ? Answers::streamed : Answers::whole};
}

}  // namespace

Json messages_to_wire(Json const& params, Runtime const&) {
  std::string const target = optional_text(params, "target").value_or("wire");
  if (target != "wire" && target != "client") {
    throw InvalidParams{fmt::format("params.target must be wire or client, not '{}'", target)};
  }
  std::vector<conversation::StoredMessage> const handed =
      conversation::request_messages(codec::read(required(params, "messages"), "messages"));
  return target == "client" ? codec::write(handed) : conversation::chat_messages(handed);
}

Json run_tools(Json const& params, Runtime const&) {
  std::vector<conversation::StoredMessage> const read =
      codec::read(Json::array({required(params, "assistant")}), "assistant");
  conversation::AssistantTurn const* const turn = std::get_if<conversation::AssistantTurn>(&read.front().turn);
  if (turn == nullptr) throw InvalidParams{"params.assistant must be a message of the role assistant"};
  CannedTools canned(params);
  std::vector<conversation::StoredMessage> const messages =
      conversation::answer_calls(turn->tool_calls, canned.tools(), canned.options());
  return Json{{"messages", codec::write(messages)},
              {"gateCalls", canned.gate_calls()},
              {"calls", canned.calls()},
              {"overlaps", canned.overlaps()}};
}

Json converse(Json const& params, Runtime const&, ItemSink const& deliver) {
  CannedTools canned(params);
  conversation::ModelClient const model =
      chat_client(server_of(params), canned.tools(), std::make_shared<HttpTransport>(),
                  [&](conversation::Delta const& delta) { deliver(shown(delta)); });
  conversation::ConversationOptions const options{
      .system = optional_text(params, "system"), .tools = canned.tools(), .batch = canned.options()};
  conversation::InProcessMemory memory;
  Json sessions = Json::object();
  for (Json const& run : required(params, "runs")) {
    std::string const session_id = required_text(run, "sessionId");
    Json const& prompt = required(run, "prompt");
    if (!prompt.is_string() && !prompt.is_array()) throw InvalidParams{"prompt of a run must be a string or a list"};
    static_cast<void>(conversation::converse(session_id, prompt, memory, model, options));
    sessions[session_id] = codec::write(memory.load(session_id));
  }
  return Json{{"sessions", std::move(sessions)}, {"gateCalls", canned.gate_calls()}};
}

Json messages_from_wire(Json const& params, Runtime const&) {
  if (params.contains("chunks")) return streamed_turn(params["chunks"], params);
  conversation::StoredMessage const message{.turn = conversation::read_answer(required(params, "response"))};
  return Json{{"message", codec::write(message)}};
}

}  // namespace prompty::adapter
