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

bool same_reply(Reply const& left, Reply const& right) {
  return left.status == right.status && left.value == right.value && left.items == right.items;
}

bool leaves_alone(Mutant const& mutant, AnsweredCall const& call) {
  bool asked_otherwise = false;
  AskReference const ask = [&](std::string const& operation, Json const& params) {
    bool const known = operation == call.operation && (&params == &call.params || params == call.params);
    if (!known) asked_otherwise = true;
    return call.reply;
  };
  Reply const reply = mutant.answer(call.operation, call.params, ask);
  return !asked_otherwise && same_reply(reply, call.reply);
}

}  // namespace conformance
