#include "prompty/process/chunk_members.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "prompty/core/describe_json.hpp"
#include "prompty/core/errors.hpp"

namespace prompty::processing::chunk_members {

Json const& member(Json const& object, std::string_view name) {
  static Json const absent = nullptr;
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? absent : *found;
}

std::string const& text(Json const& object, std::string_view name, std::string_view pointer) {
  static std::string const none;
  Json const& value = member(object, name);
  if (value.is_null()) return none;
  if (!value.is_string()) expect("a string", fmt::format("{}/{}", pointer, name), value);
  return value.get_ref<std::string const&>();
}

std::int64_t integer(Json const& object, std::string_view name, std::string_view pointer) {
  Json const& value = member(object, name);
  if (!value.is_number_integer()) expect("an integer", fmt::format("{}/{}", pointer, name), value);
  return value.get<std::int64_t>();
}

void expect(std::string_view what, std::string_view pointer, Json const& found) {
  throw errors::unexpected_response(fmt::format("{} must be {}, not {}", pointer, what, describe_json(found)));
}

}  // namespace prompty::processing::chunk_members
