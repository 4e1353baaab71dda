#include "harness/judge/deviations/deviation.hpp"

#include <algorithm>
#include <atomic>
#include <span>

namespace conformance {
namespace {

Reply answer_of_all(std::span<Deviation const* const> deviations, std::string const& operation, Json const& params,
                    AskReference const& reference) {
  if (deviations.empty()) return reference(operation, params);
  AskReference const next = [&](std::string const& next_operation, Json const& next_params) {
    return answer_of_all(deviations.subspan(1), next_operation, next_params, reference);
  };
  try {
    return deviations.front()->answer(operation, params, next);
  } catch (Json::exception const&) {
    // The answer of another deviation is in no shape that this one changes.
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

DeviatingSubject::DeviatingSubject(Deviation const& deviation, Subject& inner) : deviation_(deviation), inner_(inner) {}

Capabilities const& DeviatingSubject::capabilities() const {
  return inner_.capabilities();
}

Reply DeviatingSubject::call(std::string const& operation, Json const& params) {
  return call_with_items(operation, params, {});
}

Reply DeviatingSubject::call_with_items(std::string const& operation, Json const& params, ItemListener const& on_item) {
  ItemListener const heard = tells_late(deviation_, operation, params) ? ItemListener() : on_item;
  return deviation_.answer(operation, params, [&](std::string const& next_operation, Json const& next_params) {
    return inner_.call_with_items(next_operation, next_params, heard);
  });
}

std::string DeviatingSubject::scratch() const {
  return inner_.scratch();
}

std::optional<Reply> changed_reply(Deviation const& deviation, AnsweredCall const& call,
                                   AskReference const& reference) {
  std::optional<Reply> changed =
      deviation.change ? deviation.change(call, reference) : deviation.answer(call.operation, call.params, reference);
  if (changed && same_reply(*changed, call.reply)) changed.reset();
  return changed;
}

bool tells_late(Deviation const& deviation, std::string const& operation, Json const& params) {
  return deviation.tells_late && deviation.tells_late(operation, params);
}

bool leaves_alone(Deviation const& deviation, AnsweredCall const& call, AskReference const& reference) {
  if (!call.reply.items.empty() && tells_late(deviation, call.operation, call.params)) return false;
  bool is_other_request = false;
  AskReference const ask = [&](std::string const& operation, Json const& params) {
    bool const known = operation == call.operation && (&params == &call.params || params == call.params);
    if (known) return call.reply;
    if (operation == "prepare" || operation == "build_request") return reference(operation, params);
    is_other_request = true;
    return call.reply;
  };
  std::optional<Reply> const changed = changed_reply(deviation, call, ask);
  return !is_other_request && !changed;
}

Deviation all_at_once(std::vector<Deviation const*> deviations) {
  Deviation both{.id = "", .clause = "", .breaks = "", .answer = {}};
  bool const some_tell_late = std::any_of(deviations.begin(), deviations.end(),
                                          [](Deviation const* deviation) { return bool(deviation->tells_late); });
  if (some_tell_late) {
    both.tells_late = [deviations](std::string const& operation, Json const& params) {
      return std::any_of(deviations.begin(), deviations.end(),
                         [&](Deviation const* deviation) { return tells_late(*deviation, operation, params); });
    };
  }
  bool const are_bound = std::none_of(deviations.begin(), deviations.end(),
                                      [](Deviation const* deviation) { return deviation->operations.empty(); });
  if (are_bound) {
    for (Deviation const* const deviation : deviations)
      both.operations.insert(deviation->operations.begin(), deviation->operations.end());
  }
  both.answer = [deviations = std::move(deviations)](std::string const& operation, Json const& params,
                                                     AskReference const& reference) {
    return answer_of_all(deviations, operation, params, reference);
  };
  return both;
}

}  // namespace conformance
