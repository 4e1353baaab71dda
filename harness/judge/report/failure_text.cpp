#include "harness/judge/report/failure_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/judge/report/run_document.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

constexpr std::size_t shown_bytes_of_a_value = 2000;

std::string field(std::string_view name, std::string const& text) {
  std::string indented;
  for (char const letter : text) {
    indented += letter;
    if (letter == '\n') indented += "              ";
  }
  return fmt::format("  {:<11} {}\n", name, indented);
}

std::string difference_text(Difference const& difference) {
  std::string text = field("first at", difference.pointer.empty() ? "\"\" (the whole answer)" : difference.pointer);
  text += field("", difference.message);
  text += field("expected", shown_json(difference.expected, shown_bytes_of_a_value));
  return text + field("got", shown_json(difference.got, shown_bytes_of_a_value));
}

bool is_refused(HttpExchange const& exchange) {
  return exchange.status >= 400;
}

std::string exchange_text(HttpExchange const& exchange) {
  std::string text = field("http", fmt::format("{} {} -> {}\n{}", exchange.method, exchange.path, exchange.status,
                                               exchange.body.substr(0, shown_bytes_of_a_value)));
  for (RequestFinding const& finding : exchange.findings)
    text += field("finding", fmt::format("{} at \"{}\": {}", finding.rule, finding.pointer, finding.message));
  return text;
}

constexpr std::size_t forms_shown = 5;

std::string forms_text(RunFault const& fault) {
  std::string text;
  for (std::size_t place = 0; place < std::min(fault.besides.size(), forms_shown); ++place)
    text += fmt::format("  also        {}\n", fault.besides[place]);
  if (fault.besides.size() > forms_shown)
    text += fmt::format("              and in {} more forms\n", fault.besides.size() - forms_shown);
  return text;
}

/// "3, 5 and 8".
std::string numbers_text(std::vector<std::size_t> const& numbers) {
  std::string text;
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    std::string_view const separator = place == 0 ? "" : place + 1 == numbers.size() ? " and " : ", ";
    text += fmt::format("{}{}", separator, numbers[place]);
  }
  return text;
}

}  // namespace

std::string shown_json(Json const& value, std::size_t limit) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 100) text = value.dump(2, ' ', false, Json::error_handler_t::replace);
  return shortened_text(std::move(text), limit);
}

std::string rerun_command_of(VectorResult const& result, Attempt const& attempt, RunInfo const& info) {
  std::string command = info.rerun_command(result.vector->id, result.group);
  if (!result.fails_after.empty()) command += fmt::format(" --filter {}", result.fails_after);
  if (attempt.variation) command += fmt::format(" --transform {}", variation_name(*attempt.variation));
  return command;
}

std::string given_file_of(Attempt const& attempt) {
  if (attempt.variation || attempt.vector == nullptr) return "";
  Vector const& vector = *attempt.vector;
  Json const& given = vector.steps.back().given;
  if (!given.is_object()) return "";
  if (attempt.way == Way::load) return given.value("text", "");
  Json const path = given.value("path", Json());
  if (!path.is_string()) return "";
  std::string text;
  if (auto const file = vector.files.find(path.get<std::string>()); file != vector.files.end()) text = file->second;
  for (Step const& step : vector.steps) {
    if (auto const file = step.files.find(path.get<std::string>()); file != step.files.end()) text = file->second;
  }
  return text;
}

