#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/jq/jq.hpp"
#include "harness/judge/variations/carried_page.hpp"
#include "harness/judge/vectors/vector.hpp"

namespace conformance {

/// A value that a vector gives and expects again, as it was.
struct CarriedLiteral {
  std::string text;
  CarriedType const* type = nullptr;

  bool operator==(CarriedLiteral const&) const = default;
};

/// Finds such values. May be used from several threads.
class CarriedLiterals {
 public:
  /// The page must outlive it, and what it finds. Throws InputError naming a type whose places are no jq.
  explicit CarriedLiterals(CarriedPage const& page);

  /// The values of a vector that stand only where its page says that they are handed on, and that it expects again,
  /// whole, inside of JSON text or, if the page says so, as part of a text: others would mean something else where they
  /// are changed, too. None in vectors of several steps. No value is part of another one.
  [[nodiscard]] std::vector<CarriedLiteral> of(Vector const& vector) const;

 private:
  /// Places on the page of the types whose values may stand in what a vector gives.
  [[nodiscard]] std::vector<std::size_t> types_in(Json const& given) const;

  CarriedPage const& page_;
  JqPrograms places_;
};

/// New texts by the values in whose places they stand.
struct Replacement {
  std::string text;
  std::optional<Json> value = {};  ///< instead of the text: a number, a list, …
  bool is_name = false;            ///< whether the value may be a key
  bool is_part = false;            ///< whether it may be part of a text that is expected
  bool is_written = false;         ///< whether it stands in YAML files
};
using Replacements = std::map<std::string, Replacement>;

/// The vector with other values, in what it gives and in what it expects alike.
[[nodiscard]] Vector with_replaced(Vector vector, Replacements const& replacements, CarriedPage const& page);

/// Whether a text stands in a YAML file, and everywhere as the whole of a plain or quoted scalar that ends its line,
/// behind a key or a dash.
[[nodiscard]] bool stands_as_scalar(std::string const& text, std::string const& file);

/// The file with another value in those scalars: a text in double quotes, with escapes for all that a line of YAML
/// cannot hold, anything else in the flow style that YAML shares with JSON.
[[nodiscard]] std::string with_scalar(std::string file, std::string const& text, Json const& instead);

}  // namespace conformance
