#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/matching/same_json.hpp"

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

}  // namespace conformance
