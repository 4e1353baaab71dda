#include "prompty/load/object_reader.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <utility>

#include "prompty/core/error_catalogue.hpp"

namespace prompty {
namespace {

// 2^63: the first whole number that a 64-bit integer cannot hold.
constexpr double integer_bound = 9223372036854775808.0;

std::optional<std::int64_t> whole_number(Json const& value) {
  if (value.is_number_unsigned()) {
    std::uint64_t const number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  double const number = value.get<double>();
  // Written so that a NaN is refused too.
  if (!(number >= -integer_bound && number < integer_bound) || std::trunc(number) != number) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

}  // namespace

ObjectReader::ObjectReader(Json const& object, std::string path) : object_(object), path_(std::move(path)) {
  if (!object_.is_object()) throw errors::wrong_type(path_.empty() ? "The agent" : path_, "a mapping", object_);
}

Json const* ObjectReader::find(std::string_view name) const {
  Json::const_iterator const member = object_.find(name);
  return member == object_.end() || member->is_null() ? nullptr : &*member;
}

std::optional<std::string> ObjectReader::text(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) throw errors::wrong_type(path_of(name), "a string", *value);
  return value->get<std::string>();
}

std::optional<double> ObjectReader::number(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) throw errors::wrong_type(path_of(name), "a number", *value);
  return value->get<double>();
}

std::optional<std::int64_t> ObjectReader::integer(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  std::optional<std::int64_t> const number = whole_number(*value);
  if (!number) throw errors::wrong_type(path_of(name), "a whole number of 64 bits", *value);
  return number;
}

std::optional<bool> ObjectReader::boolean(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) throw errors::wrong_type(path_of(name), "true or false", *value);
  return value->get<bool>();
}

std::optional<std::vector<std::string>> ObjectReader::texts(std::string_view name) const {
  if (find(name) == nullptr) return std::nullopt;
  std::vector<std::string> texts;
  for (Json const& element : list(name)) {
    if (!element.is_string()) throw errors::wrong_type(element_path(path_of(name), texts.size()), "a string", element);
    texts.push_back(element.get<std::string>());
  }
  return texts;
}

std::vector<Json> ObjectReader::list(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return {};
  if (!value->is_array()) throw errors::wrong_type(path_of(name), "a list", *value);
  return std::vector<Json>(value->begin(), value->end());
}

Json ObjectReader::mapping(std::string_view name) const {
  Json const* const value = find(name);
  if (value == nullptr) return Json::object();
  if (!value->is_object()) throw errors::wrong_type(path_of(name), "a mapping", *value);
  return *value;
}

std::string ObjectReader::required_text(std::string_view name, std::string_view what_it_is) const {
  std::optional<std::string> const value = text(name);
  if (!value) throw errors::property_missing(path_of(name), what_it_is);
  return *value;
}

std::string ObjectReader::path_of(std::string_view name) const {
  return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
}

std::string element_path(std::string_view list_path, std::size_t index) {
  return fmt::format("{}[{}]", list_path, index);
}

}  // namespace prompty
