#pragma once

#include "jinja/value.hpp"

namespace jinja {

/// `object.name`: a method or member, else the element under that key; undefined when there is neither. Names that
/// begin with two underscores are members of nothing. Throws UndefinedFailure for a member of what is undefined.
[[nodiscard]] Value attribute(Session& session, Value const& object, std::string_view name);

/// The method or member alone, for the filter `attr`.
[[nodiscard]] std::optional<Value> member(Session& session, Value const& object, std::string_view name);

/// `object[key]`: the element, else the member of that name; undefined when there is neither.
[[nodiscard]] Value item(Session& session, Value const& object, Value const& key);

/// `object[start:stop:step]`; a bound that is `none` is left open. Throws Failure for a value that cannot be sliced.
[[nodiscard]] Value slice(Session& session, Value const& object, Value const& start, Value const& stop,
                          Value const& step);

/// Whether `value` can be called.
[[nodiscard]] bool is_callable(Value const& value);

enum class CaseRule { sensitive, ignored };

/// What filters mean by `attribute`: a path such as "address.city" or "lines.0", or an index. Without one it is the
/// value itself.
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

}  // namespace jinja
