#include "harness/mutants/anthropic_rules.hpp"

#include <utility>

namespace conformance::mutants::anthropic_rules {
namespace {

bool is_result(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

}  // namespace
}  // namespace conformance::mutants::anthropic_rules

namespace conformance::mutants {

bool is_for_anthropic(Json const& agent) {
  return member(member(agent, "model"), "provider") == "anthropic";
}

Json const& option_of(Json const& agent, std::string const& name) {
  return member(member(member(agent, "model"), "options"), name);
}

Rule changed_answer(ChangeAnswer change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    Json const& agent = member(params, "agent");
    if (operation != "process" || !is_for_anthropic(agent) || !anthropic_rules::is_result(reply)) return reply;
    Json const& content = member(member(params, "response"), "content");
    return change(std::move(reply), agent, content.is_array() ? content : Json::array());
  };
}

Json blocks_of(Json const& blocks, std::string const& type) {
  Json found = Json::array();
  for (Json const& block : blocks) {
    if (member(block, "type") == type) found.push_back(block);
  }
  return found;
}

}  // namespace conformance::mutants
