#include "harness/report/failure_text.hpp"

#include <fmt/core.h>

#include "harness/report/attempt_json.hpp"
#include "harness/report/fault_text.hpp"

namespace conformance {
namespace {

constexpr std::size_t shown_bytes = 2000;

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
  text += field("expected", shown_json(difference.expected, shown_bytes));
  return text + field("got", shown_json(difference.got, shown_bytes));
}

}  // namespace

std::string shown_json(Json const& value, std::size_t limit) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 100) text = value.dump(2, ' ', false, Json::error_handler_t::replace);
  if (text.size() <= limit) return text;
  // A code point is never cut in two.
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{} … ({} more bytes)", text.substr(0, end), text.size() - end);
}

std::string failure_text(VectorResult const& result, Attempt const& attempt, ClauseRegistry const& registry,
                         RunInfo const& info) {
  Vector const& vector = *result.vector;
  std::string text = fmt::format("{} {} [{}]\n", status_name(attempt.judgement.status), vector.id, told_way(attempt));
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
    text += field("sent", fmt::format("{} {}", attempt.operation, shown_json(attempt.sent, shown_bytes)));
  std::vector<Difference> const& differences = attempt.judgement.differences;
  if (!differences.empty()) text += difference_text(differences.front());
  if (differences.size() > 1) text += field("", fmt::format("and {} more differences", differences.size() - 1));
  bool const shown_already = !differences.empty() && differences.front().pointer.empty();
  if (!attempt.answered.is_null() && !shown_already)
    text += field("answered", shown_json(attempt.answered, shown_bytes));
  for (HttpExchange const& exchange : attempt.exchanges) {
    text += field("http", fmt::format("{} {} -> {}\n{}", exchange.method, exchange.path, exchange.status,
                                      exchange.body.substr(0, shown_bytes)));
    for (RequestFinding const& finding : exchange.findings) {
      text += field("finding", fmt::format("{} at \"{}\": {}", finding.rule, finding.pointer, finding.message));
    }
  }
  if (!attempt.stderr_excerpt.empty()) text += field("stderr", attempt.stderr_excerpt);
  if (!result.gating) text += field("note", "non-gating: reported, never decides the exit code");
  if (!info.deciding.groups.contains(result.group))
    text += field("note", "about a clause of ours, not of the documents: decides only with --include ours");
  if (!attempt.trace.empty()) text += field("trace", attempt.trace);
  return text + field("rerun", rerun_command_of(result, attempt, info));
}

}  // namespace conformance
