#include <map>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/turn_rules.hpp"

namespace conformance::mutants::turn_rounds {
namespace {

int const unless_said = 10;

Json& options_of(Json& asked) {
  if (!member(asked, "turnOptions").is_object()) asked["turnOptions"] = Json::object();
  return asked["turnOptions"];
}

int most_iterations(Json const& asked) {
  Json const& most = member(member(asked, "turnOptions"), "maxIterations");
  return most.is_number_integer() ? most.get<int>() : unless_said;
}

Rule other_limit(std::function<int(int most)> change) {
  return other_turn([change = std::move(change)](Json& asked) {
    int const most = most_iterations(asked);
    options_of(asked)["maxIterations"] = change(most);
  });
}

bool has_called(Json const& result) {
  return !member(result, "calls").empty();
}

bool throws(Json const& asked) {
  for (Json const& handler : member(asked, "handlers")) {
    if (handler.contains("throws")) return true;
  }
  return false;
}

void reverse_results(Json& messages, Json const&) {
  for (std::size_t begin = 0; begin < messages.size(); ++begin) {
    std::size_t end = begin;
    while (end < messages.size() && member(messages[end], "role") == "tool") ++end;
    for (std::size_t left = begin, right = end; left + 1 < right; ++left) {
      --right;
      std::swap(messages[left], messages[right]);
    }
    if (end > begin) begin = end - 1;
  }
}

void keep_first_result_of_an_id(Json& messages, Json const&) {
  std::map<std::string, std::string> texts;
  for (Json& message : messages) {
    if (member(message, "role") != "tool") continue;
    std::string const id = message["metadata"]["tool_call_id"].get<std::string>();
    set_text_of_message(message, texts.emplace(id, text_of_message(message)).first->second);
  }
}

void change_errors(Json& messages, std::function<std::string(std::string const& text)> const& change) {
  for (Json& message : messages) {
    bool const is_error = member(message, "role") == "tool" && text_of_message(message).starts_with("Error:");
    if (is_error) set_text_of_message(message, change(text_of_message(message)));
  }
}

/// Every function that has a handler is offered.
void offer_all_handlers(Json& asked) {
  if (!member(asked, "handlers").is_object() || !member(asked, "agent").is_object()) return;
  Json& tools = asked["agent"]["tools"];
  if (!tools.is_array()) return;
  for (auto const& [name, handler] : asked["handlers"].items()) {
    bool is_offered = false;
    for (Json const& tool : tools) is_offered = is_offered || member(tool, "name") == name;
    if (!is_offered) tools.push_back({{"name", name}, {"kind", "function"}});
  }
}

void forget_parameters(Json& asked) {
  if (!member(asked, "agent").is_object() || !member(asked["agent"], "tools").is_array()) return;
  for (Json& tool : asked["agent"]["tools"]) tool.erase("parameters");
}

bool has_parameters(Json const& tools) {
  for (Json const& tool : tools) {
    if (tool.is_object() && tool.contains("parameters")) return true;
  }
  return false;
}

bool offers_parameters(Json const& asked) {
  if (has_parameters(member(member(asked, "agent"), "tools"))) return true;
  for (Json const& functions : member(asked, "discovered")) {
    if (has_parameters(functions)) return true;
  }
  return false;
}

void share_parameters(Json& asked) {
  if (!member(asked, "discovered").is_object()) return;
  for (Json& functions : asked["discovered"]) {
    Json const first = functions.empty() ? Json() : member(functions.front(), "parameters");
    for (Json& function : functions) function["parameters"] = first;
  }
}

bool calls_what_nobody_offers(Json const& result, Json const& asked) {
  for (Json const& message : result["messages"]) {
    for (Json const& call : calls_in(message)) {
      bool is_offered = false;
      for (Json const& tool : member(member(asked, "agent"), "tools"))
        is_offered = is_offered || member(tool, "name") == call["function"]["name"];
      if (!is_offered) return true;
    }
  }
  return false;
}

Rule fails_if(std::function<bool(Json const& result, Json const& asked)> condition) {
  return changed_reply_of_turn([condition = std::move(condition)](Reply reply, Json const& asked) {
    bool const is_result = reply.status == Reply::Status::result && member(reply.value, "messages").is_array();
    return is_result && condition(reply.value, asked) ? raised("ValueError") : reply;
  });
}

Reply with_partial_changed(Reply reply, std::function<void(Json& partial)> const& change) {
  bool const is_error = reply.status == Reply::Status::error && member(reply.value, "partial").is_object();
  if (is_error) change(reply.value["partial"]);
  return reply;
}

std::vector<Mutant> round_mutants() {
  return {
      {"calls-are-the-outcome", "P9.1-01", "A turn in which tools were called has no text as its outcome.",
       changed_turn([](Json& result, Json const&) {
         if (has_called(result)) result["outcome"] = {{"type", "tool_calls"}, {"value", Json::array()}};
       })},
      {"outcome-is-always-text", "P9.1-01", "Structure is returned as the text in which it came.",
       changed_turn([](Json& result, Json const&) {
         if (member(result["outcome"], "type") == "json")
           result["outcome"] = {{"type", "text"}, {"value", result["outcome"]["value"].dump()}};
       })},
      {"outcome-emptied", "P9.1-01", "The text of the last answer is lost.",
       changed_turn([](Json& result, Json const&) { result["outcome"]["value"] = ""; })},
      {"one-round-only", "P9.1-02", "Behind the first calls the turn ends.", other_limit([](int) { return 1; })},
      {"results-hidden-from-the-model", "P9.1-02", "The model is asked again without what tools gave.",
       other_handlers([](Json& handler) {
         for (std::string const name : {"returns", "returnsJson", "cases"}) handler.erase(name);
       })},
      {"twice-the-limit", "P9.1-03", "A turn may ask for twice as many answers.",
       other_limit([](int most) { return 2 * most; })},
      {"limit-comes-early", "P9.1-03", "The last answer that a turn may ask for is not asked for.",
       other_limit([](int most) { return most - 1; })},
      {"limit-without-its-number", "P9.1-03", "The error about the limit says that there was a loop, and no more.",
       changed_reply_of_turn([](Reply reply, Json const&) {
         return member(reply.value, "kind") == "RuntimeError" ? raised("RuntimeError") : reply;
       })},
      {"one-answer-more", "P9.1-04", "The limit is looked at one answer too late.",
       other_limit([](int most) { return most + 1; })},
      {"last-calls-left-out", "P9.1-05", "The calls of the last answer have no results.",
       changed_reply_of_turn([](Reply reply, Json const&) {
         return with_partial_changed(std::move(reply), [](Json& partial) {
           partial["calls"] = Json::array({nullptr});
           if (partial.contains("messages"))
             erase_where(partial["messages"], [](Json const& message) { return message["role"] == "tool"; });
         });
       })},
      {"earlier-calls-left-out", "P9.1-05", "Handlers are called in the last round alone.",
       changed_turn([](Json& result, Json const&) { result["calls"] = Json::array(); })},
      {"answer-left-out-of-the-conversation", "P9.1-06", "The conversation ends with what was sent last, and a note.",
       changed_turn([](Json& result, Json const&) {
         if (!result["messages"].empty()) set_text_of_message(result["messages"].back(), "(answered)");
       })},
      {"conversation-begins-behind-the-prompt", "P9.1-06", "The prepared messages are not in the conversation.",
       changed_turn([](Json& result, Json const&) {
         while (!result["messages"].empty() && result["messages"].front()["role"] != "assistant")
           result["messages"].erase(0);
       })},
      {"no-limit-is-one", "P9.1-07", "A turn that may ask for nothing asks once.",
       other_limit([](int most) { return most < 1 ? 1 : most; })},
      {"one-answer-is-too-few", "P9.1-07", "A turn has to be allowed two answers.",
       changed_reply_of_turn(
           [](Reply reply, Json const& asked) { return most_iterations(asked) == 1 ? raised("ValueError") : reply; })},
      {"asynchronous-turns-forget", "P9.1-08", "An asynchronous turn keeps no conversation.",
       changed_turn([](Json& result, Json const& asked) {
         if (member(asked, "variant") == "async") result["messages"] = Json::array();
       })},
      {"synchronous-turns-call-nothing", "P9.1-08", "A turn that is waited for does not tell what it called.",
       changed_turn([](Json& result, Json const& asked) {
         if (member(asked, "variant") == "sync") result["calls"] = Json::array();
       })},
      {"rounds-counted-from-zero", "P9.1-09", "The first answer counts as none.",
       changed_turn([](Json& result, Json const&) { result["iterations"] = result["iterations"].get<int>() - 1; })},
  };
}

std::vector<Mutant> call_mutants() {
  return {
      {"arguments-handed-on-as-text", "P9.2-01", "A handler gets the arguments as a string.",
       changed_turn([](Json& result, Json const&) {
         for (Json& call : result["calls"]) call["arguments"] = call["arguments"].dump();
       })},
      {"results-turned-round", "P9.2-02", "The result of the last call comes first.",
       changed_conversation_of_turn(reverse_results)},
      {"one-result-for-an-id", "P9.2-02", "Calls with one id share the result of the first.",
       changed_conversation_of_turn(keep_first_result_of_an_id)},
      {"strings-quoted-for-the-model", "P9.2-03", "A string becomes JSON as well.", other_handlers([](Json& handler) {
         if (member(handler, "returns").is_string()) handler["returns"] = Json(handler["returns"]).dump();
       })},
      {"json-told-by-its-type", "P9.2-03", "Of a value that is no string the model learns its type.",
       other_handlers([](Json& handler) {
         if (handler.contains("returnsJson")) handler["returnsJson"] = handler["returnsJson"].type_name();
       })},
      {"fault-ends-the-turn", "P9.2-04", "What a handler throws ends the turn.",
       fails_if([](Json const&, Json const& asked) { return throws(asked); })},
      {"fault-without-its-message", "P9.2-04", "The model learns that a tool failed, and not why.",
       changed_conversation_of_turn([](Json& messages, Json const&) {
         change_errors(messages, [](std::string const&) { return "Error: a tool failed"; });
       })},
      {"fault-is-an-empty-result", "P9.2-04", "A handler that throws gave nothing.", other_handlers([](Json& handler) {
         if (handler.erase("throws") > 0) handler["returns"] = "";
       })},
      {"any-handler-called", "P9.2-05", "A function needs a handler only, and no tool.",
       other_turn(offer_all_handlers)},
      {"unknown-function-ends-the-turn", "P9.2-05", "A function that the model made up ends the turn.",
       fails_if(calls_what_nobody_offers)},
      {"misfits-handed-on", "P9.2-06", "Arguments are not held against the parameters.", other_turn(forget_parameters)},
      {"parameters-of-the-first-for-all", "P9.2-06", "All functions of a server are held against those of its first.",
       other_turn(share_parameters)},
      {"calls-with-parameters-refused", "P9.2-06", "No arguments fit where there are parameters.",
       changed_turn([](Json& result, Json const& asked) {
         if (offers_parameters(asked)) result["calls"] = Json::array();
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::turn_rounds

namespace conformance::mutants {

std::vector<Mutant> turn_round_mutants() {
  std::vector<Mutant> mutants = turn_rounds::round_mutants();
  std::vector<Mutant> const calls = turn_rounds::call_mutants();
  mutants.insert(mutants.end(), calls.begin(), calls.end());
  return mutants;
}

}  // namespace conformance::mutants
