#include "prompty/tools/openapi/body.hpp"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "prompty/tools/openapi/names.hpp"
#include "prompty/tools/openapi/parameters.hpp"

namespace prompty::openapi {
namespace bodies {
namespace {

/// The media type without its parameters, in small letters.
std::string plain_type(std::string_view media_type) {
  std::string type;
  for (char const c : media_type.substr(0, media_type.find(';'))) {
    if (c != ' ' && c != '\t') type += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return type;
}

std::optional<BodyFormat> format_of(std::string_view media_type) {
  std::string const type = plain_type(media_type);
  if (type == "application/json" || type.ends_with("+json") || type == "*/*" || type == "application/*") {
    return BodyFormat::json;
  }
  if (type == "application/x-www-form-urlencoded") return BodyFormat::form;
  if (type.starts_with("text/")) return BodyFormat::text;
  return std::nullopt;
}

/// A range of media types cannot be sent, and neither can what would end the header.
std::string sendable(std::string_view media_type, BodyFormat format) {
  bool const is_plain = media_type.find_first_of("*\r\n") == std::string_view::npos;
  if (is_plain) return std::string(media_type);
  return format == BodyFormat::text ? "text/plain" : "application/json";
}

/// The fields of a form with an encoding of their own.
std::vector<Parameter> read_fields(Specification const& specification, Node const& media) {
  std::vector<Parameter> fields;
  std::optional<Node> const encoding = specification.member(media, "encoding");
  if (!encoding) return fields;
  specification.for_each_member(*encoding, [&](std::string const& name, Node const& node) {
    Parameter field{.name = name, .argument = name};
    read_style(specification, node, field);
    if (specification.flag(node, "allowReserved").value_or(false)) field.reserved = Reserved::kept;
    std::string const type = specification.text(node, "contentType").value_or("");
    bool const has_style = specification.written_member(node, "style").has_value();
    if (!has_style && type.find("json") != std::string::npos) field.style = Style::json;
    fields.push_back(std::move(field));
  });
  return fields;
}

}  // namespace
}  // namespace bodies

std::optional<Body> read_body(Specification const& specification, Node const& operation, SchemaReader& schemas,
                              Json& function_schema, std::set<std::string>& arguments, Callable& callable) {
  std::optional<Node> const described = specification.member(operation, "requestBody");
  if (!described) return std::nullopt;
  bool const is_needed = specification.flag(*described, "required").value_or(false);
  std::optional<Node> const content = specification.member(*described, "content");
  std::optional<Body> body;
  std::optional<Node> chosen;
  if (content) {
    specification.for_each_member(*content, [&](std::string const& media_type, Node const& media) {
      std::optional<BodyFormat> const format = bodies::format_of(media_type);
      if (!format || (body && body->format <= *format)) return;
      body = Body{.media_type = bodies::sendable(media_type, *format), .format = *format};
      chosen = media;
    });
  }
  if (!body) {
    if (is_needed) callable = Callable::no;
    return std::nullopt;
  }
  body->need = is_needed ? Need::required : Need::optional;
  if (body->format == BodyFormat::form) body->fields = bodies::read_fields(specification, *chosen);
  std::optional<Node> const schema = specification.written_member(*chosen, "schema");
  Json read = schema ? schemas.read(*schema) : Json::object();
  std::optional<std::string> const description = specification.text(*described, "description");
  if (description && !description->empty() && read.is_object()) read["description"] = *description;
  body->argument = unique_name(arguments.contains("body") ? "request_body" : "body", arguments);
  add_argument(function_schema, body->argument, std::move(read), body->need);
  return body;
}

}  // namespace prompty::openapi
