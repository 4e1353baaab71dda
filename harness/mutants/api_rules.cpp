#include "harness/mutants/api_rules.hpp"

#include <algorithm>
#include <utility>

namespace conformance::mutants {

bool is_for(Json const& agent, std::string const& api_type) {
  Json const& type = member(member(agent, "model"), "apiType");
  return type.is_null() ? api_type == "chat" : type == api_type;
}

Rule changed_request_of(std::string api_type, ChangeRequest change) {
  return [api_type = std::move(api_type), change = std::move(change)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const concerns = operation == "build_request" && reply.status == Reply::Status::result;
    if (concerns && is_for(member(params, "agent"), api_type))
      change(reply.value["body"], member(params, "agent"), member(params, "messages"));
    return reply;
  };
}

Rule other_agent_asked(std::string operation, std::function<bool(Json const& agent)> predicate,
                       std::function<void(Json& agent)> change) {
  return [concerned = std::move(operation), predicate = std::move(predicate), change = std::move(change)](
             std::string const& asked, Json const& params, AskReference const& reference) {
    if (asked != concerned || !predicate(member(params, "agent"))) return reference(asked, params);
    Json changed = params;
    change(changed["agent"]);
    return reference(asked, changed);
  };
}

Rule built_for(std::string api_type, std::function<bool(Json const& agent)> predicate) {
  return other_agent_asked("build_request", std::move(predicate),
                           [api_type = std::move(api_type)](Json& agent) { agent["model"]["apiType"] = api_type; });
}

Rule changed_answer_of(std::string api_type, ChangeAnswer change) {
  return [api_type = std::move(api_type), change = std::move(change)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation != "process" || !is_for(member(params, "agent"), api_type)) return reply;
    return change(std::move(reply), member(params, "agent"), member(params, "response"));
  };
}

Rule changed_response_of(std::string api_type, std::function<void(Json& response)> change) {
  return [api_type = std::move(api_type), change = std::move(change)](std::string const& operation, Json const& params,
                                                                      AskReference const& reference) {
    if (operation != "process" || !is_for(member(params, "agent"), api_type)) return reference(operation, params);
    Json changed = params;
    change(changed["response"]);
    return reference(operation, changed);
  };
}

Json const& options_of(Json const& agent) {
  return member(member(agent, "model"), "options");
}

Json const& additional_properties_of(Json const& agent) {
  return member(options_of(agent), "additionalProperties");
}

Json const& model_id_of(Json const& agent) {
  return member(member(agent, "model"), "id");
}

bool is_model_called(Json const& agent, std::string const& word) {
  Json const& id = model_id_of(agent);
  return id.is_string() && id.get<std::string>().find(word) != std::string::npos;
}

std::vector<std::string> texts_of(Json const& message) {
  std::vector<std::string> texts;
  for (Json const& part : member(message, "content")) {
    if (member(part, "kind") == "text") texts.push_back(member(part, "value").get<std::string>());
  }
  return texts;
}

Json without_repetitions(Json const& list) {
  Json kept = Json::array();
  for (Json const& element : list) {
    if (std::find(kept.begin(), kept.end(), element) == kept.end()) kept.push_back(element);
  }
  return kept;
}

}  // namespace conformance::mutants
