#pragma once

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace prompty_fuzz {

/// Few clauses, among them contested ones, ones of our own and one that no vector can show.
[[nodiscard]] conformance::ClauseRegistry const& sample_registry();

/// Few vectors of these clauses that expect something of every sort: values and errors, items and spans, readings, JSON
/// text, any order. Its digest is "sha256:fuzzed".
[[nodiscard]] conformance::Corpus const& sample_corpus();

}  // namespace prompty_fuzz
