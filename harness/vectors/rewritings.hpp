#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/vectors/transform.hpp"

namespace conformance {

/// Rewritings of vectors, each with a name, that no vector declares: a page of spec/ says where they apply. May be used
/// from several threads.
class Rewritings {
 public:
  Rewritings() = default;
  Rewritings(Rewritings const&) = delete;
  Rewritings& operator=(Rewritings const&) = delete;
  virtual ~Rewritings() = default;

  /// The names of the rewritings that a vector is due; none when none of them changes it.
  [[nodiscard]] virtual std::vector<std::string> due(Vector const& vector) const = 0;

  /// The single rewritings that a name stands for, in order. A single one stands for itself.
  [[nodiscard]] virtual std::vector<std::string> parts_of(std::string const& name) const = 0;

  /// The vector, rewritten. The vector itself when the rewriting does not apply to it.
  [[nodiscard]] virtual Vector with(Vector const& vector, std::string const& name) const = 0;
};

/// Those of `Transform::carried` and `Transform::crossed`. They outlive their use.
using NamedRewritings = std::map<Transform, Rewritings const*>;

/// What a name of theirs is called in options and reports: "hostile" for `carried`, "crossing" for `crossed`, else "".
[[nodiscard]] std::string kind_of_name(Transform transform);

/// Each of these vectors once for each rewriting that it is due, its id followed by the name: "topic/id with
/// around/tabs".
[[nodiscard]] std::vector<Vector> rewritten_vectors(std::vector<Vector> const& vectors, Rewritings const& rewritings);

/// An index below `count`, by a text and a seed: the same on every machine.
[[nodiscard]] std::size_t choice_among(std::size_t count, std::string const& text, std::uint64_t seed);

}  // namespace conformance
