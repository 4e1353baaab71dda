#include "harness/mutants/message_rules.hpp"

#include <algorithm>
#include <utility>

namespace conformance::mutants::message_rules {
namespace {

bool is_result(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

bool is_one_of(std::string const& operation, std::vector<std::string> const& operations) {
  return std::find(operations.begin(), operations.end(), operation) != operations.end();
}

Rule changed_before(std::vector<std::string> operations, ChangeAsked change) {
  return [operations = std::move(operations), change = std::move(change)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    bool const bears = is_one_of(operation, operations) && member(params, "agent").is_object();
    if (!bears) return reference(operation, params);
    Json changed = params;
    change(changed["agent"], changed["inputs"]);
    return reference(operation, changed);
  };
}

Json rendering_params(Json const& params) {
  Json rendering = params;
  rendering.erase("register");
  return rendering;
}

Reply parse_text(std::string const& text, Json const& params, AskReference const& reference) {
  Json parsing = rendering_params(params);
  parsing.erase("inputs");
  parsing["rendered"] = text;
  return reference("parse", parsing);
}

}  // namespace
}  // namespace conformance::mutants::message_rules

namespace conformance::mutants {

Rule changed_before_rendering(ChangeAsked change) {
  return message_rules::changed_before({"render", "prepare"}, std::move(change));
}

Rule changed_rendered(ChangeRendered change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const renders = operation == "render" || (operation == "prepare" && !has_rich_inputs(member(params, "agent")));
    if (!renders) return reference(operation, params);
    Reply reply = reference("render", message_rules::rendering_params(params));
    if (!message_rules::is_result(reply)) return reference(operation, params);
    std::string const before = member(reply.value, "rendered").get<std::string>();
    std::string rendered = before;
    change(rendered, member(params, "agent"), member(params, "inputs"));
    if (rendered == before) return reference(operation, params);
    if (operation == "prepare") return message_rules::parse_text(rendered, params, reference);
    reply.value["rendered"] = rendered;
    return reply;
  };
}

Rule changed_reply(std::vector<std::string> operations, AnswerOther change) {
  return [operations = std::move(operations), change = std::move(change)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (!message_rules::is_one_of(operation, operations)) return reply;
    return change(std::move(reply), operation, params, reference);
  };
}

bool is_rich(Json const& property) {
  Json const& kind = member(property, "kind");
  return kind == "thread" || kind == "image" || kind == "file" || kind == "audio";
}

bool has_rich_inputs(Json const& agent) {
  Json const& inputs = member(agent, "inputs");
  return inputs.is_array() && std::any_of(inputs.begin(), inputs.end(), is_rich);
}

std::string template_of(Json const& agent) {
  Json const& instructions = member(agent, "instructions");
  return instructions.is_string() ? instructions.get<std::string>() : "";
}

}  // namespace conformance::mutants
