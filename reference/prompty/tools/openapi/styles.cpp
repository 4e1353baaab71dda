#include "prompty/tools/openapi/styles.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "prompty/core/json_text.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::openapi {
namespace styles {
namespace {

using Encode = std::string (*)(std::string_view text);

std::string unchanged(std::string_view text) {
  return std::string(text);
}

/// Keeps what may stand in a query, apart from what parts parameters there.
std::string query_encoded(std::string_view text) {
  std::string encoded;
  for (char const c : text) {
    bool const is_kept = std::string_view(":/?@!$'()*,;").find(c) != std::string_view::npos;
    encoded += is_kept ? std::string(1, c) : percent_encoded(std::string_view(&c, 1));
  }
  return encoded;
}

Encode encoder_for(Parameter const& parameter) {
  return parameter.reserved == Reserved::kept ? query_encoded : percent_encoded;
}

std::string text_of(Json const& value) {
  return value.is_string() ? value.get<std::string>() : json_text::dump(value);
}

/// The parts of a value between `separator`s: itself, the elements of an array, or the members of an object, each after
/// its name and `assignment`.
std::string joined(Json const& value, std::string_view separator, std::string_view assignment, Encode encode) {
  if (!value.is_structured()) return encode(text_of(value));
  std::string text;
  for (auto const& [name, part] : value.items()) {
    if (!text.empty()) text += separator;
    if (value.is_object()) text += fmt::format("{}{}", encode(name), assignment);
    text += encode(text_of(part));
  }
  return text;
}

std::string pair(std::string_view name, std::string_view encoded_value) {
  return fmt::format("{}={}", percent_encoded(name), encoded_value);
}

/// One pair for each part of a value.
std::vector<std::string> exploded(std::string const& name, Json const& value, Encode encode) {
  std::vector<std::string> pairs;
  for (auto const& [member, part] : value.items()) {
    pairs.push_back(pair(value.is_object() ? member : name, encode(text_of(part))));
  }
  return pairs;
}

void add_deep(std::string const& name, Json const& value, Encode encode, std::vector<std::string>& pairs) {
  if (!value.is_structured()) {
    pairs.push_back(pair(name, encode(text_of(value))));
    return;
  }
  for (auto const& [member, part] : value.items()) {
    add_deep(value.is_object() ? fmt::format("{}[{}]", name, member) : name, part, encode, pairs);
  }
}

std::vector<std::string> separated(Parameter const& parameter, Json const& value, std::string_view separator) {
  Encode const encode = encoder_for(parameter);
  if (parameter.explode == Explode::yes) return exploded(parameter.name, value, encode);
  return {pair(parameter.name, joined(value, separator, separator, encode))};
}

std::string matrix(Parameter const& parameter, Json const& value) {
  std::string const name = percent_encoded(parameter.name);
  if (parameter.explode == Explode::no || !value.is_structured()) {
    return fmt::format(";{}={}", name, joined(value, ",", ",", percent_encoded));
  }
  std::string text;
  for (std::string const& each : exploded(parameter.name, value, percent_encoded)) text += ";" + each;
  return text;
}

}  // namespace
}  // namespace styles

std::string in_path(Parameter const& parameter, Json const& value) {
  bool const explodes = parameter.explode == Explode::yes;
  switch (parameter.style) {
    case Style::label:
      return "." + styles::joined(value, explodes ? "." : ",", explodes ? "=" : ",", percent_encoded);
    case Style::matrix:
      return styles::matrix(parameter, value);
    case Style::json:
      return percent_encoded(json_text::dump(value));
    case Style::simple:
    case Style::form:
    case Style::space_delimited:
    case Style::pipe_delimited:
    case Style::deep_object:
      break;
  }
  return styles::joined(value, ",", explodes ? "=" : ",", percent_encoded);
}

std::vector<std::string> in_query(Parameter const& parameter, Json const& value) {
  if (parameter.style == Style::json) {
    return {styles::pair(parameter.name, styles::encoder_for(parameter)(json_text::dump(value)))};
  }
  if (!value.is_structured()) {
    return {styles::pair(parameter.name, styles::encoder_for(parameter)(styles::text_of(value)))};
  }
  if (value.empty()) return {};
  std::vector<std::string> pairs;
  switch (parameter.style) {
    case Style::deep_object:
      styles::add_deep(parameter.name, value, styles::encoder_for(parameter), pairs);
      return pairs;
    case Style::space_delimited:
      return styles::separated(parameter, value, "%20");
    case Style::pipe_delimited:
      return styles::separated(parameter, value, "%7C");
    case Style::form:
    case Style::simple:
    case Style::label:
    case Style::matrix:
    case Style::json:
      break;
  }
  return styles::separated(parameter, value, ",");
}

std::string in_header(Parameter const& parameter, Json const& value) {
  if (parameter.style == Style::json) return json_text::dump(value);
  return styles::joined(value, ",", parameter.explode == Explode::yes ? "=" : ",", styles::unchanged);
}

std::vector<std::string> in_cookie(Parameter const& parameter, Json const& value) {
  if (parameter.style == Style::json) return {parameter.name + "=" + percent_encoded(json_text::dump(value))};
  if (value.is_structured() && value.empty()) return {};
  if (parameter.explode == Explode::yes && value.is_structured()) {
    return styles::exploded(parameter.name, value, percent_encoded);
  }
  return {parameter.name + "=" + styles::joined(value, ",", ",", percent_encoded)};
}

}  // namespace prompty::openapi
