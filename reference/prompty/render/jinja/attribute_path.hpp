#pragma once

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

enum class CaseRule { sensitive, ignored };

/// What filters mean by `attribute`: a path such as "address.city" or "lines.0", or an index. Without one it is the
/// value itself.
class AttributePath {
 public:
  /// `attribute` and `fallback` may be none. The fallback stands for every undefined step.
  AttributePath(Value const* attribute, CaseRule case_rule, Value const* fallback = nullptr);

  [[nodiscard]] Value of(Session& session, Value value) const;

 private:
  std::vector<Value> steps_;
  CaseRule case_rule_;
  std::optional<Value> fallback_;
};

/// The text in lower case where the rule ignores case; other values as they are.
[[nodiscard]] Value in_comparable_case(Session& session, Value value, CaseRule rule);

}  // namespace prompty::jinja
