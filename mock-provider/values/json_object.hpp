#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider::json_object {

inline void add(Json::object_t&) {}

template <typename Value, typename... Rest>
void add(Json::object_t& object, std::string_view name, Value&& value, Rest&&... rest) {
  object.emplace_back(name, std::forward<Value>(value));
  add(object, std::forward<Rest>(rest)...);
}

/// An object of these members, the name of each before its value, no name twice. The library's own lists in braces copy
/// every value, which is felt where each answer is made of them.
template <typename... NamesAndValues>
[[nodiscard]] Json of(NamesAndValues&&... members) {
  Json::object_t object;
  object.reserve(sizeof...(members) / 2);
  add(object, std::forward<NamesAndValues>(members)...);
  return object;
}

}  // namespace mock_provider::json_object
