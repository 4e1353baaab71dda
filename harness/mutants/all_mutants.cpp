#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "harness/input_error.hpp"
#include "harness/mutants/filter_mutants.hpp"
#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants {
namespace {

// One a line, so that sections can be added side by side.
constexpr std::vector<Mutant> (*sections[])() = {
    provider_header_mutants,  //
    provider_answer_mutants,  //
    stream_text_mutants,      //
    broken_run_mutants,       //
    openapi_call_mutants,     //
};

// Those that know how a result looks whose request registers components.
constexpr std::vector<Mutant> (*sections_about_components[])() = {
    prompty_tool_mutants,  //
};

/// The mutant for requests that register no components: the results of others have a form of their own. Spans stand
/// where they always do.
Mutant without_components(Mutant mutant) {
  mutant.answer = [answer = std::move(mutant.answer)](std::string const& operation, Json const& params,
                                                      AskReference const& reference) {
    bool const is_traced = member(params, "trace") == true;
    return registers_components(params) && !is_traced ? reference(operation, params)
                                                      : answer(operation, params, reference);
  };
  return mutant;
}

std::vector<Mutant> written_in_cpp() {
  std::vector<Mutant> all;
  for (auto const& section : sections) {
    std::vector<Mutant> const mutants = section();
    std::transform(mutants.begin(), mutants.end(), std::back_inserter(all), without_components);
  }
  for (auto const& section : sections_about_components) {
    std::vector<Mutant> const mutants = section();
    all.insert(all.end(), mutants.begin(), mutants.end());
  }
  return all;
}

std::vector<Mutant> joined_and_sorted(std::vector<Mutant> all, std::vector<Mutant> const& others) {
  std::set<std::string> known;
  for (Mutant const& mutant : all) known.insert(mutant.id);
  for (Mutant const& mutant : others) {
    if (!known.insert(mutant.id).second)
      throw InputError(fmt::format("the mutant {} is written in C++ as well; give the filter another name", mutant.id));
    all.push_back(mutant);
  }
  std::sort(all.begin(), all.end(), [](Mutant const& left, Mutant const& right) {
    return std::tie(left.clause, left.id) < std::tie(right.clause, right.id);
  });
  return all;
}

}  // namespace
}  // namespace conformance::mutants

namespace conformance {

std::uint64_t AnsweredCall::next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

std::vector<Mutant> read_mutants(FileTree const& spec) {
  return mutants::joined_and_sorted(mutants::filter_mutants(mutants::read_mutant_pages(spec)),
                                    mutants::written_in_cpp());
}

}  // namespace conformance
