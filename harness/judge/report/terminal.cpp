#include "harness/judge/report/terminal.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/report/run_document.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {
namespace {

constexpr std::size_t faults_in_full = 10;      ///< shown with an example
constexpr std::size_t fault_lines = 20;         ///< of each group
constexpr double seconds_of_an_answer = 0.005;  ///< of an interpreter, with what is sent and judged

std::string tally_row(std::string const& name, Tally const& tally) {
  return fmt::format("  {:<41} {:>7} {:>6} {:>7} {:>13} {:>11} {:>7}\n", name, tally.total(),
                     tally.of(ClauseState::held), tally.of(ClauseState::broken), tally.of(ClauseState::not_testable),
                     tally.not_judged(), tally.exempt());
}

std::string tally_head(std::string_view name) {
  return fmt::format("\n{:<43} {:>7} {:>6} {:>7} {:>13} {:>11} {:>7}\n", name, "clauses", "held", "broken",
                     "not testable", "not judged", "exempt");
}

/// Whether a run says anything of the clauses.
bool is_judged(Tally const& tally) {
  constexpr std::array judged{ClauseState::held, ClauseState::broken, ClauseState::not_testable, ClauseState::partly,
                              ClauseState::undecided};
  return std::any_of(judged.begin(), judged.end(), [&](ClauseState state) { return tally.of(state) > 0; });
}

/// The rows of sections; those of which nothing was judged are one, if there are several.
std::string section_rows(std::vector<std::pair<std::string, Tally>> const& sections) {
  std::string rows;
  std::string last;
  std::size_t left_out = 0;
  Tally together;
  for (auto const& [name, tally] : sections) {
    if (is_judged(tally)) {
      rows += tally_row(name, tally);
      continue;
    }
    ++left_out;
    last = tally_row(name, tally);
    for (auto const& [state, count] : tally.clauses) together.clauses[state] += count;
  }
  if (left_out > 1) last = tally_row(fmt::format("{} sections of which nothing was judged", left_out), together);
  return rows + last;
}

/// The rows of classes; those of which nothing was judged are one, if there are several.
std::string class_rows(std::map<std::string, JudgedClass> const& classes) {
  std::string rows;
  std::vector<std::string> unjudged;
  for (auto const& [name, judged] : classes) {
    if (judged.verdict == "not judged")
      unjudged.push_back(name);
    else
      rows += fmt::format("  {:<41} {}\n", name, judged.verdict);
  }
  if (unjudged.empty()) return rows;
  std::string const name = unjudged.size() == 1 ? unjudged.front() : fmt::format("{} classes", unjudged.size());
  return rows + fmt::format("  {:<41} not judged\n", name);
}

std::size_t columns_of(int file_descriptor) {
  winsize size{};
  bool const is_known = ::ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : TerminalStyle{}.columns;
}

}  // namespace

TerminalStyle terminal_style(int file_descriptor) {
  bool const terminal = ::isatty(file_descriptor) == 1;
  char const* const no_color = std::getenv("NO_COLOR");
  char const* const term = std::getenv("TERM");
  bool const dumb = term == nullptr || std::string_view(term) == "dumb";
  return {.live = terminal && !dumb,
          .color = terminal && !dumb && (no_color == nullptr || *no_color == '\0'),
          .columns = columns_of(file_descriptor)};
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
  out_ << fmt::format("Judging {} in the profile {}\n{} vectors, edition {}, {}\n", subject_text(info_),
                      profile_name(info_.profile), expected_, info_.edition, short_digest(info_.corpus_digest));
  if (!info_.network.empty()) out_ << fmt::format("The adapter's network: {}\n", info_.network);
  if (std::string const notice = version_notice(info_.subject); !notice.empty()) out_ << "Note: " << notice << "\n";
  out_ << "\n";
  out_.flush();
}

void TerminalReport::foretell(std::size_t due) {
  out_ << fmt::format(
      "To play: {} vectors, for which the adapter declares what they need; about {:.0f} s at {:.0f} ms an answer.\n"
      "A vector is replayed in each way that applies: the operation itself, over HTTP, in a file that is loaded, …\n\n",
      due, std::max(1.0, static_cast<double>(due) * seconds_of_an_answer), seconds_of_an_answer * 1000);
  out_.flush();
}

void TerminalReport::show_topic(std::string const& topic) {
  if (style_.live) return;
  Topic const& done_topic = topics_.at(topic);
  // Those are a line in the end.
  if (done_topic.attempts == 0) return;
  out_ << fmt::format("  {:<40} {:>4} vectors, {:>4} replays: {}\n", topic, done_topic.done, done_topic.attempts,
                      counts_text(done_topic.counts));
  out_.flush();
}

void TerminalReport::show_unsupported_topics() {
  if (style_.live) return;
  std::size_t topics = 0;
  std::size_t vectors = 0;
  for (auto const& [name, topic] : topics_) {
    if (topic.attempts > 0 || topic.done == 0) continue;
    ++topics;
    vectors += topic.done;
  }
  if (topics > 0)
    out_ << fmt::format("  {:<40} {:>4} vectors, all unsupported: they need what was not declared\n",
                        fmt::format("{} topic{}", topics, topics == 1 ? "" : "s"), vectors);
}

