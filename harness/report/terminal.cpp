#include "harness/report/terminal.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <ostream>
#include <string_view>

#include "harness/report/counts_text.hpp"
#include "harness/report/failure_text.hpp"

namespace conformance {
namespace {

std::string tally_row(std::string const& name, Tally const& tally) {
  int const held = tally.of(ClauseState::held);
  int const broken = tally.of(ClauseState::broken);
  return fmt::format("  {:<41} {:>7} {:>6} {:>7} {:>12} {:>7}\n", name, tally.total(), held, broken,
                     tally.testable() - held - broken, tally.total() - tally.testable());
}

std::string tally_head(std::string_view name) {
  return fmt::format("\n{:<43} {:>7} {:>6} {:>7} {:>12} {:>7}\n", name, "clauses", "held", "broken", "not judged",
                     "exempt");
}

}  // namespace

TerminalStyle terminal_style(int file_descriptor) {
  bool const terminal = ::isatty(file_descriptor) == 1;
  char const* const no_color = std::getenv("NO_COLOR");
  char const* const term = std::getenv("TERM");
  bool const dumb = term == nullptr || std::string_view(term) == "dumb";
  return {.live = terminal && !dumb, .color = terminal && !dumb && (no_color == nullptr || *no_color == '\0')};
}

TerminalReport::TerminalReport(std::ostream& out, TerminalStyle style, ClauseRegistry const& registry,
                               RunInfo const& info, std::vector<Vector const*> const& vectors)
    : out_(out), style_(style), registry_(registry), info_(info), expected_(vectors.size()) {
  for (Vector const* const vector : vectors) ++topics_[vector->topic].expected;
}

std::string TerminalReport::painted(Status status, std::string const& text) const {
  if (!style_.color) return text;
  std::string_view const code = status == Status::pass ? "32" : status == Status::unsupported ? "33" : "31";
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

void TerminalReport::begin() {
  out_ << fmt::format("Judging {} {} ({}) in the profile {}\n{} vectors, {}\n\n", info_.subject.name,
                      info_.subject.version, info_.subject.language, profile_name(info_.profile), expected_,
                      info_.corpus_digest.substr(0, 19));
  out_.flush();
}

void TerminalReport::show_topic(std::string const& topic) {
  if (style_.live) return;
  Topic const& told = topics_.at(topic);
  out_ << fmt::format("  {:<40} {:>4} vectors, {:>4} replays: {}\n", topic, told.done, told.attempts,
                      counts_text(told.counts));
  out_.flush();
}

void TerminalReport::show_blame(Summary const& summary) {
  if (summary.not_testable == 0) return;
  out_ << fmt::format("\n{} failures come from vectors that they need, and blame no clause; mend these first:\n",
                      summary.not_testable);
  for (auto const& [root, count] : summary.roots)
    out_ << fmt::format("  {}: {} more could not be judged\n", root, count);
}

void TerminalReport::show_progress(VectorResult const& result) {
  if (!style_.live) return;
  out_ << fmt::format("\r\033[K[{}/{}] {}", done_, expected_, result.vector->id);
  out_.flush();
}

void TerminalReport::add(VectorResult const& result) {
  Topic& topic = topics_[result.vector->topic];
  ++topic.counts[result.status()];
  topic.attempts += result.attempts.size();
  ++topic.done;
  ++done_;
  show_progress(result);
  show_failures(result);
  if (topic.done == topic.expected) show_topic(result.vector->topic);
}

void TerminalReport::show_failures(VectorResult const& result) {
  if (!result.roots.empty()) return;
  for (Attempt const& attempt : result.attempts) {
    Status const status = attempt.judgement.status;
    if (status == Status::pass || status == Status::unsupported || status == Status::known_failure) continue;
    if (style_.live) out_ << "\r\033[K";
    out_ << painted(attempt.judgement.status, failure_text(result, attempt, registry_, info_)) << "\n";
  }
}

void TerminalReport::show_group(GroupTallies const& tallies, std::string const& of_whom) {
  out_ << tally_head("Section" + of_whom);
  for (auto const& [name, tally] : tallies.sections) out_ << tally_row(name, tally);
  out_ << tally_head("Level" + of_whom);
  for (auto const& [level, tally] : tallies.levels) out_ << tally_row(std::string(level_name(level)), tally);
  out_ << fmt::format("\nClass{}\n", of_whom);
  for (auto const& [name, tally] : tallies.binding_by_class)
    out_ << fmt::format("  {:<41} {}\n", name, class_verdict(tally));
}

void TerminalReport::end(Summary const& summary) {
  for (auto const& [name, topic] : topics_) {
    if (topic.done > 0 && topic.done < topic.expected) show_topic(name);
  }
  if (style_.live) out_ << "\r\033[K";
  for (auto const& [group, tallies] : summary.groups)
    show_group(tallies, group == Group::documents ? "" : " (ours, beyond the documents)");
  int attempts = 0;
  out_ << "\nVectors: " << counts_text(summary.vectors) << "\n";
  for (auto const& [way, counts] : summary.ways) {
    out_ << fmt::format("  {:<8} {}\n", way_name(way), counts_text(counts));
    for (auto const& [status, count] : counts) attempts += count;
  }
  out_ << fmt::format("  {} vectors, {} replays in all\n", done_, attempts);
  show_blame(summary);
  if (summary.non_gating_failures > 0)
    out_ << fmt::format("{} failures do not decide in this profile, level and group\n", summary.non_gating_failures);
  if (!summary.findings.empty()) {
    out_ << "\nRequests that the provider would question although the documents demand them (the mock's own request "
            "check,\n"
            "which decides nothing; each finding is in the JSON Lines report):\n";
    for (auto const& [rule, vectors] : summary.findings) {
      out_ << fmt::format("  {:<30} {:>3} vectors, e.g. {}\n", rule, vectors.size(), vectors.front());
    }
  }
  out_ << "\n" << painted(summary.exit_code == 0 ? Status::pass : Status::fail, summary.verdict) << "\n";
  out_.flush();
}

}  // namespace conformance
