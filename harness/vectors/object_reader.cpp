#include "harness/vectors/object_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "harness/input_error.hpp"

namespace conformance {
namespace {

std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      std::size_t const replaced = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

ObjectReader::ObjectReader(Json const& object, std::string file, std::string place)
    : object_(object), file_(std::move(file)), place_(std::move(place)) {
  if (!object_.is_object()) reject(fmt::format("must be an object, is {}", object_.type_name()));
}

void ObjectReader::reject(std::string const& what) const {
  throw InputError(fmt::format("{}: {}: {}", file_, place_, what));
}

Json const* ObjectReader::optional(std::string_view name) {
  known_.emplace(name);
  auto const found = object_.find(std::string(name));
  return found == object_.end() ? nullptr : &*found;
}

Json const& ObjectReader::required(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) reject(fmt::format("the member \"{}\" is missing", name));
  return *value;
}

std::optional<std::string> ObjectReader::optional_string(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) reject(fmt::format("\"{}\" must be a string, is {}", name, value->type_name()));
  return value->get<std::string>();
}

std::string ObjectReader::required_string(std::string_view name) {
  std::optional<std::string> value = optional_string(name);
  if (!value) reject(fmt::format("the member \"{}\" is missing", name));
  if (value->empty()) reject(fmt::format("\"{}\" must not be empty", name));
  return *value;
}

std::vector<std::string> ObjectReader::optional_strings(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) return {};
  if (!value->is_array()) reject(fmt::format("\"{}\" must be an array of strings, is {}", name, value->type_name()));
  std::vector<std::string> strings;
  for (Json const& element : *value) {
    if (!element.is_string()) reject(fmt::format("\"{}\" must hold strings, holds {}", name, element.type_name()));
    strings.push_back(element.get<std::string>());
  }
  return strings;
}

std::vector<std::string> ObjectReader::required_strings(std::string_view name) {
  std::vector<std::string> strings = optional_strings(name);
  if (strings.empty()) reject(fmt::format("\"{}\" must be an array of at least one string", name));
  return strings;
}

std::optional<bool> ObjectReader::optional_boolean(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) reject(fmt::format("\"{}\" must be true or false, is {}", name, value->type_name()));
  return value->get<bool>();
}

void ObjectReader::allow(std::string_view name) {
  known_.emplace(name);
}

void ObjectReader::finish() const {
  for (auto const& member : object_.items()) {
    if (known_.contains(member.key())) continue;
    auto const nearest =
        std::min_element(known_.begin(), known_.end(), [&](std::string const& left, std::string const& right) {
          return edit_distance(left, member.key()) < edit_distance(right, member.key());
        });
    std::string const hint =
        nearest != known_.end() && edit_distance(*nearest, member.key()) <= 3
            ? fmt::format("; did you mean \"{}\"?", *nearest)
            : fmt::format("; known are: {}", std::accumulate(known_.begin(), known_.end(), std::string(),
                                                             [](std::string joined, std::string const& name) {
                                                               return joined.empty() ? name
                                                                                     : std::move(joined) + ", " + name;
                                                             }));
    reject(fmt::format("unknown member \"{}\"{}", member.key(), hint));
  }
}

}  // namespace conformance
