#pragma once

#include <cstddef>
#include <string>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/verdict/profile.hpp"

namespace conformance {

/// The version of the suite, as `--version` prints it.
[[nodiscard]] std::string suite_version();

/// What every report says of the run as a whole.
struct RunInfo {
  std::string corpus_digest;
  std::string edition = first_edition;  ///< of the specification, by which the subject is judged
  Profile profile = Profile::lenient;
  Capabilities subject;
  std::string subject_option;  ///< what --subject was given
  std::string command_line;    ///< as typed, quoted for a shell
  std::string more_options;    ///< further options that a rerun needs, quoted, each after a blank; mostly ""
  Deciding deciding = {};
  std::size_t selected_vectors = 0;  ///< that the run is to play; 0 when that is not known
  std::string network = {};          ///< what the judged processes reach, as the rest of a sentence; "" for none
  std::string rerun = {};            ///< the command before the id by which a runner replays a vector; "" for `run`

  /// The command that judges under the same conditions, without what selects vectors.
  [[nodiscard]] std::string rerun_prefix() const;

  /// The command that replays one vector of a group under the same conditions, and lets it decide.
  [[nodiscard]] std::string rerun_command(std::string const& vector_id, Group group) const;
};

/// A word as a POSIX shell reads it back: unchanged when harmless, else in single quotes.
[[nodiscard]] std::string shell_quoted(std::string const& word);

}  // namespace conformance
