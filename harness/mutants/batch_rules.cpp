#include "harness/mutants/batch_rules.hpp"

#include <utility>

namespace conformance::mutants::batch_rules {
namespace {

bool is_batch(std::string const& operation, Json const& params) {
  return operation == "run_tools" && member(params, "assistant").is_object();
}

std::string text_of(Json const& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

}  // namespace
}  // namespace conformance::mutants::batch_rules

namespace conformance::mutants {

Json calls_of_batch(Json const& asked) {
  Json const& calls = member(member(asked, "assistant"), "tool_calls");
  return calls.is_array() ? calls : Json::array();
}

std::string name_of(Json const& call) {
  return batch_rules::text_of(member(member(call, "function"), "name"));
}

std::string arguments_of(Json const& call) {
  return batch_rules::text_of(member(member(call, "function"), "arguments"));
}

bool is_malformed(Json const& call) {
  return !arguments_of(call).empty() && Json::parse(arguments_of(call), nullptr, false).is_discarded();
}

bool is_denied(Json const& asked, std::size_t place) {
  return member(member(member(asked, "gate"), "deny"), std::to_string(place)).is_string();
}

Rule changed_batch(std::function<void(Json& result, Json const& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears = batch_rules::is_batch(operation, params) && reply.status == Reply::Status::result;
    if (bears) change(reply.value, params);
    return reply;
  };
}

Rule changed_results(ChangeResults change) {
  return changed_batch([change = std::move(change)](Json& result, Json const& asked) {
    Json const calls = calls_of_batch(asked);
    if (member(result, "messages").size() == calls.size()) change(result["messages"], calls, asked);
  });
}

}  // namespace conformance::mutants
