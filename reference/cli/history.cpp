#include "cli/history.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/display_width.hpp"
#include "cli/turn_display.hpp"
#include "prompty/core/match.hpp"

namespace prompty::cli {
namespace history {
namespace {

std::string shown(ContentPart const& part) {
  return match(
      part, [](TextPart const& text) { return printable_lines(text.value); },
      [](ImagePart const&) { return std::string("[image]"); }, [](AudioPart const&) { return std::string("[audio]"); },
      [](FilePart const&) { return std::string("[file]"); });
}

std::string text_of(Message const& message) {
  std::string text;
  for (ContentPart const& part : message.content) text += shown(part);
  return text;
}

std::string text_at(Json const& object, char const* key) {
  return object.is_object() && object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : "";
}

/// The calls that a message of the assistant carries in its metadata, as chat completions write them.
std::vector<std::string> calls_of(Message const& message) {
  std::vector<std::string> lines;
  if (!message.metadata.contains("tool_calls") || !message.metadata["tool_calls"].is_array()) return lines;
  for (Json const& call : message.metadata["tool_calls"]) {
    Json const function = call.is_object() && call.contains("function") ? call["function"] : Json::object();
    lines.push_back(call_line({.name = text_at(function, "name"), .arguments = text_at(function, "arguments")}));
  }
  return lines;
}

}  // namespace
}  // namespace history

std::string history_of(std::vector<Message> const& messages) {
  std::string paragraphs;
  for (Message const& message : messages) {
    std::string const text = history::text_of(message);
    paragraphs += text.empty() ? message.role + ":\n" : fmt::format("{}: {}\n", message.role, text);
    for (std::string const& call : history::calls_of(message)) paragraphs += "  " + call + '\n';
  }
  return paragraphs;
}

}  // namespace prompty::cli
