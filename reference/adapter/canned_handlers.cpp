#include "adapter/canned_handlers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "adapter/params.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/tool_codec.hpp"

namespace prompty::adapter {
namespace {

Json const& checked(Json const& canned) {
  if (!canned.is_object())
    throw InvalidParams{"a canned handler must be an object with returns, returnsJson or throws"};
  return canned;
}

Json returned_by(Json const& canned) {
  if (canned.contains("returnsJson")) return canned["returnsJson"];
  return optional_text(canned, "returns").value_or("");
}

Json result_of(Json const& canned) {
  if (canned.contains("throws")) throw RuntimeError(required_text(canned, "throws"));
  return returned_by(canned);
}

bool is_same(Json const& left, Json const& right) {
  // The order of members is no part of a value.
  return nlohmann::json::parse(left.dump()) == nlohmann::json::parse(right.dump());
}

/// The text of `cases` for the arguments, if any; otherwise throws what `throws` says.
std::optional<std::string> text_for(Json const& handler, Json const& arguments) {
  for (Json const& one : handler.value("cases", Json::array())) {
    if (is_same(required(one, "arguments"), arguments)) return required_text(one, "returns");
  }
  if (std::optional<std::string> const thrown = optional_text(handler, "throws")) throw std::runtime_error(*thrown);
  return std::nullopt;
}

std::chrono::milliseconds delay_of(Json const& handler) {
  Json const delay = handler.value("delayMs", Json(0));
  if (!delay.is_number_integer()) throw InvalidParams{"delayMs of a handler must be an integer"};
  return std::chrono::milliseconds(delay.get<int>());
}

/// More than a tool has parameters, so that a value that was replaced counts for more than all that were added.
constexpr std::size_t max_bound_values = 1000;

/// How far what a handler got is from what the call says, 0 being the same; nothing when it is of another call. Bound
/// values stand among the arguments, or in the place of some.
std::optional<std::size_t> distance_from(ToolCall const& call, Json const& received) {
  if (received["name"] != call.name) return std::nullopt;
  std::variant<ReadArguments, MalformedArguments> const read = repaired_arguments(call.arguments);
  ReadArguments const* const readable = std::get_if<ReadArguments>(&read);
  Json const& got = received["arguments"];
  if (readable == nullptr || !got.is_object()) return std::nullopt;
  Json const& arguments = readable->arguments;
  std::size_t replaced = 0;
  for (auto const& [name, value] : arguments.items()) {
    if (!got.contains(name)) return std::nullopt;
    if (!is_same(got[name], value)) ++replaced;
  }
  std::size_t const added = got.size() - arguments.size();
  return replaced * max_bound_values + added;
}

ToolHandler read_handler(std::string const& name, Json const& handler, std::shared_ptr<ReceivedCalls> const& received) {
  if (!handler.is_object()) throw InvalidParams{fmt::format("params.handlers has no object for '{}'", name)};
  ToolHandler read{.call = [name, handler, received, delay = delay_of(handler)](Json const& arguments) {
    received->add(name, arguments);
    std::this_thread::sleep_for(delay);
    std::optional<std::string> const text = text_for(handler, arguments);
    return text ? Json(*text) : returned_by(handler);
  }};
  if (handler.contains("parameters")) read.parameters = handler["parameters"];
  return read;
}

constexpr std::chrono::milliseconds least_counted_delay{100};

Json const& handler_of(Json const& params, std::string const& name) {
  Json const& handlers = required(params, "handlers");
  if (!handlers.is_object() || !handlers.contains(name) || !handlers[name].is_object()) {
    throw InvalidParams{fmt::format("params.handlers has no object for the tool '{}'", name)};
  }
  return handlers[name];
}

std::string output_of(Json const& handler, Json const& arguments) {
  if (std::optional<std::string> const text = text_for(handler, arguments)) return *text;
  Json const returned = returned_by(handler);
  return handler.contains("returnsJson") ? json_text::dump(returned) : returned.get<std::string>();
}

conversation::ToolExecution execution_named(std::string const& mode) {
  if (mode == "parallel") return conversation::ToolExecution::parallel;
  if (mode == "sequential") return conversation::ToolExecution::sequential;
  throw InvalidParams{fmt::format("params.mode must be parallel or sequential, not '{}'", mode)};
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

}  // namespace

ToolHandler canned_tool(Json const& canned, Received received) {
  ToolHandler handler{.call = [canned = checked(canned), received = std::move(received)](Json const& arguments) {
    *received = Json::array({arguments});
    return result_of(canned);
  }};
  if (canned.contains("parameters")) handler.parameters = canned["parameters"];
  return handler;
}

KindHandler canned_kind(Json const& canned, Received received) {
  return
      [canned = checked(canned), received = std::move(received)](
          Tool const& tool, Json const& arguments, PromptyAgent const& agent, Json const& inputs, CallSetting const&) {
        *received = Json::array({tool_codec::write({tool}).front(), arguments, agent_codec::to_json(agent), inputs});
        return result_of(canned);
      };
}

void ReceivedCalls::add(std::string const& name, Json const& arguments) {
  std::scoped_lock const lock(mutex_);
  calls_.push_back(Json{{"name", name}, {"arguments", arguments}});
}

Json ReceivedCalls::in_order_of(std::vector<ToolCall> const& calls) const {
  std::scoped_lock const lock(mutex_);
  std::vector<Json> received(calls_.begin(), calls_.end());
  std::vector<std::size_t> places;
  std::vector<bool> taken(received.size(), false);
  for (ToolCall const& call : calls) {
    std::optional<std::size_t> nearest;
    std::optional<std::size_t> least;
    for (std::size_t place = 0; place < received.size(); ++place) {
      if (taken[place]) continue;
      std::optional<std::size_t> const far = distance_from(call, received[place]);
      if (!far || (least && *least <= *far)) continue;
      nearest = place;
      least = far;
    }
    if (!nearest) continue;
    taken[*nearest] = true;
    places.push_back(*nearest);
  }
  std::vector<std::size_t> slots = places;
  std::sort(slots.begin(), slots.end());
  std::vector<Json> ordered = received;
  for (std::size_t index = 0; index < slots.size(); ++index) ordered[slots[index]] = received[places[index]];
  return ordered;
}

std::map<std::string, ToolHandler> handlers_of(Json const& handlers, std::shared_ptr<ReceivedCalls> const& received) {
  if (!handlers.is_object()) throw InvalidParams{"handlers must map names to handlers"};
  std::map<std::string, ToolHandler> read;
  for (auto const& [name, handler] : handlers.items()) read[name] = read_handler(name, handler, received);
  return read;
}

void register_handlers(Json const& params, ToolRegistry& tools, std::shared_ptr<ReceivedCalls> const& received) {
  if (!params.contains("handlers")) return;
  for (auto& [name, handler] : handlers_of(params["handlers"], received)) {
    tools.names.add(name, std::make_shared<ToolHandler const>(handler));
  }
}

struct CannedTools::Record {
  mutable std::mutex mutex;
  Json gate_calls = Json::array();
  std::map<std::size_t, Json> calls;
  std::set<std::size_t> running;
  std::set<std::pair<std::size_t, std::size_t>> overlaps;

