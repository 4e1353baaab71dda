#include "harness/judge/report/result_texts.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

/// What tells a folder of results from one that holds something else.
constexpr char const* verdict_file = "verdict.txt";

bool is_held(Status status) {
  return status == Status::pass || status == Status::known_failure;
}

/// Whether a result makes a test of it fail.
bool makes_red(VectorResult const& result, Deciding const& deciding) {
  Status const status = result.status();
  return status == Status::error || (is_failure(status) && failure_decides(result, deciding));
}

std::string ways_text(VectorResult const& result) {
  std::vector<std::string> ways;
  for (Attempt const& attempt : result.attempts) ways.emplace_back(way_name(attempt.way));
  return fmt::format("{}", fmt::join(ways, ", "));
}

/// Why the first attempt that failed as is known is excused.
std::string known_detail(VectorResult const& result) {
  auto const known = std::find_if(result.attempts.begin(), result.attempts.end(), [](Attempt const& attempt) {
    return attempt.judgement.status == Status::known_failure;
  });
  return known == result.attempts.end() ? "" : known->judgement.detail;
}

std::string failures_text(VectorResult const& result, ClauseRegistry const& registry, RunInfo const& info) {
  std::string text = makes_red(result, info.deciding) ? "" : "does not count: ";
  for (Attempt const& attempt : result.attempts) {
    Status const status = attempt.judgement.status;
    if (is_failure(status) || status == Status::error)
      text += printable_text(failure_text(result, attempt, registry, info)) + "\n";
  }
  return text;
}

InputError cannot_make(std::filesystem::path const& folder) {
  return InputError(fmt::format("cannot make the folder {}: check that it may be written", folder.string()));
}

/// Makes the folder anew, without following a link that stands in its place.
void renew(std::filesystem::path const& folder) {
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (error || !std::filesystem::create_directories(folder, error)) throw cannot_make(folder);
}

}  // namespace

std::string result_text(VectorResult const& result, ClauseRegistry const& registry, RunInfo const& info) {
  std::string const& id = result.vector->id;
  switch (result.status()) {
    case Status::pass:
      return fmt::format("pass {} [{}]\n", id, ways_text(result));
    case Status::known_failure:
      return fmt::format("known-failure {}: {}\n", id, printable_text(known_detail(result)));
    case Status::unsupported:
      return fmt::format("unsupported {}: {}\n", id, printable_text(result.unsupported_reason));
    case Status::fail:
    case Status::error:
    case Status::crash:
    case Status::timeout:
    case Status::unexpected_pass:
    case Status::flaky:
      break;
  }
  return failures_text(result, registry, info);
}

std::string topic_text(std::string const& topic, std::vector<VectorResult const*> const& results,
                       ClauseRegistry const& registry, RunInfo const& info) {
  std::size_t played = 0;
  std::size_t red = 0;
  std::size_t held = 0;
  std::string failures;
  for (VectorResult const* const result : results) {
    Status const status = result->status();
    if (status == Status::unsupported) continue;
    ++played;
    if (is_held(status))
      ++held;
    else
      failures += failures_text(*result, registry, info);
    if (makes_red(*result, info.deciding)) ++red;
  }
  std::size_t const undeciding = played - held - red;
  std::string const besides = undeciding == 0 ? "" : fmt::format(", {} failed, which does not decide", undeciding);
  if (!failures.empty()) failures.insert(0, "\n");
  if (red > 0) return fmt::format("fail {}: {} of {} vectors failed{}\n{}", topic, red, played, besides, failures);
  if (held > 0) return fmt::format("pass {}: {} vectors played{}\n{}", topic, played, besides, failures);
  if (undeciding > 0)
    return fmt::format("does not count {}: {} vectors played{}\n{}", topic, played, besides, failures);
  return fmt::format("unsupported {}: its {} vectors need what was not declared\n", topic, results.size());
}

void clear_results(std::filesystem::path const& folder) {
  std::error_code error;
  std::filesystem::file_status const found = std::filesystem::symlink_status(folder, error);
  bool const is_there = std::filesystem::exists(found);
  if (is_there && !std::filesystem::is_directory(found))
    throw InputError(fmt::format("{} is no folder: name one for the results", folder.string()));
  bool const is_ours = !is_there || std::filesystem::is_empty(folder, error) ||
                       std::filesystem::is_regular_file(folder / verdict_file, error);
  if (!is_ours)
    throw InputError(
        fmt::format("{} holds other things than results of a run: name a folder of its own for them", folder.string()));
  renew(folder);
}

void write_results(std::filesystem::path const& folder, RunParts const& run, ResultsOf of) {
  renew(folder);
  // First, since it marks the folder as ours, also when this is killed.
  write_file(folder / verdict_file, run.summary.verdict + "\n");
  std::map<std::string, std::vector<VectorResult const*>> by_topic;
  for (VectorResult const& result : run.results) {
    by_topic[result.vector->topic].push_back(&result);
    if (of == ResultsOf::vectors)
      write_file(folder / (result.vector->id + ".txt"), result_text(result, run.registry, run.info));
  }
  for (auto const& [topic, results] : by_topic)
    write_file(folder / (topic + ".txt"), topic_text(topic, results, run.registry, run.info));
}

}  // namespace conformance
