#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/proof/differential/answer.hpp"
#include "harness/proof/differential/input_maker.hpp"

namespace conformance::differential {

/// One that is compared, under a name that no other has.
struct NamedSubject {
  std::string name;
  Subject* subject;
};

/// The requests.
struct Plan {
  std::vector<std::string> operations;
  std::uint64_t seed = 1;
  std::uint64_t count = 200;  ///< inputs an operation
  Profile profile = Profile::as_written;
  std::optional<std::chrono::milliseconds> time_limit = std::nullopt;  ///< for asking; shrinking may take as long again
  std::size_t most_shrinking_tries = 2000;                             ///< a group
};

/// Which subjects answered alike: for each subject the number of its side, from 0, or nothing if it was not compared.
using Sides = std::vector<std::optional<std::size_t>>;

/// Inputs that differ in the same way.
struct Group {
  std::string operation = {};
  DifferenceKind kind = {};  ///< between side 0, which is the first subject's, and side 1
  Sides sides = {};
  std::uint64_t inputs = 0;
  std::uint64_t first_number = 0;    ///< of the first input that showed it
  Input example = {};                ///< the smallest that was found
  std::vector<Answer> answers = {};  ///< to the example, in the order of the subjects
};

/// How the inputs of one operation came out.
struct OperationCount {
  std::string operation;
  std::uint64_t compared = 0;
  std::uint64_t differing = 0;
  std::uint64_t left_out = 0;  ///< fewer than two subjects took them
};

struct Comparison {
  std::vector<OperationCount> counts = {};
  std::vector<Group> groups = {};  ///< in the order of the operations, then those with most inputs first
  bool is_cut_short = false;       ///< the time limit came before all was sent
};

/// What all subjects declare.
[[nodiscard]] Common common_to(std::vector<NamedSubject> const& subjects);

/// Asks all subjects about the inputs of the plan and groups those that they answer differently. There are at least two
/// subjects, and all declare the operations.
[[nodiscard]] Comparison compare(std::vector<NamedSubject> const& subjects, InputMaker const& maker, Plan const& plan);

/// For people: what was compared, and each group with its sides, its example and what everybody answered to it.
[[nodiscard]] std::string comparison_text(Comparison const& comparison, std::vector<NamedSubject> const& subjects,
                                          Plan const& plan);

/// For programs: {seed, profile, cutShort, subjects, operations, groups}.
[[nodiscard]] Json comparison_json(Comparison const& comparison, std::vector<NamedSubject> const& subjects,
                                   Plan const& plan);

}  // namespace conformance::differential
