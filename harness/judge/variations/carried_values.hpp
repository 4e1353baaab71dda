#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/variations/carried_literals.hpp"
#include "harness/judge/variations/variation.hpp"

namespace conformance {

/// `Transform::carried`: hostile texts in the places of the values that a runtime hands on as they are.
///
/// A vector is played with all texts of `inside` at once, one of `around`, one of `instead` and one of `values`, which
/// differ from vector to vector; under `all` with every text, and each of `inside` alone as well.
///
/// Those of `instead` and `values` take the place of one value only, since two of a vector may not become the same:
/// "instead/null#2" that of the second, in order of their texts. A vector meets each text once, in the place of one
/// value after the other, so that its values add no rewritings; with as many seeds in a row as it has values, each
/// meets every text. Chosen by name without a number, a text takes the place of each value in turn.
class CarriedValues : public Variations {
 public:
  /// Of these vectors, which outlive it. Throws InputError for a name that is not on the page.
  CarriedValues(CarriedPage page, VariationsWanted const& wanted, std::vector<Vector const*> const& vectors);

  [[nodiscard]] std::vector<std::string> due(Vector const& vector, Way way) const override;
  [[nodiscard]] std::vector<std::string> parts_of(Vector const& vector, std::string const& name,
                                                  Way way) const override;
  [[nodiscard]] Vector with(Vector const& vector, std::string const& name, Way way) const override;

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
  /// For all values whose places the texts of that name may take.
  [[nodiscard]] Replacements replacements(Vector const& vector, std::string const& name) const;
  /// The rewritings that a name chosen by the user stands for.
  [[nodiscard]] std::vector<std::string> chosen(Vector const& vector, std::string const& name) const;
  /// The one rewriting with a text that a vector is due, unless that text stands for no value of it.
  [[nodiscard]] std::optional<std::string> due_with(Vector const& vector, std::string const& name) const;

  CarriedPage const page_;
  VariationsWanted const wanted_;
  CarriedLiterals const literals_;
  mutable std::map<std::string, Known> known_;  ///< by vector id
  std::map<std::string, std::string> written_;  ///< the texts of `instead` as JSON text, by name
};

}  // namespace conformance
