#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/vectors/vector.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// Takes a closed JSON object apart. Every error is an InputError "file: place: what", with the nearest known name for
/// a member that is not known.
class ObjectReader {
 public:
  /// `place` tells people where the object is, e.g. `vector "audio-mpeg-is-mp3", expect`. Throws when it is no object.
  ObjectReader(Json const& object, std::string file, std::string place);

  [[nodiscard]] Json const& required(std::string_view name);
  [[nodiscard]] std::string required_string(std::string_view name);
  [[nodiscard]] std::vector<std::string> required_strings(std::string_view name);
  [[nodiscard]] Json const* optional(std::string_view name);
  [[nodiscard]] std::optional<std::string> optional_string(std::string_view name);
  [[nodiscard]] std::vector<std::string> optional_strings(std::string_view name);
  [[nodiscard]] std::optional<bool> optional_boolean(std::string_view name);
  /// Marks a member as known without reading it.
  void allow(std::string_view name);
  /// Call last: throws on the first member that was not read.
  void finish() const;
  [[noreturn]] void reject(std::string const& what) const;

 private:
  Json const& object_;
  std::string file_;
  std::string place_;
  std::set<std::string, std::less<>> known_;
};

/// Parses JSON text. Throws InputError "file:line:column: what" on a syntax error, "file: what" on a member that occurs
/// twice, on a number that is too large, and on more levels of nesting than whoever walks a value may recurse.
[[nodiscard]] Json parse_json_file(std::string_view text, std::string const& file);

/// Files below vectors/fixtures/ that vectors may name: relative path to bytes.
using Fixtures = std::map<std::string, std::string>;

/// The vectors of one file. `topic` is its path below vectors/ without ".json"; the file has to state the same one.
/// Throws InputError naming file, vector and member on anything that the format does not allow, and on a fixture that
/// does not exist.
[[nodiscard]] std::vector<Vector> parse_vector_document(Json document, std::string const& file,
                                                        std::string const& topic, Fixtures const& fixtures = {});

/// The same for the text of the file.
[[nodiscard]] std::vector<Vector> parse_vector_file(std::string_view text, std::string const& file,
                                                    std::string const& topic, Fixtures const& fixtures = {});

}  // namespace conformance
