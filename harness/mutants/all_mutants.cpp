#include <algorithm>
#include <tuple>

#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants {
namespace {

std::vector<Mutant> joined_and_sorted() {
  std::vector<Mutant> all;
  for (std::vector<Mutant> const& section :
       {file_structure_mutants(), file_opening_mutants(), file_group_mutants(), openai_message_mutants(),
        openai_part_mutants(), openai_request_mutants(), chat_call_mutants(), chat_content_mutants()}) {
    all.insert(all.end(), section.begin(), section.end());
  }
  std::sort(all.begin(), all.end(), [](Mutant const& left, Mutant const& right) {
    return std::tie(left.clause, left.id) < std::tie(right.clause, right.id);
  });
  return all;
}

}  // namespace
}  // namespace conformance::mutants

namespace conformance {

std::vector<Mutant> const& all_mutants() {
  static std::vector<Mutant> const all = mutants::joined_and_sorted();
  return all;
}

}  // namespace conformance
