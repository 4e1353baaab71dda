#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/replay/replay.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

/// Places of members in an answer: JSON pointers with "*" for an index.
using Places = std::set<std::string>;

/// The members that an answer needs to match an expectation, whatever their values. Of a matcher that leaves a choice
/// nothing is said.
[[nodiscard]] Places demanded_places(Json const& expectation);

/// Those that a value of the vector's only step needs in each of its readings; empty where one is an error.
[[nodiscard]] Places demanded_places(Vector const& vector);

/// A JSON pointer as a place.
[[nodiscard]] std::string place_of_pointer(std::string const& pointer);

/// What is tried before a run: a few plain vectors of each declared operation.
struct TriedOperation {
  std::string operation;
  std::vector<VectorResult> results;         ///< as `run` would judge them, by the operation itself alone
  std::vector<std::string> form_problems;    ///< what is wrong with the form of answers, each once
  Json misshapen = nullptr;                  ///< the first answer of a wrong form
  std::vector<std::string> missing_members;  ///< a sentence for each member that no answer has although all need it
};

/// Plays plain vectors of each operation that the subject declares, those before others that need the members which
/// most of the corpus needs. `protocol` is the schema of the adapter protocol; `secrets` are masked in the output.
[[nodiscard]] std::vector<TriedOperation> try_operations(Corpus const& corpus, ReplayContext const& context,
                                                         Json const& protocol, Secrets const& secrets = {});

/// What the subject declares that the protocol does not know, a sentence each.
[[nodiscard]] std::vector<std::string> unknown_declarations(Capabilities const& declared, Json const& protocol);

/// Plays what passed once more, as many vectors at once as the subject allows (at most 8); a sentence for each of
/// the first three that fail then. Nothing when it allows one.
[[nodiscard]] std::vector<std::string> problems_at_once(std::vector<TriedOperation> const& tried,
                                                        ReplayContext const& context, Secrets const& secrets = {});

}  // namespace conformance
