#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"
#include "prompty/load/load_options.hpp"
#include "prompty/load/outline.hpp"
#include "prompty/load/reading.hpp"

namespace prompty::references {

/// What all references of a file together may bring in; each use of a file or variable counts anew.
struct Limits {
  std::size_t files = 10'000;
  std::size_t file_bytes = 10'485'760;
  std::size_t bytes = 33'554'432;
  std::size_t values = 100'000;
  std::size_t depth = 200;
};

/// Of the problems that a listener hears, those behind this many have no place: each place costs a look at all of the
/// text before it, and so many are of no use to a reader.
inline constexpr std::size_t most_placed_problems = 100;

struct Surroundings {
  /// Of the .prompty file: where the paths of `${file:…}` begin.
  std::filesystem::path folder;
  LoadOptions const& options;
  /// The place of an offset of the outline, for errors.
  std::function<Place(std::size_t offset)> place_at;
  Limits limits = {};
};

/// Replaces the references in all strings at any depth of `value`, keys apart (§2.11): a string that is one reference
/// becomes its value, in a longer one each becomes text. Strings in JSON and YAML files are resolved in turn, those in
/// text files and variables are not. `outline` follows.
/// The errors, thrown or reported to the listener, name the property: ValueError for a variable that is not set; for a
/// file that is outside the folders allowed, malformed, not UTF-8, or part of a cycle; for JSON or YAML inside a longer
/// text; for exceeding a limit. FileNotFoundError for a file that is not there, RuntimeError for one that cannot be
/// read. A string whose reference fails stays as it is.
void resolve(Json& value, Outline& outline, Surroundings const& surroundings, ProblemListener const& listener);

}  // namespace prompty::references
