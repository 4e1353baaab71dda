#include "harness/mutants/together.hpp"

#include <algorithm>
#include <span>

#include "harness/mutants/mutated_subject.hpp"

namespace conformance {
namespace together {
namespace {

Reply answer_of_all(std::span<Mutant const* const> mutants, std::string const& operation, Json const& params,
                    AskReference const& reference) {
  if (mutants.empty()) return reference(operation, params);
  AskReference const next = [&](std::string const& asked, Json const& asked_params) {
    return answer_of_all(mutants.subspan(1), asked, asked_params, reference);
  };
  try {
    return mutants.front()->answer(operation, params, next);
  } catch (Json::exception const&) {
    // The answer of another mutant is in no shape that this one changes.
    return next(operation, params);
  }
}

}  // namespace
}  // namespace together

Mutant all_at_once(std::vector<Mutant const*> mutants) {
  Mutant both{.id = "", .clause = "", .breaks = "", .answer = {}};
  bool const some_tell_late =
      std::any_of(mutants.begin(), mutants.end(), [](Mutant const* mutant) { return bool(mutant->tells_late); });
  if (some_tell_late) {
    both.tells_late = [mutants](std::string const& operation, Json const& params) {
      return std::any_of(mutants.begin(), mutants.end(),
                         [&](Mutant const* mutant) { return tells_late(*mutant, operation, params); });
    };
  }
  both.answer = [mutants = std::move(mutants)](std::string const& operation, Json const& params,
                                               AskReference const& reference) {
    return together::answer_of_all(mutants, operation, params, reference);
  };
  return both;
}

}  // namespace conformance
