#include "adapter/canned_handlers.hpp"

#include <fmt/core.h>

#include <limits>
#include <thread>

namespace prompty::adapter {
namespace {

namespace codec = conversation::stored_message_codec;

constexpr std::chrono::milliseconds least_counted_delay{100};

Json shown(conversation::Delta const& delta) {
  using conversation::DeltaType;
  static std::map<DeltaType, std::string> const types = {
      {DeltaType::text, "text"}, {DeltaType::reasoning, "reasoning"}, {DeltaType::tool_call, "tool_call"}};
  return Json{{"type", types.at(delta.type)}, {"text", delta.text}};
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

conversation::ToolExecution execution_of(Json const& params) {
  bool const is_sequential =
      is_second(optional_text(params, "mode").value_or("parallel"), "mode", "parallel", "sequential");
  return is_sequential ? conversation::ToolExecution::sequential : conversation::ToolExecution::parallel;
}

std::map<std::size_t, std::string> denials_of(Json const& params) {
  std::map<std::size_t, std::string> denials;
  Json const gate = params.value("gate", Json::object());
  Json const deny = gate.value("deny", Json::object());
  for (auto const& [place, reason] : deny.items()) {
    bool const is_place =
        !place.empty() && place.find_first_not_of("0123456789") == std::string::npos && place.size() < 6;
    if (!is_place || !reason.is_string()) throw InvalidParams{"params.gate.deny must map places of calls to reasons"};
    denials.emplace(std::stoul(place), reason.get<std::string>());
  }
  return denials;
}

/// The tools, handlers and gate that params describe, and a record of their calls: `tools` with `name`,
/// `description`, `parameters` and `sequential`; `handlers` by their names; `gate.deny`, from the place of a call to
/// the reason; `mode`, parallel or sequential.
class CannedTools {
 public:
  /// Throws InvalidParams for members of another shape and for a tool without handler, ValueError for parameters that
  /// are no usable schema. `params` must outlive this.
  explicit CannedTools(Json const& params) : execution_(execution_of(params)), denials_(denials_of(params)) {
    for (Json const& tool : required(params, "tools")) add(tool, params);
  }

  /// They must not outlive this.
  [[nodiscard]] std::vector<conversation::CallableTool> const& tools() const { return tools_; }

  /// They must not outlive this.
  [[nodiscard]] conversation::BatchOptions options() {
    return {.gate = [this](std::vector<ToolCall> const& calls) { return decided(calls); }, .execution = execution_};
  }

  /// The batches that the gate was shown, each a list of calls.
  [[nodiscard]] Json gate_calls() const { return gate_calls_.elements(); }

  /// What handlers received, `{"name", "arguments"}` by the place of the call in its batch.
  [[nodiscard]] Json calls() const {
    std::scoped_lock const lock(mutex_);
    Json received = Json::array();
    for (auto const& [place, call] : calls_) received.push_back(call);
    return received;
  }

  /// Pairs of places of calls that ran at the same time, ascending; only calls of handlers that take 100 ms or longer
  /// count, since whether others meet is chance.
  [[nodiscard]] Json overlaps() const {
    std::scoped_lock const lock(mutex_);
    Json pairs = Json::array();
    for (auto const& [one, other] : overlaps_) pairs.push_back(Json::array({one, other}));
    return pairs;
  }

 private:
  void add(Json const& tool, Json const& params) {
    std::string const name = required_text(tool, "name");
    Json const& handlers = required(params, "handlers");
    if (!handlers.is_object() || !handlers.contains(name) || !handlers[name].is_object()) {
      throw InvalidParams{fmt::format("params.handlers has no object for the tool '{}'", name)};
    }
    Json const& handler = handlers[name];
    std::chrono::milliseconds const delay = delay_of(handler);
    conversation::CallableTool callable{.name = name, .description = optional_text(tool, "description")};
    if (tool.contains("parameters"))
      callable.parameters = std::make_shared<conversation::ArgumentSchema const>(name, tool["parameters"]);
    if (is_enabled(tool, "sequential")) callable.execution = conversation::ToolExecution::sequential;
    callable.execute = [this, &handler, delay](conversation::Invocation const& invocation) {
      bool const counts = delay >= least_counted_delay;
      start(invocation, counts);
      std::this_thread::sleep_for(delay);
      if (counts) end(invocation.position);
      return output_of(handler, invocation.arguments);
    };
    tools_.push_back(std::move(callable));
  }

  void start(conversation::Invocation const& invocation, bool counts) {
    std::scoped_lock const lock(mutex_);
    calls_[invocation.position] = Json{{"name", invocation.call.name}, {"arguments", invocation.arguments}};
    if (!counts) return;
    for (std::size_t const other : running_) overlaps_.emplace(std::minmax(other, invocation.position));
    running_.insert(invocation.position);
  }

  void end(std::size_t position) {
    std::scoped_lock const lock(mutex_);
    running_.erase(position);
  }

  std::vector<conversation::Denial> decided(std::vector<ToolCall> const& calls) {
    Json shown = Json::array();
    std::vector<conversation::Denial> decisions;
    for (ToolCall const& call : calls) {
      auto const denial = denials_.find(decisions.size());
      decisions.push_back(denial == denials_.end() ? std::nullopt : conversation::Denial(denial->second));
      shown.push_back(Json{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
    }
    gate_calls_.add(std::move(shown));
    return decisions;
  }

  std::vector<conversation::CallableTool> tools_;
  conversation::ToolExecution execution_;
  std::map<std::size_t, std::string> denials_;
  SharedList gate_calls_;
  mutable std::mutex mutex_;
  std::map<std::size_t, Json> calls_;
  std::set<std::size_t> running_;
  std::set<std::pair<std::size_t, std::size_t>> overlaps_;
};

}  // namespace

Json messages_to_wire(Json const& params, Runtime const&) {
  bool const is_for_client = is_second(optional_text(params, "target").value_or("wire"), "target", "wire", "client");
  std::vector<conversation::StoredMessage> const handed =
      conversation::request_messages(codec::read(required(params, "messages"), "messages"));
  return is_for_client ? codec::write(handed) : conversation::chat_messages(handed);
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
  // a limit is for the program to set, and this operation sets none.
  conversation::ConversationOptions const options{.system = optional_text(params, "system"),
                                                  .tools = canned.tools(),
                                                  .batch = canned.options(),
                                                  .max_turns = std::numeric_limits<int>::max()};
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
