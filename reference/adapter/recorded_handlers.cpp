#include "adapter/recorded_handlers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <variant>

#include "adapter/params.hpp"
#include "prompty/agent/argument_repair.hpp"

namespace prompty::adapter {
namespace recorded_handlers {
namespace {

/// More than a tool has parameters, so that a value that was replaced counts for more than all that were added.
constexpr std::size_t most_bound_values = 1000;

bool is_same(Json const& left, Json const& right) {
  // The order of members is no part of a value.
  return nlohmann::json::parse(left.dump()) == nlohmann::json::parse(right.dump());
}

Json answer_of(Json const& handler, Json const& arguments) {
  for (Json const& one : handler.value("cases", Json::array())) {
    if (is_same(demand(one, "arguments"), arguments)) return demand_text(one, "returns");
  }
  if (std::optional<std::string> const thrown = optional_text(handler, "throws")) throw std::runtime_error(*thrown);
  if (handler.contains("returnsJson")) return handler["returnsJson"];
  return optional_text(handler, "returns").value_or("");
}

/// How far what a handler got is from what the call says, 0 being the same; nothing when it is of another call. Bound
/// values stand among the arguments, or in the place of some.
std::optional<std::size_t> distance(Json const& received, ToolCall const& call) {
  if (received["name"] != call.name) return std::nullopt;
  std::variant<Json, Unreadable> const read = repaired_arguments(call.arguments);
  Json const* const arguments = std::get_if<Json>(&read);
  if (arguments == nullptr) return std::nullopt;
  Json const& got = received["arguments"];
  if (!got.is_object() || !arguments->is_object())
    return is_same(got, *arguments) ? std::optional<std::size_t>(0) : std::nullopt;
  std::size_t replaced = 0;
  for (auto const& [name, value] : arguments->items()) {
    if (!got.contains(name)) return std::nullopt;
    if (!is_same(got[name], value)) ++replaced;
  }
  std::size_t const added = got.size() - arguments->size();
  return replaced * most_bound_values + added;
}

std::chrono::milliseconds delay_of(Json const& handler) {
  Json const delay = handler.value("delayMs", Json(0));
  if (!delay.is_number_integer()) throw InvalidParams{"delayMs of a handler must be an integer"};
  return std::chrono::milliseconds(delay.get<int>());
}

ToolHandler read_handler(std::string const& name, Json const& handler, std::shared_ptr<ReceivedCalls> const& received) {
  if (!handler.is_object()) throw InvalidParams{fmt::format("params.handlers has no object for '{}'", name)};
  ToolHandler read{.call = [name, handler, received, delay = delay_of(handler)](Json const& arguments) {
    received->add(name, arguments);
    std::this_thread::sleep_for(delay);
    return answer_of(handler, arguments);
  }};
  if (handler.contains("parameters")) read.parameters = handler["parameters"];
  return read;
}

}  // namespace
}  // namespace recorded_handlers

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
      std::optional<std::size_t> const far = recorded_handlers::distance(received[place], call);
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

void register_handlers(Json const& params, ToolRegistry& tools, std::shared_ptr<ReceivedCalls> const& received) {
  if (!params.contains("handlers")) return;
  if (!params["handlers"].is_object()) throw InvalidParams{"params.handlers must map names to handlers"};
  for (auto const& [name, handler] : params["handlers"].items()) {
    tools.names.add(name,
                    std::make_shared<ToolHandler const>(recorded_handlers::read_handler(name, handler, received)));
  }
}

}  // namespace prompty::adapter
