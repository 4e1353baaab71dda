#include "harness/matching/json_member.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::broken_runs {
namespace {

/// Whether that is a run that asks for a stream whose events name their type.
bool is_run_of_typed_events(std::string const& operation, Json const& params) {
  Json const& model = member(member(params, "agent"), "model");
  return operation == "run" && member(params, "stream") == true &&
         (member(model, "provider") == "anthropic" || member(model, "apiType") == "responses");
}

}  // namespace
}  // namespace conformance::mutants::broken_runs

namespace conformance::mutants {

// The others that break §10.1 are in spec/mutants/10.1.yaml; a filter cannot tell when items are handed on.
std::vector<Mutant> broken_run_mutants() {
  return {
      {.id = "events-told-with-the-answer",
       .clause = "P10.1-11",
       .breaks = "What typed events add is handed on when their stream is over.",
       .answer = [](std::string const& operation, Json const& params,
                    AskReference const& reference) { return reference(operation, params); },
       .tells_late = broken_runs::is_run_of_typed_events},
  };
}

}  // namespace conformance::mutants
