#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "jinja/operators.hpp"

namespace jinja {

/// Throws Failure when `value` is no integer (or boolean).
[[nodiscard]] std::int64_t demand_integer(Value const& value);

/// Throws Failure when `value` is no text.
[[nodiscard]] Text const& demand_text(std::string_view function, Value const& value);

/// The arguments of a filter, method or function by parameter. The arguments that it was made of must outlive it.
class BoundArguments {
 public:
  /// `parameters` and `required` as in Operation. Throws Failure for too many, unknown, doubled or missing arguments.
  BoundArguments(std::string_view function, std::string_view parameters, std::size_t required, Arguments const& given);

  /// All of them, as they were given.
  [[nodiscard]] Arguments const& given() const noexcept { return given_; }

  /// The argument for a parameter; null when it was not given.
  [[nodiscard]] Value const* operator[](std::size_t index) const { return values_[index]; }

  [[nodiscard]] bool is_given(std::size_t index) const { return values_[index] != nullptr; }
  /// Given, and not `none`.
  [[nodiscard]] bool has(std::size_t index) const { return is_given(index) && !is_none(*values_[index]); }

  /// Each throws Failure for a value of another type.
  [[nodiscard]] std::int64_t integer(std::size_t index, std::int64_t fallback) const {
    return is_given(index) ? demand_integer(*values_[index]) : fallback;
  }
  [[nodiscard]] std::string_view text(std::size_t index, std::string_view fallback) const {
    return is_given(index) ? demand_text(function_, *values_[index]).view : fallback;
  }
  [[nodiscard]] bool truth(Session& session, std::size_t index, bool fallback) const {
    return is_given(index) ? jinja::truth(session, *values_[index]) : fallback;
  }

 private:
  static constexpr std::size_t most = 4;
  std::string_view function_;
  Arguments const& given_;
  std::array<Value const*, most> values_{};
};

enum class CaseRule { sensitive, ignored };

/// What filters mean by `attribute`: a path ("address.city", "lines.0"), an index, or without one the value itself.
class AttributePath {
 public:
  /// `attribute` and `fallback` may be null. The fallback replaces the value of every undefined step.
  AttributePath(Value const* attribute, CaseRule case_rule, Value const* fallback = nullptr);

  [[nodiscard]] Value of(Session& session, Value value) const;

 private:
  std::vector<Value> steps_;
  CaseRule case_rule_;
  std::optional<Value> fallback_;
};

/// The text in lower case where the rule ignores case; other values as they are.
[[nodiscard]] Value in_comparable_case(Session& session, Value value, CaseRule rule);

/// A filter, test, method or function.
struct Operation {
  std::string_view name;
  /// Their names, or "*" for any, with blanks between; behind them a "/" where they are given by position alone.
  std::string_view parameters;
  /// How many of the parameters have no default.
  std::size_t required;
  /// Of a test the result is a boolean.
  Value (*run)(Session&, Value const& input, BoundArguments const&);

  [[nodiscard]] Value call(Session& session, Value const& input, Arguments const& arguments) const {
    return run(session, input, BoundArguments(name, parameters, required, arguments));
  }
};

/// What an operation does that throws Failure whenever it is used.
template <auto const& reason>
Value refuse(Session&, Value const&, BoundArguments const&) {
  throw Failure(reason);
}

/// `table` is in the order of the names, see `is_sorted`. Null for an unknown name.
[[nodiscard]] Operation const* find_in(std::span<Operation const> table, std::string_view name);

[[nodiscard]] constexpr bool is_sorted(std::span<Operation const> table) {
  return std::ranges::is_sorted(table, {}, &Operation::name);
}

/// The filter `name` of Jinja2; null when there is none. `random` and `urlize` are there and throw Failure when used.
[[nodiscard]] Operation const* find_filter(std::string_view name);

/// Those for text and markup, and those for lists and mappings.
[[nodiscard]] Operation const* find_text_filter(std::string_view name);
[[nodiscard]] Operation const* find_list_filter(std::string_view name);

/// The test `name` of Jinja2 (what stands after `is`); null when there is none.
[[nodiscard]] Operation const* find_test(std::string_view name);

/// The method `name` of a text, list, tuple, mapping or other object; null when there is none.
[[nodiscard]] Operation const* find_method(Value const& object, std::string_view name);

/// The methods of one type of value.
[[nodiscard]] Operation const* find_text_method(std::string_view name);
[[nodiscard]] Operation const* find_map_method(std::string_view name);

/// The function that every template has under `name` (range, dict, cycler, joiner, namespace); an unset value when
/// there is none. `lipsum` is there and throws Failure when it is called.
[[nodiscard]] Value find_global(std::string_view name);

}  // namespace jinja
