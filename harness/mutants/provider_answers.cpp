#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/sending_rules.hpp"

namespace conformance::mutants::provider_answers {
namespace {

void unchanged(Sending&) {}

bool is_redirect(int status, std::string const&) {
  return status >= 300 && status <= 399;
}

bool is_lasting_redirect(int status, std::string const&) {
  return status == 301 || status == 308;
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"every-question-asked-twice", "P7.9-11", "Every request is sent a second time.",
       sent_otherwise(unchanged, {.asks_again = [](int) { return true; }})},
      {"asked-again-when-told-to-wait", "P7.9-11", "A request that came too soon is sent again.",
       sent_otherwise(unchanged, {.asks_again = [](int status) { return status == 429; }})},
      {"asked-again-after-a-failure", "P7.9-11", "A request is sent again after the server failed.",
       sent_otherwise(unchanged, {.asks_again = [](int status) { return status >= 500; }})},
      {"redirects-followed", "P7.9-13", "Where an answer points to is asked next.",
       sent_otherwise(unchanged, {.follows = is_redirect})},
      {"lasting-redirects-followed", "P7.9-13", "Where an answer points to for good is asked next.",
       sent_otherwise(unchanged, {.follows = is_lasting_redirect})},
  };
}

}  // namespace
}  // namespace conformance::mutants::provider_answers

namespace conformance::mutants {

std::vector<Mutant> provider_answer_mutants() {
  return provider_answers::mutants_of_room();
}

}  // namespace conformance::mutants
