#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/clauses/clause.hpp"
#include "harness/files/file_tree.hpp"

namespace conformance {

/// All clauses and decisions of the specification pages, in the order of the pages (file name, then line).
class ClauseRegistry {
 public:
  ClauseRegistry() = default;
  /// Throws InputError on an id that occurs twice, or a contested marker whose decision does not exist.
  ClauseRegistry(std::vector<Clause> clauses, std::vector<Decision> decisions);

  [[nodiscard]] std::vector<Clause> const& clauses() const { return clauses_; }
  [[nodiscard]] std::vector<Decision> const& decisions() const { return decisions_; }
  /// nullptr when there is none.
  [[nodiscard]] Clause const* find_clause(std::string_view id) const;
  [[nodiscard]] Decision const* find_decision(std::string_view id) const;
  /// The first known one of clauses that a vector cites; the others are of the same group and of a level that decides
  /// alike. A MUST of the documents without a name when none is known.
  [[nodiscard]] Clause const& leading_clause(std::vector<std::string> const& cited) const;

 private:
  std::vector<Clause> clauses_;
  std::vector<Decision> decisions_;
  std::map<std::string, std::size_t, std::less<>> clause_index_;
  std::map<std::string, std::size_t, std::less<>> decision_index_;
};

/// Clauses of one page given as text; `file` goes into the clauses and the errors.
/// Throws InputError ("file:line: …") on a list item that looks like a clause and is not one.
[[nodiscard]] std::vector<Clause> parse_page(std::string_view text, std::string const& file);

/// Decisions of decisions.md given as text. Throws InputError ("file:line: …").
[[nodiscard]] std::vector<Decision> parse_decisions(std::string_view text, std::string const& file);

/// Reads every *.md of a folder (decisions.md as decisions). Throws InputError when the folder has no clause.
[[nodiscard]] ClauseRegistry read_clause_registry(FileTree const& spec);

}  // namespace conformance