void TerminalReport::show_progress(VectorResult const& result) {
  if (!style_.live) return;
  std::string const line = fmt::format("[{}/{}] {}", done_, expected_, result.vector->id);
  // A line that is wrapped, or fills its row, leaves a part of itself behind.
  out_ << "\r\033[K" << line.substr(0, style_.columns - std::min<std::size_t>(style_.columns, 1));
  out_.flush();
}

void TerminalReport::add(VectorResult const& result) {
  Topic& topic = topics_[result.vector->topic];
  ++topic.counts[result.status()];
  topic.attempts += result.attempts.size();
  ++topic.done;
  ++done_;
  show_progress(result);
  if (topic.done == topic.expected) show_topic(result.vector->topic);
}

void TerminalReport::show_what_is_no_fault(std::vector<VectorResult> const& results) {
  std::size_t count = 0;
  for (VectorResult const& result : results) {
    for (Attempt const& attempt : result.attempts) {
      bool const is_none =
          attempt.judgement.status == Status::error || attempt.judgement.status == Status::unexpected_pass;
      if (is_none && ++count <= faults_in_full)
        out_ << "\n"
             << painted(attempt.judgement.status, printable_text(failure_text(result, attempt, registry_, info_)));
    }
  }
  if (count > faults_in_full) out_ << fmt::format("\nand {} more such\n", count - faults_in_full);
}

void TerminalReport::show_faults(Summary const& summary, std::vector<VectorResult> const& results) {
  if (summary.faults.empty()) return;
  std::size_t const shown = std::min(summary.faults.size(), faults_in_full);
  out_ << fmt::format("\nFaults, the worst first ({} of {} in full):\n", shown, summary.faults.size());
  for (std::size_t place = 0; place < shown; ++place)
    out_ << "\n" << printable_text(fault_text(summary.faults[place], results, registry_, info_));
  out_ << fmt::format("\nFix first (fault, vectors that show nothing else, what is wrong, clauses):\n");
  for (Group const group : all_groups) {
    std::size_t lines = 0;
    for (RunFault const& fault : summary.faults) {
      if (fault.group != group) continue;
      if (++lines == 1 && group != Group::documents)
        out_ << fmt::format("  of {}, {}:\n", group_text(group), beyond_what(group));
      if (lines <= fault_lines) out_ << "  " << printable_text(fault_line(fault)) << "\n";
    }
    if (lines > fault_lines) out_ << fmt::format("  and {} more\n", lines - fault_lines);
  }
  out_ << "All faults, and every failed vector, are in the HTML and JSON Lines reports (--html FILE, --jsonl FILE).\n";
}

/// What the mock, as a second judge, has against requests that passed. It decides nothing, and is one sentence here.
void TerminalReport::show_findings(Summary const& summary) {
  if (summary.findings.empty()) return;
  std::set<std::string> vectors;
  for (auto const& [rule, ids] : summary.findings) vectors.insert(ids.begin(), ids.end());
  out_ << fmt::format(
      "{} vectors passed with requests that the provider would question, by {} of the mock's own rules, which decide\n"
      "nothing: the documents demand these requests. The HTML and JSON Lines reports have them by rule.\n",
      vectors.size(), summary.findings.size());
}

void TerminalReport::show_group(GroupTallies const& tallies, std::string const& of_whom) {
  out_ << tally_head("Section" + of_whom);
  out_ << section_rows(tallies.sections);
  out_ << tally_head("Level" + of_whom);
  for (auto const& [level, tally] : tallies.levels) out_ << tally_row(std::string(level_name(level)), tally);
  out_ << fmt::format("\nClass{}\n", of_whom) << class_rows(tallies.classes);
}

void TerminalReport::end(Summary const& summary, std::vector<VectorResult> const& results) {
  for (auto const& [name, topic] : topics_) {
    if (topic.done > 0 && topic.done < topic.expected) show_topic(name);
  }
  if (style_.live) out_ << "\r\033[K";
  show_unsupported_topics();
  out_
      << "\nThe clauses. Not testable are those that faults of other clauses hide; exempt those that no operation can\n"
         "show: they are native or unobservable.\n";
  for (auto const& [group, tallies] : summary.groups)
    show_group(tallies,
               group == Group::documents ? "" : fmt::format(" ({}, {})", group_name(group), beyond_what(group)));
  int attempts = 0;
  out_ << "\nVectors: " << counts_text(summary.vectors) << "\n";
  for (auto const& [way, counts] : summary.ways) {
    out_ << fmt::format("  {:<8} {}\n", way_name(way), counts_text(counts));
    for (auto const& [status, count] : counts) attempts += count;
  }
  out_ << fmt::format("  {} vectors, {} replays in all\n", done_, attempts);
  show_what_is_no_fault(results);
  show_faults(summary, results);
  if (summary.held_but_for_faults > 0)
    out_ << fmt::format("{} failed vectors show only faults of other clauses; their own hold but for those\n",
                        summary.held_but_for_faults);
  if (summary.non_gating_failures > 0)
    out_ << fmt::format("{} failures do not decide: of vectors that never gate, or of another level or group\n",
                        summary.non_gating_failures);
  show_findings(summary);
  if (std::string const rest = not_judged_text(summary); !rest.empty()) out_ << "\n" << rest << "\n";
  for (std::string const& note : summary.notes) out_ << "\nNote: " << printable_text(note) << "\n";
  out_ << "\n" << painted(summary.exit_code == 0 ? Status::pass : Status::fail, summary.verdict) << "\n";
  out_.flush();
}

}  // namespace conformance
