#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/clauses/clause_registry.hpp"
#include "harness/vectors/corpus.hpp"

namespace conformance {

/// Which vectors a command takes.
struct Selection {
  std::vector<std::string> filters;  ///< globs over full ids, `*` also over "/"; empty means all
  std::vector<std::string> clauses;  ///< clause ids; empty means all
};

/// The vectors that some filter and some clause select. Throws InputError for a clause that is on no page, HarnessError
/// for a filter or a clause that selects nothing: a run that would judge less than was requested never passes.
[[nodiscard]] std::vector<Vector const*> selected_vectors(Selection const& selection, Corpus const& corpus,
                                                          ClauseRegistry const& registry);

/// The classes that `--require` names. Throws InputError naming those that there are for one that is none of them.
[[nodiscard]] std::set<std::string> required_classes(std::vector<std::string> const& named,
                                                     ClauseRegistry const& registry);

}  // namespace conformance
