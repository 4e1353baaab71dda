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

/// The text that is parsed on the way of a `parse` or `prepare`; "" when it cannot be had.
std::string parsed_text(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation == "parse") return member(params, "rendered").get<std::string>();
  Reply const rendered = reference("render", rendering_params(params));
  return is_result(rendered) ? member(rendered.value, "rendered").get<std::string>() : "";
}

}  // namespace
}  // namespace conformance::mutants::message_rules

namespace conformance::mutants {

Rule changed_before_inputs(ChangeAsked change) {
  return message_rules::changed_before({"validate_inputs", "render", "prepare"}, std::move(change));
}

Rule changed_before_rendering(ChangeAsked change) {
  return message_rules::changed_before({"render", "prepare"}, std::move(change));
}

Rule changed_template_text(std::function<std::string(std::string const& text)> change) {
  return changed_before_rendering(
      [change = std::move(change)](Json& agent, Json const&) { agent["instructions"] = change(template_of(agent)); });
}

Rule changed_completed_inputs(ChangeInputs change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!message_rules::is_one_of(operation, {"validate_inputs", "render", "prepare"}))
      return reference(operation, params);
    Json asking = message_rules::rendering_params(params);
    asking.erase("undefined");
    Reply completed = reference("validate_inputs", asking);
    if (!message_rules::is_result(completed)) return reference(operation, params);
    Json const before = completed.value;
    change(completed.value, member(params, "agent"), member(params, "inputs"));
    if (operation == "validate_inputs") return completed;
    if (completed.value == before) return reference(operation, params);
    Json changed = params;
    changed["inputs"] = completed.value;
    return reference(operation, changed);
  };
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

Rule changed_text_to_parse(std::function<std::string(std::string const& text)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Json changed = params;
    if (operation == "parse") changed["rendered"] = change(member(params, "rendered").get<std::string>());
    if (operation == "prepare") changed["agent"]["instructions"] = change(template_of(member(params, "agent")));
    return reference(operation, changed);
  };
}

Rule changed_parsed(ChangeParsed change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const parses = operation == "parse" || operation == "prepare";
    if (parses && message_rules::is_result(reply))
      change(reply.value, message_rules::parsed_text(operation, params, reference));
    return reply;
  };
}

Rule changed_each_message(std::function<void(Json& message)> change) {
  return changed_reply({"parse", "prepare"},
                       [change = std::move(change)](Reply reply, std::string const&, Json const&, AskReference const&) {
                         if (!message_rules::is_result(reply)) return reply;
                         for (Json& message : reply.value) change(message);
                         return reply;
                       });
}

Rule changed_text_parts(std::function<std::string(std::string const& value)> change) {
  return changed_each_message([change = std::move(change)](Json& message) {
    for (Json& part : message["content"]) {
      if (member(part, "kind") == "text") part["value"] = change(member(part, "value").get<std::string>());
    }
  });
}

Rule changed_prepared(ChangePrepared change) {
  return changed_reply({"prepare"}, [change = std::move(change)](Reply reply, std::string const&, Json const& params,
                                                                 AskReference const&) {
    if (message_rules::is_result(reply)) change(reply.value, member(params, "agent"), member(params, "inputs"));
    return reply;
  });
}

Rule changed_reply(std::vector<std::string> operations, AnswerOther change) {
  return [operations = std::move(operations), change = std::move(change)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (!message_rules::is_one_of(operation, operations)) return reply;
    return change(std::move(reply), operation, params, reference);
  };
}

Rule refused_asking(std::vector<std::string> operations, std::string kind,
                    std::function<bool(Json const& params)> predicate) {
  return changed_reply(std::move(operations),
                       [kind = std::move(kind), predicate = std::move(predicate)](
                           Reply reply, std::string const&, Json const& params, AskReference const&) {
                         return message_rules::is_result(reply) && predicate(params) ? raised(kind) : reply;
                       });
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
