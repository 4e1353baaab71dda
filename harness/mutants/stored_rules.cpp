#include "harness/mutants/stored_rules.hpp"

#include <set>
#include <utility>

namespace conformance::mutants::stored_rules {
namespace {

bool is_sending(std::string const& operation, Json const& params, Reply const& reply) {
  bool const fits = operation == "messages_to_wire" && reply.status == Reply::Status::result && reply.value.is_array();
  return fits && member(params, "messages").is_array() && reply.value.size() == params.at("messages").size();
}

bool is_for_client(Json const& params) {
  return member(params, "target") == "client";
}

bool is_kept(std::string const& operation, Reply const& reply) {
  return operation == "messages_from_wire" && member(reply.value, "message").is_object();
}

using ChangeEach = std::function<void(Json& message, Json const& stored)>;

void change_each(Json& messages, Json const& stored, ChangeEach const& change) {
  for (std::size_t place = 0; place < stored.size(); ++place) change(messages[place], stored[place]);
}

}  // namespace
}  // namespace conformance::mutants::stored_rules

namespace conformance::mutants {

Rule changed_sent(ChangeSent change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears = stored_rules::is_sending(operation, params, reply) && !stored_rules::is_for_client(params);
    if (bears) change(reply.value, params.at("messages"));
    return reply;
  };
}

Rule changed_any_sent_message(ChangeSentMessage change) {
  return changed_sent([change = std::move(change)](Json& wires, Json const& stored) {
    stored_rules::change_each(wires, stored, change);
  });
}

Rule changed_sent_message(std::string role, ChangeSentMessage change) {
  return changed_any_sent_message([role = std::move(role), change = std::move(change)](Json& wire, Json const& stored) {
    if (member(stored, "role") == role) change(wire, stored);
  });
}

Rule changed_kept(ChangeKept change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (stored_rules::is_kept(operation, reply)) change(reply.value["message"], params);
    return reply;
  };
}

Rule changed_incoming(std::function<void(Json& message)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "messages_from_wire") return reference(operation, params);
    Json asked = params;
    Json const whole = incoming_message(params);
    if (!whole.empty()) change(asked["response"]["choices"].front()["message"]);
    if (!member(params, "chunks").is_array()) return reference(operation, asked);
    for (Json& chunk : asked["chunks"]) {
      bool const has_delta = !member(chunk, "choices").empty() && member(chunk, "choices").is_array() &&
                             member(chunk["choices"].front(), "delta").is_object();
      if (has_delta) change(chunk["choices"].front()["delta"]);
    }
    return reference(operation, asked);
  };
}

Json incoming_message(Json const& asked) {
  Json const& choices = member(member(asked, "response"), "choices");
  if (!choices.is_array() || choices.empty()) return Json::object();
  Json const& message = member(choices.front(), "message");
  return message.is_object() ? message : Json::object();
}

}  // namespace conformance::mutants
