#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/carried/carried_literals.hpp"

namespace conformance {

/// With which hostile texts each vector is played.
struct CarriedWanted {
  bool all = false;                ///< with each of them instead of three
  std::uint64_t seed = 1;          ///< of the choice of the three
  std::vector<std::string> names;  ///< these alone, if any: "inside", "around/tabs"
};

/// Vectors with hostile texts in the places of the values that a runtime hands on as they are.
///
/// A vector is played with all texts of `inside` at once, one of `around` and one of `instead`, which differ from
/// vector to vector. Those of `instead` take the place of one value only, since two of a vector may not become the
/// same.
class CarriedValues {
 public:
  /// Throws InputError for a name that is not on the page.
  CarriedValues(CarriedPage page, CarriedWanted const& wanted, std::vector<Vector const*> const& vectors);
  CarriedValues(CarriedValues const&) = delete;
  CarriedValues& operator=(CarriedValues const&) = delete;

  /// The names of what a vector is played with; none when it carries nothing.
  [[nodiscard]] std::vector<std::string> due(Vector const& vector) const;

  /// What a name stands for, in order: "inside" for all of them, every other one for itself.
  [[nodiscard]] std::vector<std::string> parts_of(std::string const& name) const;

  /// The vector with what the name says in the places of its values. The vector itself when that is nothing.
  [[nodiscard]] Vector with(Vector const& vector, std::string const& name) const;

 private:
  [[nodiscard]] std::vector<CarriedLiteral> const& literals_of(Vector const& vector) const;
  [[nodiscard]] std::vector<HostileText const*> named(std::string const& name) const;
  [[nodiscard]] std::vector<std::string> names_of_kind(std::string const& kind) const;
  [[nodiscard]] Replacements replacements(Vector const& vector, std::string const& name) const;

  CarriedPage const page_;
  CarriedWanted const wanted_;
  std::map<std::string, std::vector<CarriedLiteral>> literals_;  ///< by vector id
};

/// Each of these vectors once for each text that it is due, its id followed by what was put in: "topic/id with
/// around/tabs". Throws InputError for a name that is not on the page.
[[nodiscard]] std::vector<Vector> hostile_vectors(std::vector<Vector> const& vectors, CarriedPage const& page,
                                                  CarriedWanted const& wanted = {});

}  // namespace conformance
