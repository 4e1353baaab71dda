#include "harness/commands/subjects_of_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {
namespace {

// A machine of many cores gains nothing more from further twins of the reference.
constexpr int most_usual_jobs = 8;

using Started = std::unique_ptr<Subject>;

/// Which vectors are played follows from what the first declares.
void demand_same(Capabilities const& first, Capabilities const& other) {
  std::string const differing = differing_member(first, other);
  if (differing.empty()) return;
  throw SubjectStartError(fmt::format(
      "the adapter processes of --jobs declare different {} on initialize: all have to declare the same", differing));
}

/// The first by itself, so that a command that does not work fails once; the others at the same time.
std::vector<Started> start_processes(std::string const& command, int count, ProcessOptions const& options) {
  std::vector<Started> started;
  started.push_back(std::make_unique<ProcessSubject>(command, options));
  std::vector<std::future<Started>> starting;
  for (int number = 1; number < count; ++number) {
    starting.push_back(std::async(std::launch::async, [&command, &options]() -> Started {
      return std::make_unique<ProcessSubject>(command, options);
    }));
  }
  for (std::future<Started>& next : starting) started.push_back(next.get());
  for (Started const& next : started) demand_same(started.front()->capabilities(), next->capabilities());
  return started;
}

}  // namespace

std::string reference_process_command(std::filesystem::path const& program) {
  std::filesystem::path const beside = program.parent_path() / "prompty-reference-adapter";
  if (std::filesystem::is_regular_file(beside)) return shell_quoted(beside.string());
  return shell_quoted(program.string()) + " reference-adapter";
}

SubjectsOfRun start_subjects(std::string const& subject, int jobs, ProcessOptions const& options) {
  SubjectsOfRun subjects;
  if (subject != reference_subject) {
    subjects.owned = start_processes(subject, jobs, options);
    for (std::unique_ptr<Subject> const& judged : subjects.owned) subjects.places.push_back({.judged = *judged});
    return subjects;
  }
  ProcessOptions for_twins = options;
  for_twins.scratch_place = ScratchPlace::memory;
  std::vector<std::unique_ptr<Subject>> twins =
      start_processes(reference_process_command(program_path()), jobs, for_twins);
  subjects.owned.push_back(std::make_unique<InProcessSubject>(options.editions));
  Subject& judged = *subjects.owned.front();
  // All of them share the one that is linked in, which allows no more altogether.
  int const at_once = (judged.capabilities().max_in_flight + jobs - 1) / jobs;
  for (std::unique_ptr<Subject>& twin : twins) {
    subjects.places.push_back({.judged = judged, .process_twin = twin.get(), .at_once = at_once});
    subjects.owned.push_back(std::move(twin));
  }
  return subjects;
}

std::vector<std::string> SubjectsOfRun::end() {
  std::vector<std::string> sentences;
  for (std::unique_ptr<Subject> const& subject : owned) {
    for (std::string& sentence : subject->end()) {
      bool const is_new = std::find(sentences.begin(), sentences.end(), sentence) == sentences.end();
      if (is_new) sentences.push_back(std::move(sentence));
    }
  }
  places.clear();
  owned.clear();
  return sentences;
}

int usual_jobs(std::string const& subject) {
  if (subject != reference_subject) return 1;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_usual_jobs);
}

}  // namespace conformance
