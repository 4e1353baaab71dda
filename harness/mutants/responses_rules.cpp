#include "harness/mutants/responses_rules.hpp"

#include <utility>

namespace conformance::mutants {

Rule changed_responses(ChangeRequest change) {
  return changed_request_of("responses", std::move(change));
}

Rule changed_input_items(ChangeItems change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const concerns = operation == "build_request" && reply.status == Reply::Status::result;
    if (!concerns || !is_for(member(params, "agent"), "responses")) return reply;
    Json all = Json::array();
    for (Json const& message : member(params, "messages")) {
      Json asked = params;
      asked["messages"] = Json::array({message});
      Json items = reference(operation, asked).value["body"]["input"];
      change(items, message);
      all.insert(all.end(), items.begin(), items.end());
    }
    reply.value["body"]["input"] = std::move(all);
    return reply;
  };
}

Rule changed_item(ChangeItem change) {
  return changed_input_items([change = std::move(change)](Json& items, Json const& message) {
    if (!has_stored_call(message) && items.size() == 1) change(items.front(), message);
  });
}

bool has_stored_call(Json const& message) {
  return !stored_call_of(message).is_null();
}

Json const& stored_call_of(Json const& message) {
  return member(member(message, "metadata"), "responses_function_call");
}

}  // namespace conformance::mutants
