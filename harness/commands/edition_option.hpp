#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/suite/suite.hpp"

namespace conformance {

/// The option that names the edition of the specification by which adapters are judged.
struct EditionOption {
  std::string name;  ///< --edition; "" for the newest that the adapter speaks

  /// Adds --edition to a command. It must outlive the parse.
  void add_to(CLI::App& command);
  /// What an adapter is offered in `initialize`, the oldest first: the edition that is named, else all. Throws
  /// InputError for one that there is not.
  [[nodiscard]] std::vector<std::string> offered(ClauseRegistry const& registry) const;
  /// The option as a rerun needs it, after a blank; "" when it is not given.
  [[nodiscard]] std::string to_repeat() const;
};

/// The newest of the offered editions that the subject speaks. Throws InputError when it speaks none of them.
[[nodiscard]] std::string chosen_edition(std::vector<std::string> const& offered, Capabilities const& subject);

/// Reads the suite of the newest edition that the subject speaks. Throws InputError when it speaks none, and on what
/// `read_suite` refuses.
[[nodiscard]] Suite read_suite_for(Capabilities const& subject, DataFolders const& folders);

}  // namespace conformance
