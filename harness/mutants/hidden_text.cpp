#include "harness/mutants/hidden_text.hpp"

#include <utility>

#include "harness/mutants/agent_rules.hpp"

namespace conformance::mutants {

std::string const& hidden_mark() {
  static std::string const mark = "\xEE\x80\x80";
  return mark;
}

Rule shown(Rule rule) {
  return then_changed(std::move(rule), [](Json& result) {
    replace_strings(result, [](std::string const& text) { return with_all_replaced(text, hidden_mark(), ""); });
  });
}

Rule then_changed(Rule rule, std::function<void(Json& result)> change) {
  return [rule = std::move(rule), change = std::move(change)](std::string const& operation, Json const& params,
                                                              AskReference const& reference) {
    Reply reply = rule(operation, params, reference);
    if (reply.status == Reply::Status::result) change(reply.value);
    return reply;
  };
}

}  // namespace conformance::mutants
