#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::interfaces {
namespace {

Json const& provider_of(Json const& asked) {
  return member(member(member(asked, "agent"), "model"), "provider");
}

Json const& kind_of_stage(Json const& asked, std::string const& stage) {
  return member(member(member(member(asked, "agent"), "template"), stage), "kind");
}

bool has_kind(Json const& asked, std::string const& stage, std::string const& kind) {
  return !registers_components(asked) && kind_of_stage(asked, stage) == kind;
}

/// Changes the reply to that operation.
Rule changed_reply(std::string name, std::function<Reply(Reply reply, Json const& asked)> change) {
  return [name = std::move(name), change = std::move(change)](std::string const& operation, Json const& params,
                                                              AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears = operation == name && !registers_components(params);
    return bears ? change(std::move(reply), params) : reply;
  };
}

Rule changed_value(std::string name, std::function<void(Json& value, Json const& asked)> change) {
  return changed_reply(std::move(name), [change = std::move(change)](Reply reply, Json const& asked) {
    if (reply.status == Reply::Status::result) change(reply.value, asked);
    return reply;
  });
}

bool is_async(Json const& asked) {
  return member(asked, "variant") == "async";
}

/// Refuses one of the two forms of the methods of components.
Rule form_missing(std::string variant) {
  return
      [variant = std::move(variant)](std::string const& operation, Json const& params, AskReference const& reference) {
        static std::set<std::string> const methods = {"render", "parse", "execute", "process"};
        bool const bears = methods.contains(operation) && member(params, "variant") == variant;
        return bears ? raised("NotImplementedError") : reference(operation, params);
      };
}

/// Asks that operation something else in its asynchronous form.
Rule other_beside(std::string name, std::function<void(Json& asked)> change) {
  return other_components(
      [name = std::move(name), change = std::move(change)](Json& asked, std::string const& operation) {
        if (operation == name && is_async(asked)) change(asked);
      });
}

Rule openai_missing(std::string name) {
  return changed_reply(std::move(name), [](Reply reply, Json const& asked) {
    return provider_of(asked) == "openai" ? raised("InvokerError") : reply;
  });
}

Rule chat_alone(std::string name) {
  return changed_reply(std::move(name), [](Reply reply, Json const& asked) {
    Json const& api_type = member(member(member(asked, "agent"), "model"), "apiType");
    bool const other = provider_of(asked) == "openai" && api_type.is_string() && api_type != "chat";
    return other ? raised("ValueError") : reply;
  });
}

std::vector<Mutant> built_in_mutants() {
  return {
      {"jinja2-not-there", "P11.3-14", "Without set-up there is no renderer of Jinja2.",
       changed_reply("render",
                     [](Reply reply, Json const& asked) {
                       return has_kind(asked, "format", "jinja2") ? raised("InvokerError") : reply;
                     })},
      {"mustache-by-jinja2", "P11.3-15", "Mustache templates are rendered as those of Jinja2.",
       other_components([](Json& asked, std::string const& operation) {
         if (operation == "render" && has_kind(asked, "format", "mustache"))
           asked["agent"]["template"]["format"]["kind"] = "jinja2";
       })},
      {"parser-not-there", "P11.3-16", "Without set-up there is no parser of role markers.",
       changed_reply("parse",
                     [](Reply reply, Json const& asked) {
                       bool const other =
                           kind_of_stage(asked, "parser").is_string() && !has_kind(asked, "parser", "prompty");
                       return other ? reply : raised("InvokerError");
                     })},
      {"openai-executor-not-there", "P11.3-17", "Without set-up there is no executor of OpenAI.",
       openai_missing("build_request")},
      {"openai-executor-for-chat-alone", "P11.3-17", "The executor of OpenAI knows chat and nothing else.",
       chat_alone("build_request")},
      {"openai-processor-not-there", "P11.3-18", "Without set-up there is no processor of OpenAI.",
       openai_missing("process")},
      {"openai-processor-for-chat-alone", "P11.3-18", "The processor of OpenAI knows chat and nothing else.",
       chat_alone("process")},
  };
}

std::vector<Mutant> form_mutants() {
  return {
      {"asynchronous-form-missing", "P11.3.1-02", "The asynchronous form is not implemented.", form_missing("async")},
      {"waiting-form-missing", "P11.3.1-03", "The form that waits is not implemented.", form_missing("sync")},
      {"rendering-beside-without-inputs", "P11.3.1-05", "The asynchronous renderer does not get the inputs.",
       other_beside("render", [](Json& asked) { asked["inputs"] = Json::object(); })},
      {"parsing-beside-gives-one-message", "P11.3.1-06", "The asynchronous parser gives the first message.",
       changed_value("parse",
                     [](Json& messages, Json const& asked) {
                       while (is_async(asked) && messages.is_array() && messages.size() > 1) messages.erase(1);
                     })},
      {"executing-beside-without-messages", "P11.3.1-07", "The asynchronous executor sends no messages.",
       other_beside("execute", [](Json& asked) { asked["messages"] = Json::array(); })},
      {"processing-beside-reads-nothing", "P11.3.1-08", "The asynchronous processor hands the answer on.",
       changed_value("process",
                     [](Json& outcome, Json const& asked) {
                       if (is_async(asked)) outcome = Json{{"type", "json"}, {"value", member(asked, "response")}};
                     })},
  };
}

std::string trimmed(std::string const& text) {
  std::size_t const first = text.find_first_not_of(" \n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \n") - first + 1);
}