  void receive(conversation::Invocation const& invocation) {
    std::scoped_lock const lock(mutex);
    calls[invocation.position] = Json{{"name", invocation.call.name}, {"arguments", invocation.arguments}};
  }

  void start(std::size_t position) {
    std::scoped_lock const lock(mutex);
    for (std::size_t const other : running) overlaps.emplace(std::minmax(other, position));
    running.insert(position);
  }

  void end(std::size_t position) {
    std::scoped_lock const lock(mutex);
    running.erase(position);
  }
};

CannedTools::CannedTools(Json const& params)
    : execution_(execution_named(optional_text(params, "mode").value_or("parallel"))),
      denials_(denials_of(params)),
      record_(std::make_unique<Record>()) {
  for (Json const& tool : required(params, "tools")) {
    std::string const name = required_text(tool, "name");
    Json const& handler = handler_of(params, name);
    std::chrono::milliseconds const delay = delay_of(handler);
    conversation::CallableTool callable{.name = name, .description = optional_text(tool, "description")};
    if (tool.contains("parameters"))
      callable.parameters = std::make_shared<conversation::ArgumentSchema const>(name, tool["parameters"]);
    if (is_enabled(tool, "sequential")) callable.execution = conversation::ToolExecution::sequential;
    callable.execute = [&handler, delay, record = record_.get()](conversation::Invocation const& invocation) {
      record->receive(invocation);
      bool const counts = delay >= least_counted_delay;
      if (counts) record->start(invocation.position);
      std::this_thread::sleep_for(delay);
      if (counts) record->end(invocation.position);
      return output_of(handler, invocation.arguments);
    };
    tools_.push_back(std::move(callable));
  }
}

CannedTools::~CannedTools() = default;

conversation::BatchOptions CannedTools::options() {
  conversation::Gate gate = [this](std::vector<ToolCall> const& calls) {
    Json shown = Json::array();
    std::vector<conversation::Denial> answers(calls.size());
    for (std::size_t place = 0; place < calls.size(); ++place) {
      ToolCall const& call = calls[place];
      shown.push_back(Json{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
      std::map<std::size_t, std::string>::const_iterator const denial = denials_.find(place);
      if (denial != denials_.end()) answers[place] = denial->second;
    }
    std::scoped_lock const lock(record_->mutex);
    record_->gate_calls.push_back(std::move(shown));
    return answers;
  };
  return {.gate = std::move(gate), .execution = execution_};
}

Json CannedTools::gate_calls() const {
  std::scoped_lock const lock(record_->mutex);
  return record_->gate_calls;
}

Json CannedTools::calls() const {
  std::scoped_lock const lock(record_->mutex);
  Json received = Json::array();
  for (auto const& [place, call] : record_->calls) received.push_back(call);
  return received;
}

Json CannedTools::overlaps() const {
  std::scoped_lock const lock(record_->mutex);
  Json pairs = Json::array();
  for (auto const& [one, other] : record_->overlaps) pairs.push_back(Json::array({one, other}));
  return pairs;
}

}  // namespace prompty::adapter
