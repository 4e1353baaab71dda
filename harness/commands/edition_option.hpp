#pragma once

#include <CLI/App.hpp>
#include <functional>
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
  /// The same of a command that measures the suite by the reference.
  void add_to_measuring(CLI::App& command);
  /// What an adapter is offered in `initialize`, the oldest first: the edition that is named, else all. Throws
  /// InputError for one that there is not.
  [[nodiscard]] std::vector<std::string> offered(ClauseRegistry const& registry) const;
  /// The option as a rerun needs it, after a blank; "" when it is not given.
  [[nodiscard]] std::string to_repeat() const;
};

/// The newest of the offered editions that the subject speaks. Throws InputError when it speaks none of them.
[[nodiscard]] std::string chosen_edition(std::vector<std::string> const& offered, Capabilities const& subject);

/// Measures something by the suite of one edition, the newest of several or not. Returns an exit code.
using MeasureEdition = std::function<int(Suite const& suite, bool is_newest)>;

/// Measures by each edition that the reference speaks, the oldest first, or by the one that the option names. Returns
/// the largest exit code. Throws InputError for an edition that there is not or that the reference does not speak.
int measure_by_editions(EditionOption const& option, Suite const& whole_suite, MeasureEdition const& measure);

}  // namespace conformance