std::vector<Mutant> parameter_mutants() {
  return {
      {"renderer-gets-the-template-alone", "P11.3.1-04", "A renderer gets nothing of the agent but its instructions.",
       changed_received("renderer",
                        [](Json& received) {
                          received["agent"] = Json{{"instructions", member(received["agent"], "instructions")}};
                        })},
      {"renderer-gets-no-inputs", "P11.3.1-04", "A renderer does not get the inputs.",
       changed_received("renderer", [](Json& received) { received.erase("inputs"); })},
      {"parser-gets-the-template", "P11.3.1-10", "A parser gets the instructions rather than what became of them.",
       changed_received(
           "parser", [](Json& received) { received["rendered"] = Json(member(received["agent"], "instructions")); })},
      {"parser-gets-trimmed-text", "P11.3.1-10", "A parser gets the text without the blanks around it.",
       changed_received("parser",
                        [](Json& received) { received["rendered"] = trimmed(received.value("rendered", "")); })},
      {"executor-reads-the-instructions", "P11.3.1-12", "An executor makes messages of the instructions.",
       changed_received("executor",
                        [](Json& received) {
                          Json const text = {{"kind", "text"}, {"value", member(received["agent"], "instructions")}};
                          Json const message = {{"role", "user"}, {"content", Json::array({text})}};
                          received["messages"] = Json::array({message});
                        })},
      {"processor-gets-text", "P11.3.1-14", "A processor gets the answer as text.",
       changed_received("processor", [](Json& received) { received["response"] = received["response"].dump(); })},
  };
}

/// The name of a role counts, so that equal ones come together.
void group_by_role(Json& messages) {
  if (!messages.is_array()) return;
  std::stable_sort(messages.begin(), messages.end(), [](Json const& left, Json const& right) {
    return left.value("role", "") < right.value("role", "");
  });
}

void leave_last_tag(Json& asked) {
  Json const& inputs = member(asked, "inputs");
  if (!inputs.is_object() || inputs.empty()) return;
  std::string const name = std::prev(inputs.end()).key();
  asked["inputs"][name] = "{{" + name + "}}";
}

std::vector<Mutant> result_mutants() {
  return {
      {"last-variable-stays", "P11.3.1-09", "The last variable of a template is not replaced.",
       other_components([](Json& asked, std::string const& operation) {
         if (operation == "render" && !registers_components(asked)) leave_last_tag(asked);
       })},
      {"messages-grouped-by-role", "P11.3.1-11", "Messages of one role stand together.",
       changed_value("parse", [](Json& messages, Json const&) { group_by_role(messages); })},
      {"executor-gives-the-message", "P11.3.1-13", "The executor gives the message that it found in the answer.",
       changed_value("execute",
                     [](Json& answer, Json const&) {
                       Json const& choices = member(answer, "choices");
                       if (choices.is_array() && !choices.empty()) answer = Json(member(choices.front(), "message"));
                     })},
      {"results-other-than-text-as-text", "P11.3.1-15", "Whatever is no text becomes one.",
       changed_value("process",
                     [](Json& outcome, Json const&) {
                       if (member(outcome, "type") != "text")
                         outcome = Json{{"type", "text"}, {"value", member(outcome, "value").dump()}};
                     })},
      {"texts-as-json", "P11.3.1-15", "A text counts as JSON.",
       changed_value("process",
                     [](Json& outcome, Json const&) {
                       if (member(outcome, "type") == "text") outcome["type"] = "json";
                     })},
  };
}

}  // namespace
}  // namespace conformance::mutants::interfaces

namespace conformance::mutants {

std::vector<Mutant> interface_mutants() {
  std::vector<Mutant> mutants = interfaces::built_in_mutants();
  for (std::vector<Mutant> const& more :
       {interfaces::form_mutants(), interfaces::parameter_mutants(), interfaces::result_mutants()}) {
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants
