#include "harness/report/fault_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/report/failure_text.hpp"

namespace conformance {
namespace {

constexpr std::size_t forms_shown = 5;

std::string forms_text(RunFault const& fault) {
  std::string text;
  for (std::size_t place = 0; place < std::min(fault.besides.size(), forms_shown); ++place)
    text += fmt::format("  also        {}\n", fault.besides[place]);
  if (fault.besides.size() > forms_shown)
    text += fmt::format("              and in {} more forms\n", fault.besides.size() - forms_shown);
  return text;
}

}  // namespace

std::string fault_line(RunFault const& fault) {
  return fmt::format("{:>3}  {:>4}  {}  [{}]", fault.number, fault.would_pass, fault.what,
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
  std::string text = fmt::format("Fault {}: {}\n", fault.number, fault.what);
  text += forms_text(fault);
  if (!fault.known.empty()) text += fmt::format("  like        {}\n", fault.known);
  text += fmt::format("  breaks      {}\n", fmt::join(fault.clauses, ", "));
  text += fmt::format("  shown by    {} vectors of these clauses and {} others; {} show nothing else\n",
                      fault.own.size(), fault.other.size(), fault.would_pass);
  FaultExample const example = example_of(fault, results);
  if (example.result == nullptr) return text;
  return text + "\n" + failure_text(*example.result, *example.attempt, registry, info);
}

std::string numbers_text(std::vector<std::size_t> const& numbers) {
  std::string text;
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    std::string_view const separator = place == 0 ? "" : place + 1 == numbers.size() ? " and " : ", ";
    text += fmt::format("{}{}", separator, numbers[place]);
  }
  return text;
}

std::string standing_text(VectorResult const& result) {
  if (!result.blame || result.blame->standing == Standing::own) return "";
  std::string const faults =
      fmt::format("fault{} {}", result.blame->faults.size() == 1 ? "" : "s", numbers_text(result.blame->faults));
  return result.holds_but_for_faults() ? "holds but for " + faults : "not testable because of " + faults;
}

}  // namespace conformance
