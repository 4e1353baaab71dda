#include "prompty/process/response_shape.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "prompty/core/describe_json.hpp"
#include "prompty/core/errors.hpp"

namespace prompty::response_shape {

void expect(std::string_view what, std::string_view pointer, Json const& found) {
  throw errors::unexpected_response(fmt::format("{} must be {}, not {}", pointer, what, describe_json(found)));
}

Json const& member(Json const& object, std::string_view name) {
  static Json const absent = nullptr;
  if (!object.is_object()) return absent;
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? absent : *found;
}

std::string text_member(Json const& object, std::string_view name, std::string_view pointer) {
  Json const& value = member(object, name);
  if (!value.is_string()) expect("a string", fmt::format("{}/{}", pointer, name), value);
  return value.get<std::string>();
}

Json const& list_member(Json const& response, std::string_view name) {
  Json const& list = member(response, name);
  if (!list.is_array()) expect("a list", fmt::format("/{}", name), list);
  return list;
}

}  // namespace prompty::response_shape
