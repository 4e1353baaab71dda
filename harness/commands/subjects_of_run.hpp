#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/runner.hpp"
#include "harness/subject/process.hpp"

namespace conformance {

/// What `run --subject` means the linked-in reference by.
inline constexpr char const* reference_subject = "reference";

/// The subjects of a run and who plays with whom; the first place is there always.
struct SubjectsOfRun {
  std::vector<std::unique_ptr<Subject>> owned;
  std::vector<RunSubjects> places;
};

/// Starts what is judged: for `reference` the linked-in one and `jobs` adapter processes of it as twins, else `jobs`
/// processes of the command. Each has a scratch folder of its own. Throws SubjectStartError.
[[nodiscard]] SubjectsOfRun start_subjects(std::string const& subject, int jobs, ProcessOptions const& options);

/// How many jobs a run has when the command line does not say: of the reference as many as the machine has hardware
/// threads; of others one, since nothing is known of what a second process of theirs costs or shares with the first.
[[nodiscard]] int usual_jobs(std::string const& subject);

}  // namespace conformance
