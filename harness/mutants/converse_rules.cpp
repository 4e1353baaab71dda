#include "harness/mutants/converse_rules.hpp"

#include <utility>

namespace conformance::mutants {

bool has_role(Json const& message, std::string const& role) {
  return member(message, "role") == role;
}

std::size_t count_of_role(Json const& sessions, std::string const& role) {
  std::size_t count = 0;
  for (Json const& messages : sessions) {
    for (Json const& message : messages) count += has_role(message, role) ? 1U : 0U;
  }
  return count;
}

Rule changed_conversation(std::function<Reply(Reply reply, Json const& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears =
        operation == "converse" && reply.status == Reply::Status::result && member(reply.value, "sessions").is_object();
    return bears ? change(std::move(reply), params) : reply;
  };
}

Rule changed_sessions(std::function<void(Json& messages, Json const& asked)> change) {
  return changed_conversation([change = std::move(change)](Reply reply, Json const& asked) {
    for (Json& messages : reply.value["sessions"]) change(messages, asked);
    return reply;
  });
}

Rule changed_stored_turn(std::function<void(Json& message)> change) {
  return changed_sessions([change = std::move(change)](Json& messages, Json const&) {
    for (Json& message : messages) {
      if (has_role(message, "assistant")) change(message);
    }
  });
}

Rule other_conversation(std::function<void(Json& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const bears = operation == "converse" && member(params, "runs").is_array();
    if (!bears) return reference(operation, params);
    Json asked = params;
    change(asked);
    return reference(operation, asked);
  };
}

Rule further_requests(std::function<std::size_t(Json const& sessions)> count) {
  return [count = std::move(count)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears = operation == "converse" && member(reply.value, "sessions").is_object();
    if (!bears) return reply;
    Json const run = {{"sessionId", "further"}, {"prompt", "further"}};
    Json const further = {{"endpoint", params.at("endpoint")},
                          {"tools", Json::array()},
                          {"handlers", Json::object()},
                          {"runs", Json::array({run})}};
    for (std::size_t left = count(reply.value["sessions"]); left > 0; --left)
      static_cast<void>(reference(operation, further));
    return reply;
  };
}

}  // namespace conformance::mutants
