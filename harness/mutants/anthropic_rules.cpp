#include "harness/mutants/anthropic_rules.hpp"

#include <utility>

namespace conformance::mutants::anthropic_rules {
namespace {

bool is_result(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

Json without_system(Json const& messages) {
  Json others = Json::array();
  for (Json const& message : messages) {
    if (member(message, "role") != "system") others.push_back(message);
  }
  return others;
}

Json const* named(Json const& list, Json const& name) {
  for (Json const& entry : list) {
    if (member(entry, "name") == name) return &entry;
  }
  return nullptr;
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

Rule changed_anthropic_request(ChangeRequest change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    Json const& agent = member(params, "agent");
    bool const concerned = operation == "build_request" && is_for_anthropic(agent) && anthropic_rules::is_result(reply);
    if (concerned) change(reply.value["body"], agent, member(params, "messages"));
    return reply;
  };
}

Rule changed_anthropic_messages(std::function<void(Json& wires, Json const& messages)> change) {
  return changed_anthropic_request([change = std::move(change)](Json& body, Json const&, Json const& messages) {
    Json const others = anthropic_rules::without_system(messages);
    if (member(body, "messages").size() == others.size()) change(body["messages"], others);
  });
}

Rule changed_anthropic_message(std::function<void(Json& wire, Json const& message)> change) {
  return changed_anthropic_messages([change = std::move(change)](Json& wires, Json const& messages) {
    for (std::size_t index = 0; index < wires.size(); ++index) change(wires[index], element_of(messages, index));
  });
}

Rule changed_anthropic_block(std::function<void(Json& block, Json const& part)> change) {
  return changed_anthropic_message([change = std::move(change)](Json& wire, Json const& message) {
    Json& blocks = wire["content"];
    Json const& parts = member(message, "content");
    if (blocks.size() != parts.size()) return;
    for (std::size_t index = 0; index < blocks.size(); ++index) change(blocks[index], element_of(parts, index));
  });
}

Rule changed_anthropic_tool(std::function<void(Json& wire, Json const& tool)> change) {
  return changed_anthropic_request([change = std::move(change)](Json& body, Json const& agent, Json const&) {
    if (!body.contains("tools")) return;
    for (Json& wire : body["tools"]) {
      Json const* const tool = anthropic_rules::named(member(agent, "tools"), member(wire, "name"));
      if (tool != nullptr) change(wire, *tool);
    }
  });
}

Rule refused_anthropic_request(std::function<bool(Json const& agent, Json const& messages)> predicate) {
  return [predicate = std::move(predicate)](std::string const& operation, Json const& params,
                                            AskReference const& reference) {
    Json const& agent = member(params, "agent");
    bool const concerned = operation == "build_request" && is_for_anthropic(agent);
    if (concerned && predicate(agent, member(params, "messages"))) return raised("ValueError");
    return reference(operation, params);
  };
}

Rule changed_answer_blocks(std::function<void(Json& blocks)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const concerned = operation == "process" && is_for_anthropic(member(params, "agent")) &&
                           member(member(params, "response"), "content").is_array();
    if (!concerned) return reference(operation, params);
    Json changed = params;
    change(changed["response"]["content"]);
    return reference(operation, changed);
  };
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
