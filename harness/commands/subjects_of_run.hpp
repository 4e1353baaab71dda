#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/run/runner.hpp"
#include "harness/judge/subject/process.hpp"

namespace conformance {

/// The command that runs the reference as an adapter process, quoted for a shell: prompty-reference-adapter beside the
/// given program of ours, else that program itself with the word `reference-adapter`.
[[nodiscard]] std::string reference_process_command(std::filesystem::path const& program);

/// What `run --subject` means the linked-in reference by.
inline constexpr char const* reference_subject = "reference";

/// The subjects of a run and who plays with whom; the first place is there always.
struct SubjectsOfRun {
  std::vector<std::unique_ptr<Subject>> owned;
  std::vector<RunSubjects> places;

  /// Ends them all, and tells how their ends were not clean (Subject::end).
  [[nodiscard]] std::vector<std::string> end();
};

/// Starts what is judged: for `reference` the linked-in one and `jobs` adapter processes of it as twins, else `jobs`
/// processes of the command. Each has a scratch folder of its own. Throws SubjectStartError.
[[nodiscard]] SubjectsOfRun start_subjects(std::string const& subject, int jobs, ProcessOptions const& options);

/// How many jobs a run has when the command line does not say: of the reference as many as the machine has hardware
/// threads; of others one, since nothing is known of what a second process of theirs costs or shares with the first.
[[nodiscard]] int usual_jobs(std::string const& subject);

}  // namespace conformance
