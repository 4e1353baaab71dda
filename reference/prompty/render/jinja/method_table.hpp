#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "prompty/render/jinja/objects.hpp"

namespace prompty::jinja {

/// Functions by name, in the order of their names.
template <std::size_t size, class FunctionType = BoundMethod::Function>
struct MethodTable {
  struct Entry {
    std::string_view name;
    FunctionType function;
  };
  std::array<Entry, size> entries;

  /// The function, or none.
  [[nodiscard]] constexpr FunctionType find(std::string_view name) const {
    auto const found =
        std::lower_bound(entries.begin(), entries.end(), name,
                         [](Entry const& entry, std::string_view wanted) { return entry.name < wanted; });
    return found != entries.end() && found->name == name ? found->function : nullptr;
  }

  [[nodiscard]] constexpr bool is_sorted() const {
    return std::is_sorted(entries.begin(), entries.end(),
                          [](Entry const& left, Entry const& right) { return left.name < right.name; });
  }
};

}  // namespace prompty::jinja
