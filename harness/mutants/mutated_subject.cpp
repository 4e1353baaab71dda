#include "harness/mutants/mutated_subject.hpp"

namespace conformance {

MutatedSubject::MutatedSubject(Mutant const& mutant, Subject& inner) : mutant_(mutant), inner_(inner) {}

Capabilities const& MutatedSubject::capabilities() const {
  return inner_.capabilities();
}

Reply MutatedSubject::call(std::string const& operation, Json const& params) {
  return mutant_.answer(operation, params, [this](std::string const& asked, Json const& asked_params) {
    return inner_.call(asked, asked_params);
  });
}

std::string MutatedSubject::scratch() const {
  return inner_.scratch();
}

}  // namespace conformance
