#include "prompty/load/references.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "prompty/load/object_reader.hpp"

namespace prompty::references {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool holds_reference(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text.find("${env:") != std::string::npos || text.find("${file:") != std::string::npos;
}

std::optional<Found> find_in(Json const& value, std::string const& path) {
  if (value.is_string()) {
    std::string const text = value.get<std::string>();
    return holds_reference(text) ? std::optional<Found>({.property_path = path, .text = text}) : std::nullopt;
  }
  if (!value.is_structured()) return std::nullopt;
  std::size_t index = 0;
  for (auto const& [key, element] : value.items()) {
    std::string const here = value.is_array() ? element_path(path, index++)
                             : path.empty()   ? key
                                              : fmt::format("{}.{}", path, key);
    if (std::optional<Found> found = find_in(element, here)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Found> find_first(Json const& properties) {
  return find_in(properties, "");
}

}  // namespace prompty::references
