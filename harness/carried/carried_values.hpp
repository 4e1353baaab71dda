#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "harness/carried/carried_literals.hpp"
#include "harness/vectors/transform.hpp"

namespace conformance {

/// With which hostile texts each vector is played.
struct CarriedWanted {
  bool all = false;                ///< with each of them instead of three
  std::uint64_t seed = 1;          ///< of the choice of the three
  std::vector<std::string> names;  ///< these alone, if any: "inside", "around/tabs"
};

/// Vectors with hostile texts in the places of the values that a runtime hands on as they are.
///
/// A vector is played with all texts of `inside` at once, one of `around`, one of `instead` and one of `values`, which
/// differ from vector to vector. Those of the last two take the place of one value only, since two of a vector may not
/// become the same.
class CarriedValues : public Rewritings {
 public:
  /// Of these vectors, which outlive it. Throws InputError for a name that is not on the page.
  CarriedValues(CarriedPage page, CarriedWanted const& wanted, std::vector<Vector const*> const& vectors);

  [[nodiscard]] std::vector<std::string> due(Vector const& vector) const override;
  [[nodiscard]] std::vector<std::string> parts_of(std::string const& name) const override;
  [[nodiscard]] Vector with(Vector const& vector, std::string const& name) const override;

 private:
  /// What is known of a vector once one of its rewritings is requested.
  struct Known {
    explicit Known(Vector const& of) : vector(of) {}

    Vector const& vector;
    std::once_flag is_looked_at = {};
    std::vector<CarriedLiteral> literals = {};
    std::string text = {};  ///< the vector as JSON text, if it has literals
  };

  /// Nothing for a vector without literals.
  [[nodiscard]] Known const* known_of(Vector const& vector) const;
  [[nodiscard]] std::vector<HostileText const*> named(std::string const& name) const;
  [[nodiscard]] std::vector<std::string> names_of_kind(std::string const& kind) const;
  [[nodiscard]] Replacements replacements(Vector const& vector, std::string const& name) const;

  CarriedPage const page_;
  CarriedWanted const wanted_;
  CarriedLiterals const literals_;
  mutable std::map<std::string, Known> known_;  ///< by vector id
  std::map<std::string, std::string> written_;  ///< the texts of `instead` as JSON text, by name
};

}  // namespace conformance
