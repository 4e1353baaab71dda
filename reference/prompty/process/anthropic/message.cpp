#include "prompty/process/anthropic/message.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/core/json_text.hpp"
#include "prompty/process/response_shape.hpp"
#include "prompty/process/structured_output.hpp"

namespace prompty::processing {
namespace {

bool is_of_type(Json const& block, std::string_view type) {
  Json const& found = response_shape::member(block, "type");
  return found.is_string() && found.get_ref<std::string const&>() == type;
}

std::string place_of(std::size_t index) {
  return fmt::format("/content/{}", index);
}

ToolCall called_tool(Json const& block, std::string const& place) {
  Json const& input = response_shape::member(block, "input");
  if (!input.is_object()) response_shape::expect("an object", fmt::format("{}/input", place), input);
  // P8.5-03, P8.5-04: an empty input is written as JSON like any other, since whoever gets the call parses it.
  return {.id = response_shape::text_member(block, "id", place),
          .name = response_shape::text_member(block, "name", place),
          .arguments = json_text::dump(input)};
}

std::vector<ToolCall> called_tools(Json const& content) {
  std::vector<ToolCall> calls;
  for (std::size_t index = 0; index < content.size(); ++index) {
    // P8.5-01: calls of other types, such as server_tool_use, are carried out by the provider.
    if (is_of_type(content[index], "tool_use")) calls.push_back(called_tool(content[index], place_of(index)));
  }
  return calls;
}

std::string text_of(Json const& content, Profile profile) {
  // P8.5-07: stays empty when no block is text.
  std::string text;
  for (std::size_t index = 0; index < content.size(); ++index) {
    // P8.5-06: a block of thinking, for one, may stand in front.
    if (!is_of_type(content[index], "text")) continue;
    text += response_shape::text_member(content[index], "text", place_of(index));
    // P8.5-05, A-110: as written the first block is the whole text.
    if (profile == Profile::as_written) break;
  }
  return text;
}

}  // namespace

Outcome process_message(PromptyAgent const& agent, Json const& response, Profile profile) {
  Json const& content = response_shape::list_member(response, "content");
  std::vector<ToolCall> calls = called_tools(content);
  // P8.5-02: before text is looked at.
  if (!calls.empty()) return calls;
  return text_outcome(agent, text_of(content, profile));
}

}  // namespace prompty::processing