std::string failure_text(VectorResult const& result, Attempt const& attempt, ClauseRegistry const& registry,
                         RunInfo const& info) {
  Vector const& vector = *result.vector;
  std::string text = fmt::format("{} {} [{}]\n", status_name(attempt.judgement.status), vector.id, way_text(attempt));
  for (std::string const& id : vector.clauses) {
    if (Clause const* const clause = registry.find_clause(id)) {
      text += field(clause->id, fmt::format("{} — {} ({}:{})", level_name(clause->level), clause->statement,
                                            clause->file, clause->line));
    }
  }
  text += field("why", vector.why);
  text += field("verdict", attempt.judgement.detail);
  if (std::string const standing = standing_text(result); !standing.empty()) text += field("", standing);
  if (!attempt.operation.empty())
    text += field("sent", fmt::format("{} {}", attempt.operation, shown_json(attempt.sent, shown_bytes_of_a_value)));
  if (std::string const file = given_file_of(attempt); !file.empty())
    text += field("the file", shortened_text(valid_utf8(file), shown_bytes_of_a_value));
  // What the answer is like follows from this.
  for (HttpExchange const& exchange : attempt.exchanges) {
    if (is_refused(exchange)) text += exchange_text(exchange);
  }
  std::vector<Difference> const& differences = attempt.judgement.differences;
  if (!differences.empty()) text += difference_text(differences.front());
  if (differences.size() > 1) text += field("", fmt::format("and {} more differences", differences.size() - 1));
  bool const shown_already = !differences.empty() && differences.front().pointer.empty();
  if (!attempt.answered.is_null() && !shown_already)
    text += field("answered", shown_json(attempt.answered, shown_bytes_of_a_value));
  for (HttpExchange const& exchange : attempt.exchanges) {
    if (!is_refused(exchange)) text += exchange_text(exchange);
  }
  if (!attempt.stderr_excerpt.empty()) text += field("stderr", attempt.stderr_excerpt);
  if (result.passes_afresh)
    text +=
        field("note", fmt::format("passes in a process of its own; it fails after {}",
                                  result.fails_after.empty() ? "other requests of the same run" : result.fails_after));
  if (!result.gating) text += field("note", "non-gating: reported, never decides the exit code");
  if (!info.deciding.groups.contains(result.group))
    text += field("note", fmt::format("about a clause of {}, {}: decides only with --include {}",
                                      group_text(result.group), beyond_what(result.group), group_name(result.group)));
  if (!attempt.trace.empty()) text += field("trace", attempt.trace);
  return text + field("rerun", rerun_command_of(result, attempt, info));
}

std::string fault_line(RunFault const& fault) {
  return fmt::format("{:>3}  {:>4}  {}  [{}]", fault.number, fault.would_pass, fault.title,
                     fmt::join(fault.clauses, " "));
}

FaultExample example_of(RunFault const& fault, std::vector<VectorResult> const& results) {
  std::string const& id = fault.own.empty() ? fault.other.front() : fault.own.front();
  auto const result = std::find_if(results.begin(), results.end(),
                                   [&](VectorResult const& candidate) { return candidate.vector->id == id; });
  if (result == results.end()) return {};
  auto const attempt = std::find_if(result->attempts.begin(), result->attempts.end(),
                                    [](Attempt const& candidate) { return shows_broken(candidate.judgement.status); });
  if (attempt == result->attempts.end()) return {};
  return {.result = &*result, .attempt = &*attempt};
}

std::string fault_text(RunFault const& fault, std::vector<VectorResult> const& results, ClauseRegistry const& registry,
                       RunInfo const& info) {
  std::string text = fmt::format("Fault {}: {}\n", fault.number, fault.title);
  if (fault.title != fault.what) text += field("seen as", fault.what);
  text += forms_text(fault);
  text += fmt::format("  breaks      {}\n", fault.clauses.empty() ? "no clause by itself"
                                                                  : fmt::format("{}", fmt::join(fault.clauses, ", ")));
  text += fmt::format("  shown by    {} vectors of these clauses and {} others; {} show nothing else\n",
                      fault.own.size(), fault.other.size(), fault.would_pass);
  FaultExample const example = example_of(fault, results);
  if (example.result == nullptr) return text;
  return text + "\n" + failure_text(*example.result, *example.attempt, registry, info);
}

std::string standing_text(VectorResult const& result) {
  if (!result.blame || result.blame->standing == Standing::own) return "";
  if (result.blame->standing == Standing::passing) return "passes by itself";
  std::string const faults =
      fmt::format("fault{} {}", result.blame->faults.size() == 1 ? "" : "s", numbers_text(result.blame->faults));
  if (result.holds_but_for_faults()) return "holds but for " + faults;
  return (result.shows_faults_elsewhere() ? "open beside " : "not testable because of ") + faults;
}

}  // namespace conformance
