#include "harness/mutants/mutated_subject.hpp"

namespace conformance {

MutatedSubject::MutatedSubject(Mutant const& mutant, Subject& inner) : mutant_(mutant), inner_(inner) {}

Capabilities const& MutatedSubject::capabilities() const {
  return inner_.capabilities();
}

Reply MutatedSubject::call(std::string const& operation, Json const& params) {
  return call_and_hear(operation, params, {});
}

Reply MutatedSubject::call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) {
  HearItem const heard = tells_late(mutant_, operation, params) ? HearItem() : hear;
  return mutant_.answer(operation, params, [&](std::string const& asked, Json const& asked_params) {
    return inner_.call_and_hear(asked, asked_params, heard);
  });
}

std::string MutatedSubject::scratch() const {
  return inner_.scratch();
}

bool same_reply(Reply const& left, Reply const& right) {
  return left.status == right.status && left.value == right.value && left.items == right.items;
}

std::optional<Reply> changed_reply(Mutant const& mutant, AnsweredCall const& call, AskReference const& reference) {
  std::optional<Reply> changed =
      mutant.change ? mutant.change(call, reference) : mutant.answer(call.operation, call.params, reference);
  if (changed && same_reply(*changed, call.reply)) changed.reset();
  return changed;
}

bool tells_late(Mutant const& mutant, std::string const& operation, Json const& params) {
  return mutant.tells_late && mutant.tells_late(operation, params);
}

bool leaves_alone(Mutant const& mutant, AnsweredCall const& call) {
  if (!call.reply.items.empty() && tells_late(mutant, call.operation, call.params)) return false;
  bool asked_otherwise = false;
  AskReference const ask = [&](std::string const& operation, Json const& params) {
    bool const known = operation == call.operation && (&params == &call.params || params == call.params);
    if (!known) asked_otherwise = true;
    return call.reply;
  };
  std::optional<Reply> const changed = changed_reply(mutant, call, ask);
  return !asked_otherwise && !changed;
}

}  // namespace conformance
