#include "harness/judge/deviations/mutant.hpp"

#include <algorithm>
#include <atomic>
#include <span>

namespace conformance {
namespace {

Reply answer_of_all(std::span<Mutant const* const> mutants, std::string const& operation, Json const& params,
                    AskReference const& reference) {
  if (mutants.empty()) return reference(operation, params);
  AskReference const next = [&](std::string const& next_operation, Json const& next_params) {
    return answer_of_all(mutants.subspan(1), next_operation, next_params, reference);
  };
  try {
    return mutants.front()->answer(operation, params, next);
  } catch (Json::exception const&) {
    // The answer of another mutant is in no shape that this one changes.
    return next(operation, params);
  }
}

bool same_reply(Reply const& left, Reply const& right) {
  return left.status == right.status && left.value == right.value && left.items == right.items;
}

}  // namespace

std::uint64_t AnsweredCall::next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

MutatedSubject::MutatedSubject(Mutant const& mutant, Subject& inner) : mutant_(mutant), inner_(inner) {}

Capabilities const& MutatedSubject::capabilities() const {
  return inner_.capabilities();
}

Reply MutatedSubject::call(std::string const& operation, Json const& params) {
  return call_with_items(operation, params, {});
}

Reply MutatedSubject::call_with_items(std::string const& operation, Json const& params, ItemListener const& on_item) {
  ItemListener const heard = tells_late(mutant_, operation, params) ? ItemListener() : on_item;
  return mutant_.answer(operation, params, [&](std::string const& next_operation, Json const& next_params) {
    return inner_.call_with_items(next_operation, next_params, heard);
  });
}

std::string MutatedSubject::scratch() const {
  return inner_.scratch();
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

bool leaves_alone(Mutant const& mutant, AnsweredCall const& call, AskReference const& reference) {
  if (!call.reply.items.empty() && tells_late(mutant, call.operation, call.params)) return false;
  bool is_other_request = false;
  AskReference const ask = [&](std::string const& operation, Json const& params) {
    bool const known = operation == call.operation && (&params == &call.params || params == call.params);
    if (known) return call.reply;
    if (operation == "prepare" || operation == "build_request") return reference(operation, params);
    is_other_request = true;
    return call.reply;
  };
  std::optional<Reply> const changed = changed_reply(mutant, call, ask);
  return !is_other_request && !changed;
}

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
  bool const are_bound =
      std::none_of(mutants.begin(), mutants.end(), [](Mutant const* mutant) { return mutant->operations.empty(); });
  if (are_bound) {
    for (Mutant const* const mutant : mutants)
      both.operations.insert(mutant->operations.begin(), mutant->operations.end());
  }
  both.answer = [mutants = std::move(mutants)](std::string const& operation, Json const& params,
                                               AskReference const& reference) {
    return answer_of_all(mutants, operation, params, reference);
  };
  return both;
}

}  // namespace conformance
