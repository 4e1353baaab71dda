#pragma once

#include <unordered_set>

#include "prompty/load/load.hpp"
#include "prompty/load/yaml_value.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {

/// The syntax of `${env:…}` and `${file:…}`. Everything is a view into the text that was given.
namespace reference_text {

struct VariableReference {
  std::string_view name;
  std::optional<std::string_view> default_value = std::nullopt;

  bool operator==(VariableReference const&) const = default;
};

struct FileReference {
  std::string_view path;

  bool operator==(FileReference const&) const = default;
};

using Reference = std::variant<VariableReference, FileReference>;

/// A reference in a text, from offset `begin` to before `end`.
struct Embedded {
  std::size_t begin;
  std::size_t end;
  Reference reference;

  bool operator==(Embedded const&) const = default;
};

/// All references of `text` in their order. One ends at the brace that closes it, where braces inside of it are in
/// pairs, and at the first brace where they are not. Protocols other than env and file, whose letter case does
/// not matter, begin none.
[[nodiscard]] std::vector<Embedded> all(std::string_view text);

}  // namespace reference_text

namespace references {

/// What all references of a file together may bring in; each use of a file or variable counts anew.
struct Limits {
  std::size_t files = 10'000;
  std::size_t file_bytes = 10'485'760;
  std::size_t bytes = 33'554'432;
  std::size_t values = 100'000;
  std::size_t depth = 200;
};

/// Problems after this many have no place: to find one takes a pass over the text, and so many are of no use.
inline constexpr std::size_t max_placed_problems = 100;

struct Surroundings {
  /// Where the paths of `${file:…}` begin. Called for those alone, since it asks the system where the process runs.
  std::function<std::filesystem::path()> folder;
  LoadOptions const& options;
  /// The place of an offset of the outline, for errors.
  std::function<Place(std::size_t offset)> place_at;
  Limits limits = {};
};

/// What became of the references in a tree.
struct Outcome {
  /// The values of the tree that a reference gave, in whole or in part, but not what is in them.
  std::unordered_set<Json const*> values = {};
  /// The strings of the tree whose references failed.
  std::unordered_set<Json const*> failed = {};
};

/// Replaces the references in all strings at any depth of `value`, keys apart (§2.11): a string that is one reference
/// becomes its value, in a longer one each becomes text. Strings in JSON and YAML files are resolved in turn, those in
/// text files and variables are not. `outline` is that of `value`. A string whose reference fails stays as it
/// is. The errors, thrown or reported, name the property: ValueError for a variable that is not set, for a file that is
/// outside the folders allowed, malformed, not UTF-8 or part of a cycle, for JSON or YAML inside a longer text, and for
/// exceeding a limit; FileNotFoundError for a file that is not there; RuntimeError for one that cannot be read.
[[nodiscard]] Outcome resolve(Json& value, Outline const& outline, Surroundings const& surroundings,
                              ProblemListener const& listener);

}  // namespace references
}  // namespace prompty
