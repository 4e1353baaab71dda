#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/judge/files/file_tree.hpp"

namespace conformance {

/// Something that may stand beside what a vector gives, and by its clauses changes nothing of what is expected.
struct Crossing {
  std::string name;                  ///< "chat-streams/role-in-every-delta"
  std::vector<std::string> clauses;  ///< of which it follows that nothing changes
  std::string because;               ///< one sentence
  std::set<std::string> operations;  ///< whose vectors it may change
  std::string only = ".";            ///< jq filter that gives nothing for vectors which it leaves alone
  std::string change;                ///< jq filter over what a vector gives
  std::string at;                    ///< page and line, for messages
  bool alone = false;                ///< meets no other crossing: it makes all that is played long
  bool malformed = false;            ///< makes an answer that no server sends to an official SDK, which may refuse it
};

/// spec/crossings.yaml.
struct CrossingPage {
  std::string words;  ///< jq definitions for the filters
  std::vector<Crossing> crossings;
};

/// Reads the page; an empty one when there is none. Throws InputError with file and line on what is no YAML, or has
/// unknown or missing members. CrossedVectors, which compiles the changes, refuses those that are no jq.
[[nodiscard]] CrossingPage read_crossing_page(FileTree const& spec);

}  // namespace conformance
