#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/files/file_tree.hpp"
#include "harness/subject/subject.hpp"

namespace conformance {

/// Asks the unmutated reference; mutants may ask with changed params, several times or not at all.
using AskReference = std::function<Reply(std::string const& operation, Json const& params)>;

/// A request to a subject, and its answer.
struct AnsweredCall {
  std::string operation;
  Json params;
  Reply reply;
  std::uint64_t number = next_number();  ///< no two calls have the same, save for copies

 private:
  static std::uint64_t next_number();
};

/// A way to break one clause: a rule over params and reply that holds for every input the clause bears on.
/// A mutant names no vector and no literal of one.
struct Mutant {
  std::string id;      ///< unique, kebab-case, starts with nothing but what it breaks: "tool-calls-ignored"
  std::string clause;  ///< the clause that it breaks
  std::string breaks;  ///< one sentence: what the mutated implementation does instead
  std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)> answer;
  /// The operations whose replies it may change; empty: any.
  std::set<std::string> operations = {};
  /// As `answer`, for a call that the reference has answered; nothing where the mutant leaves that answer alone. Not
  /// every mutant has it.
  std::function<std::optional<Reply>(AnsweredCall const& call, AskReference const& reference)> change = {};
  /// Whether the items of a stream are passed on when it is over and not as they come; empty: never.
  std::function<bool(std::string const& operation, Json const& params)> tells_late = {};
};

/// All mutants, sorted by clause then id: those of mutants/ below the folder of the specification, and those that are
/// written in C++. Throws InputError on what read_mutant_pages refuses.
[[nodiscard]] std::vector<Mutant> read_mutants(FileTree const& spec);

}  // namespace conformance
