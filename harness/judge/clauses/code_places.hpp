#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/judge/files/file_tree.hpp"

namespace conformance {

/// A comment of the reference that names a clause, where the code does what the clause says.
struct CodePlace {
  std::string file;                ///< from the root of the repository: "reference/prompty/parse/threads.cpp"
  int line = 0;                    ///< of the comment, from 1
  std::string comment;             ///< joined to one line, without slashes
  std::vector<std::string> lines;  ///< the comment and the code below it, as far as one looks at once
  bool operator==(CodePlace const&) const = default;
};

/// Where the reference cites each clause, by clause id; places in the order of the files. Ids in the code itself, such
/// as those that errors carry, are no citations. Throws InputError when a source cannot be read.
[[nodiscard]] std::map<std::string, std::vector<CodePlace>> read_code_places(FileTree const& reference);

/// The clauses that no line does, each with the reason (without-code.yaml below the folder of the specification); none
/// without that file. Throws InputError when it is no mapping of texts.
[[nodiscard]] std::map<std::string, std::string> read_clauses_without_code(FileTree const& spec);

}  // namespace conformance
