#include "adapter/canned_tools.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "adapter/params.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::adapter {

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

namespace canned_tools {
namespace {

constexpr std::chrono::milliseconds least_counted_delay{100};

Json const& handler_of(Json const& params, std::string const& name) {
  Json const& handlers = demand(params, "handlers");
  if (!handlers.is_object() || !handlers.contains(name) || !handlers[name].is_object()) {
    throw InvalidParams{fmt::format("params.handlers has no object for the tool '{}'", name)};
  }
  return handlers[name];
}

std::chrono::milliseconds delay_of(Json const& handler) {
  Json const delay = handler.value("delayMs", Json(0));
  if (!delay.is_number_integer()) throw InvalidParams{"delayMs of a handler must be an integer"};
  return std::chrono::milliseconds(delay.get<int>());
}

bool is_same(Json const& left, Json const& right) {
  // The order of members is no part of a value.
  return nlohmann::json::parse(left.dump()) == nlohmann::json::parse(right.dump());
}

std::string output_of(Json const& handler, Json const& arguments) {
  for (Json const& one : handler.value("cases", Json::array())) {
    if (is_same(demand(one, "arguments"), arguments)) return demand_text(one, "returns");
  }
  if (std::optional<std::string> const thrown = optional_text(handler, "throws")) throw std::runtime_error(*thrown);
  if (handler.contains("returnsJson")) return json_text::dump(handler["returnsJson"]);
  return optional_text(handler, "returns").value_or("");
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
}  // namespace canned_tools

CannedTools::CannedTools(Json const& params)
    : execution_(canned_tools::execution_named(optional_text(params, "mode").value_or("parallel"))),
      denials_(canned_tools::denials_of(params)),
      record_(std::make_unique<Record>()) {
  for (Json const& tool : demand(params, "tools")) {
    std::string const name = demand_text(tool, "name");
    Json const& handler = canned_tools::handler_of(params, name);
    std::chrono::milliseconds const delay = canned_tools::delay_of(handler);
    conversation::CallableTool callable{.name = name, .description = optional_text(tool, "description")};
    if (tool.contains("parameters"))
      callable.parameters = std::make_shared<conversation::ArgumentSchema const>(name, tool["parameters"]);
    if (is_asked_for(tool, "sequential")) callable.execution = conversation::ToolExecution::sequential;
    callable.execute = [&handler, delay, record = record_.get()](conversation::Invocation const& invocation) {
      record->receive(invocation);
      bool const counts = delay >= canned_tools::least_counted_delay;
      if (counts) record->start(invocation.position);
      std::this_thread::sleep_for(delay);
      if (counts) record->end(invocation.position);
      return canned_tools::output_of(handler, invocation.arguments);
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
