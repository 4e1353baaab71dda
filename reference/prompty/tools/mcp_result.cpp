#include "prompty/tools/mcp_result.hpp"

#include <fmt/core.h>

#include <string>

#include "prompty/core/json_text.hpp"
#include "prompty/tools/errors.hpp"

namespace prompty {
namespace mcp_result {
namespace {

std::string text_of(Json const& object, char const* name) {
  Json const value = object.is_object() ? object.value(name, Json()) : Json();
  return value.is_string() ? value.get<std::string>() : "";
}

/// A stand-in for what only a machine can read.
std::string stand_in(std::string_view what, std::string const& media_type, std::size_t size) {
  std::string const type = media_type.empty() ? "" : fmt::format(" of type {}", media_type);
  return fmt::format("[{}{}, {} characters in base64]", what, type, size);
}

std::string resource_text(Json const& resource) {
  if (resource.is_object() && resource.contains("text")) return text_of(resource, "text");
  return fmt::format("{} {}", text_of(resource, "uri"),
                     stand_in("resource", text_of(resource, "mimeType"), text_of(resource, "blob").size()));
}

std::string link_text(Json const& link) {
  std::string const description = text_of(link, "description");
  return fmt::format("{}: {}{}", text_of(link, "name"), text_of(link, "uri"),
                     description.empty() ? "" : fmt::format(" ({})", description));
}

std::string part_text(Json const& part) {
  std::string const type = text_of(part, "type");
  if (type == "text") return text_of(part, "text");
  if (type == "image" || type == "audio") {
    return stand_in(type, text_of(part, "mimeType"), text_of(part, "data").size());
  }
  if (type == "resource") return resource_text(part.value("resource", Json()));
  if (type == "resource_link") return link_text(part);
  return json_text::dump(part);
}

}  // namespace
}  // namespace mcp_result

Json read_mcp_result(Json const& result, std::string_view function) {
  Json const content = result.value("content", Json::array());
  if (!content.is_array()) throw errors::mcp_answer_malformed(function, "tools/call", "its content is no list");
  std::string text;
  for (Json const& part : content) {
    if (!text.empty()) text += "\n";
    text += mcp_result::part_text(part);
  }
  if (result.value("isError", Json()) == true) throw errors::mcp_tool_failed(function, text);
  if (content.empty() && result.contains("structuredContent")) return result["structuredContent"];
  return text;
}

}  // namespace prompty
