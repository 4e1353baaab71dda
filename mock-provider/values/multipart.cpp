#include "mock-provider/values/multipart.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "mock-provider/values/encoding.hpp"

namespace mock_provider::multipart {
namespace {

constexpr std::size_t most_parts = 1'000;
constexpr std::string_view form_type = "multipart/form-data";

/// The value of a parameter such as `; name="file"`; nothing without one.
std::optional<std::string> parameter(std::string_view header, std::string_view name) {
  std::string const lowered = lower_ascii(header);
  for (std::size_t at = lowered.find(name); at != std::string::npos; at = lowered.find(name, at + 1)) {
    bool const begins = at > 0 && (lowered[at - 1] == ';' || lowered[at - 1] == ' ');
    std::size_t const value = at + name.size() + 1;
    if (!begins || value > header.size() || header[value - 1] != '=') continue;
    if (value < header.size() && header[value] == '"') {
      std::size_t const end = header.find('"', value + 1);
      if (end == std::string_view::npos) return std::nullopt;
      return std::string(header.substr(value + 1, end - value - 1));
    }
    return std::string(header.substr(value, header.find(';', value) - value));
  }
  return std::nullopt;
}

/// The header of that name in the head of a part, "" without one.
std::string_view header_in(std::string_view head, std::string_view name) {
  while (!head.empty()) {
    std::string_view const line = head.substr(0, head.find("\r\n"));
    std::size_t const colon = line.find(':');
    if (colon != std::string_view::npos && lower_ascii(line.substr(0, colon)) == name) {
      std::string_view value = line.substr(colon + 1);
      value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
      return value;
    }
    head.remove_prefix(std::min(line.size() + 2, head.size()));
  }
  return "";
}

Json value_of(Part const& part) {
  if (!part.filename) return std::string(part.content);
  return {{"filename", *part.filename}, {"contentType", part.content_type}, {"bytes", part.content.size()}};
}

void add(Json& form, std::string name, Json value) {
  bool const is_list = name.ends_with("[]");
  if (is_list) name.resize(name.size() - 2);
  if (!form.contains(name)) {
    form[name] = is_list ? Json::array({std::move(value)}) : std::move(value);
    return;
  }
  Json& present = form[name];
  if (!present.is_array()) present = Json::array({std::move(present)});
  present.push_back(std::move(value));
}

/// A part from its bytes, or what is wrong with it.
std::variant<Part, std::string> part_of(std::string_view bytes) {
  std::size_t const head_end = bytes.find("\r\n\r\n");
  if (head_end == std::string_view::npos) return "A part of the form has no empty line behind its headers.";
  std::string_view const head = bytes.substr(0, head_end);
  std::string_view const disposition = header_in(head, "content-disposition");
  std::optional<std::string> name = parameter(disposition, "name");
  if (!name) return "A part of the form has no name in its Content-Disposition.";
  return Part{.name = *std::move(name),
              .filename = parameter(disposition, "filename"),
              .content_type = std::string(header_in(head, "content-type")),
              .content = bytes.substr(head_end + 4)};
}

}  // namespace

bool is_form(std::string_view content_type) {
  return lower_ascii(content_type.substr(0, form_type.size())) == form_type;
}

std::variant<std::vector<Part>, std::string> parts(std::string_view body, std::string_view content_type) {
  std::optional<std::string> const boundary = parameter(content_type, "boundary");
  if (!boundary || boundary->empty()) return std::string("The content type of the form has no boundary.");
  std::string const delimiter = "--" + *boundary;
  if (!body.starts_with(delimiter))
    return std::string("The body does not begin with the boundary of its content type.");
  body.remove_prefix(delimiter.size());
  std::vector<Part> result;
  while (!body.starts_with("--")) {
    if (result.size() == most_parts) return std::string("The form has more than 1000 parts.");
    std::size_t const end = body.find("\r\n" + delimiter);
    if (!body.starts_with("\r\n") || end == std::string_view::npos)
      return std::string("The form does not end with its boundary.");
    // The first part may be empty of headers, so that both line ends are one.
    std::variant<Part, std::string> part = part_of(end < 2 ? std::string_view() : body.substr(2, end - 2));
    if (std::string* const problem = std::get_if<std::string>(&part)) return std::move(*problem);
    result.push_back(std::get<Part>(std::move(part)));
    body.remove_prefix(end + 2 + delimiter.size());
  }
  return result;
}

std::variant<Json, std::string> parse(std::string_view body, std::string_view content_type) {
  std::variant<std::vector<Part>, std::string> read = parts(body, content_type);
  if (std::string* const problem = std::get_if<std::string>(&read)) return std::move(*problem);
  Json form = Json::object();
  for (Part const& part : std::get<std::vector<Part>>(read)) add(form, part.name, value_of(part));
  return form;
}

}  // namespace mock_provider::multipart
