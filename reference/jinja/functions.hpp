#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>

#include "jinja/value.hpp"

namespace jinja {

/// The arguments of a filter, method or function under the names of its parameters. The arguments that it was made of
/// must outlive it.
class BoundArguments {
 public:
  /// `required` of the parameters have no default. Throws Failure for too many, unknown, doubled or missing arguments.
  BoundArguments(std::string_view function, Arguments const& given, std::initializer_list<std::string_view> parameters,
                 std::size_t required = 0);

  /// The argument for a parameter; null when it was not given.
  [[nodiscard]] Value const* operator[](std::size_t index) const { return values_[index]; }

  [[nodiscard]] bool is_given(std::size_t index) const { return values_[index] != nullptr; }
  /// Given, and not `none`.
  [[nodiscard]] bool has(std::size_t index) const { return is_given(index) && !is_none(*values_[index]); }

  /// Each throws Failure for a value of another type.
  [[nodiscard]] std::int64_t integer(std::size_t index, std::int64_t fallback) const;
  [[nodiscard]] std::string_view text(std::size_t index, std::string_view fallback) const;
  [[nodiscard]] bool truth(Session& session, std::size_t index, bool fallback) const;

 private:
  static constexpr std::size_t most = 8;
  std::string_view function_;
  std::array<Value const*, most> values_{};
};

/// Throws Failure for arguments by name, where `function` takes its arguments by position only.
void refuse_names(std::string_view function, Arguments const& arguments);

/// Throws Failure when `value` is no integer (or boolean).
[[nodiscard]] std::int64_t demand_integer(Value const& value);

/// Throws Failure when `value` is no text.
[[nodiscard]] Text const& demand_text(std::string_view function, Value const& value);

/// Functions by name, in the order of their names.
template <std::size_t size, class FunctionType = BoundMethod::Function>
struct FunctionTable {
  struct Entry {
    std::string_view name;
    FunctionType function;
  };
  std::array<Entry, size> entries;

  /// The function; null for an unknown name.
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

/// The function that every template has under `name` (range, dict, cycler, joiner, namespace); an unset value when
/// there is none. `lipsum` is there and throws Failure when it is called.
[[nodiscard]] Value find_global(std::string_view name);

[[nodiscard]] Value call_global(Session& session, Global global, Arguments const& arguments);

}  // namespace jinja
