#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// A request to load a file that is there.
struct LoadRequest {
  Json params;
  std::string text;                                  ///< of the file
  Json frontmatter;                                  ///< of the file; an empty object when there is none
  [[nodiscard]] std::filesystem::path path() const;  ///< absolute
};

// Every rule here leaves alone what it cannot read: other operations, files that are not there, frontmatter that is no
// mapping. The rules that change something before the reference loads ask it only when something did change.

/// Changes the text of the file before the reference loads it.
[[nodiscard]] Rule changed_file_text(std::function<std::string(std::string const& text)> change);

/// The texts of the other files in and below the folder of a file, by their paths in it.
[[nodiscard]] Json neighbours_of(std::filesystem::path const& file);

/// Asks the reference to load a file from a copy of its folder in which these files hold these texts.
[[nodiscard]] Reply load_beside(Json params, Json const& texts, AskReference const& reference);

/// Changes the bytes of each other file in and below the folder of the prompt while the reference loads it.
[[nodiscard]] Rule changed_neighbours(
    std::function<std::string(std::filesystem::path const& file, std::string const& bytes)> change);

/// The member at the end of a path of keys; null when there is none.
[[nodiscard]] Json const& member_at(Json const& value, std::vector<std::string> const& keys);

/// Calls `visit` with every string of a value, keys aside, and puts what it returns in its place.
void replace_strings(Json& value, std::function<std::string(std::string const& text)> const& visit);

}  // namespace conformance::mutants
