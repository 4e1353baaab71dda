#include "adapter/canned_handlers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "prompty/core/json_text.hpp"
#include "prompty/load/codecs.hpp"
#include "prompty/load/message_codec.hpp"

namespace prompty::adapter {
namespace {

Json const& checked(Json const& canned) {
  if (!canned.is_object())
    throw InvalidParams{"a canned handler must be an object with returns, returnsJson, returnsParts or throws"};
  return canned;
}

/// The parts of a list that is written as the content of a message is.
ToolResult parts_in(Json const& parts) {
  Json const message{{"role", "tool"}, {"content", parts}};
  return ToolResult(message_codec::read(Json::array({message}), "returnsParts").front().content);
}

HandlerResult returned_by(Json const& canned) {
  if (canned.contains("returnsParts")) return parts_in(canned["returnsParts"]);
  if (canned.contains("returnsJson")) return canned["returnsJson"];
  return Json(optional_text(canned, "returns").value_or(""));
}

HandlerResult result_of(Json const& canned) {
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

ToolHandler read_handler(std::string const& name, Json const& handler, std::shared_ptr<SharedList> const& received) {
  if (!handler.is_object()) throw InvalidParams{fmt::format("params.handlers has no object for '{}'", name)};
  ToolHandler read{
      .call = [name, handler, received, delay = delay_of(handler)](Json const& arguments) -> HandlerResult {
        received->add(Json{{"name", name}, {"arguments", arguments}});
        std::this_thread::sleep_for(delay);
        std::optional<std::string> const text = text_for(handler, arguments);
        return text ? HandlerResult(Json(*text)) : returned_by(handler);
      }};
  if (handler.contains("parameters")) read.parameters = handler["parameters"];
  return read;
}

}  // namespace

std::chrono::milliseconds delay_of(Json const& handler) {
  Json const delay = handler.value("delayMs", Json(0));
  if (!delay.is_number_integer()) throw InvalidParams{"delayMs of a handler must be an integer"};
  return std::chrono::milliseconds(delay.get<int>());
}

std::string output_of(Json const& handler, Json const& arguments) {
  if (std::optional<std::string> const text = text_for(handler, arguments)) return *text;
  if (handler.contains("returnsJson")) return json_text::dump(handler["returnsJson"]);
  return text(tool_result_of(returned_by(handler)));
}

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

Json in_order_of(std::vector<ToolCall> const& calls, Json const& received) {
  std::vector<std::size_t> places;
  for (ToolCall const& call : calls) {
    std::optional<std::pair<std::size_t, std::size_t>> nearest;  // its distance, then its place
    for (std::size_t place = 0; place < received.size(); ++place) {
      if (std::find(places.begin(), places.end(), place) != places.end()) continue;
      std::optional<std::size_t> const distance = distance_from(call, received[place]);
      if (distance && (!nearest || *distance < nearest->first)) nearest = std::pair(*distance, place);
    }
    if (nearest) places.push_back(nearest->second);
  }
  std::vector<std::size_t> slots = places;
  std::sort(slots.begin(), slots.end());
  Json ordered = received;
  for (std::size_t index = 0; index < slots.size(); ++index) ordered[slots[index]] = received[places[index]];
  return ordered;
}

std::map<std::string, ToolHandler> handlers_of(Json const& holder, char const* member,
                                               std::shared_ptr<SharedList> const& received) {
  Json const& handlers = object_in(holder, member, "handlers must map names to handlers");
  std::map<std::string, ToolHandler> read;
  for (auto const& [name, handler] : handlers.items()) read[name] = read_handler(name, handler, received);
  return read;
}

}  // namespace prompty::adapter
