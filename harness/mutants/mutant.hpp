#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "harness/files/file_tree.hpp"
#include "harness/subject/subject.hpp"

namespace conformance {

/// Asks the unmutated reference; mutants may ask with changed params, several times or not at all.
using AskReference = std::function<Reply(std::string const& operation, Json const& params)>;

/// A way to break one clause: a rule over params and reply that holds for every input the clause bears on.
/// A mutant names no vector and no literal of one.
struct Mutant {
  std::string id;      ///< unique, kebab-case, starts with nothing but what it breaks: "tool-calls-ignored"
  std::string clause;  ///< the clause that it breaks
  std::string breaks;  ///< one sentence: what the mutated implementation does instead
  std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)> answer;
  /// The operations whose replies it may change; empty: any.
  std::set<std::string> operations = {};
  /// Whether the items of a stream are told when it is over and not as they come; empty: never.
  std::function<bool(std::string const& operation, Json const& params)> tells_late = {};
};

/// All mutants, sorted by clause then id: those of mutants/ below the folder of the specification, and those that are
/// written in C++. Throws InputError on what read_mutant_pages refuses.
[[nodiscard]] std::vector<Mutant> read_mutants(FileTree const& spec);

}  // namespace conformance
