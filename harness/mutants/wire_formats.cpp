#include <utility>

#include "harness/mutants/rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::wire_formats {
namespace {

Json const& api_type_of(Json const& params) {
  return member(member(member(params, "agent"), "model"), "apiType");
}

Rule refused_run(std::string kind) {
  return [kind = std::move(kind)](std::string const& operation, Json const& params, AskReference const& reference) {
    return operation == "run" ? raised(kind) : reference(operation, params);
  };
}

/// Changes the body for agents that do not say which API they want.
Rule changed_unsaid(std::function<void(Json& body)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const built = operation == "build_request" && reply.status == Reply::Status::result;
    if (built && api_type_of(params).is_null()) change(reply.value["body"]);
    return reply;
  };
}

void call_messages_input(Json& body) {
  body["input"] = Json(member(body, "messages"));
  body.erase("messages");
}

Reply refuse_named_chat(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const named = operation == "build_request" && api_type_of(params) == "chat";
  return named ? raised("ValueError") : reference(operation, params);
}

Reply ask_for_openai(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "build_request" || !member(member(params, "agent"), "model").is_object())
    return reference(operation, params);
  Json changed = params;
  changed["agent"]["model"]["provider"] = "openai";
  return reference(operation, changed);
}

// Processes nothing: what comes back is the provider's answer.
Reply leave_unprocessed(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (operation != "run" || reply.status != Reply::Status::result) return reply;
  Json const text = member(reply.value, "value");
  Json const message = {{"role", "assistant"}, {"content", text.is_string() ? text : Json(text.dump())}};
  Json const choice = {{"message", message}};
  return answered({{"type", "json"}, {"value", {{"choices", Json::array({choice})}}}});
}

}  // namespace
}  // namespace conformance::mutants::wire_formats

namespace conformance::mutants {

std::vector<Mutant> wire_format_mutants() {
  return {
      {"executor-missing", "P7.0-01", "Requests can be built and answers read, but nobody sends anything.",
       wire_formats::refused_run("InvokerError")},
      {"processor-missing", "P7.0-01", "What a provider answers is handed on as it came.",
       wire_formats::leave_unprocessed},
      {"unsaid-api-is-responses", "P7.0-02", "An agent that names no API gets the format of another one.",
       wire_formats::changed_unsaid(wire_formats::call_messages_input)},
      {"named-chat-refused", "P7.0-02", "The name of the chat API is not known.", wire_formats::refuse_named_chat},
      {"one-format-for-all", "P7.0-03", "Every provider gets the format of OpenAI.", wire_formats::ask_for_openai},
  };
}

}  // namespace conformance::mutants
