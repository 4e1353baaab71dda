#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/variations/variation.hpp"

namespace conformance {

/// The vector with its input rewritten, what it expects as before; nothing when that changes nothing, and under the
/// transforms that no vector declares. Under `unicode_escape` only files differ from the original: what crosses a pipe
/// or a connection as JSON is escaped by whom it is written.
[[nodiscard]] std::optional<Vector> transformed(Vector const& vector, Transform transform);

/// A transform of which there is one variation, for the vectors that declare it and that it changes.
class DeclaredTransform : public Variations {
 public:
  explicit DeclaredTransform(Transform transform) : transform_(transform) {}

  /// Each way that the vector passed in.
  [[nodiscard]] std::set<Way> ways(Vector const& vector, std::set<Way> const& passed) const override;
  [[nodiscard]] std::vector<std::string> due(Vector const& vector, Way way) const override;
  [[nodiscard]] std::vector<std::string> parts_of(Vector const& vector, std::string const& name,
                                                  Way way) const override;
  [[nodiscard]] Vector with(Vector const& vector, std::string const& name, Way way) const override;

 private:
  Transform const transform_;
};

}  // namespace conformance
