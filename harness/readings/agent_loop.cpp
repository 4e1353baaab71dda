#include <re2/re2.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"
#include "harness/readings/context_budgets.hpp"
#include "harness/readings/exchanges.hpp"
#include "harness/readings/turn_facts.hpp"

namespace conformance::readings::agent_loop_chapter {
namespace {

constexpr int attempts_unless_said = 3;

int attempts_of(Json const& asked) {
  Json const& most = option_of(asked, "maxLlmRetries");
  return most.is_number_integer() ? most.get<int>() : attempts_unless_said;
}

/// Takes the last event of that type.
void drop_last_event(Json& events, std::string const& type) {
  for (std::size_t place = events.size(); place > 0; --place) {
    if (!is_event(events[place - 1], type)) continue;
    events.erase(place - 1);
    return;
  }
}

/// Whether arguments arrive in fragments, which say nothing by themselves.
bool is_streamed(Json const& params) {
  return member(params, "stream") == true;
}

/// A text that is no JSON, another one at each call: the words of the model are found again by it.
class Unreadable {
 public:
  [[nodiscard]] std::string next() { return "{" + std::string(++count_, ' '); }

 private:
  std::size_t count_ = 0;
};

bool is_json(std::string const& text) {
  return Json::accept(text);
}

bool is_blank(std::string const& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

// A-115

void make_unreadable(Json& call) {
  if (member(call, "arguments") == "") call["arguments"] = "{";
}

/// Arguments that are not given at all are like arguments that do not parse.
Reply refuse_blank_arguments(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation == "turn") {
    if (is_streamed(params)) return reference(operation, params);
    Unreadable unreadable;
    auto const change = [&](std::string const& arguments) {
      return is_blank(arguments) ? std::optional(unreadable.next()) : std::nullopt;
    };
    return asked_with_other_arguments(change, operation, params, reference);
  }
  Json asked = params;
  if (operation == "dispatch" && member(asked, "call").is_object()) make_unreadable(asked["call"]);
  if (operation == "run_tools" && member(member(asked, "assistant"), "tool_calls").is_array()) {
    for (Json& call : asked["assistant"]["tool_calls"]) {
      if (member(call, "function").is_object()) make_unreadable(call["function"]);
    }
  }
  return reference(operation, asked);
}

// A-438

/// What stands in the first balanced braces; braces in strings do not count.
std::string first_block(std::string const& text) {
  std::size_t const start = text.find('{');
  std::size_t depth = 0;
  bool is_string = false;
  for (std::size_t place = start; place < text.size(); ++place) {
    char const sign = text[place];
    if (is_string && sign == '\\') ++place;
    if (sign == '"') is_string = !is_string;
    if (is_string) continue;
    if (sign == '{') ++depth;
    if (sign == '}' && --depth == 0) return text.substr(start, place - start + 1);
  }
  return "";
}

bool is_readable_as_written(std::string const& arguments) {
  static RE2 const fence(R"((?s)\s*```(?:json)?\s*(.*?)\s*```\s*)");
  std::string fenced;
  std::string without_commas = arguments;
  RE2::GlobalReplace(&without_commas, R"(,\s*([}\]]))", R"(\1)");
  return is_json(arguments) || (RE2::FullMatch(arguments, fence, &fenced) && is_json(fenced)) ||
         is_json(first_block(arguments)) || is_json(without_commas);
}

Reply repair_as_written(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "turn" || is_streamed(params)) return reference(operation, params);
  Unreadable unreadable;
  auto const change = [&](std::string const& arguments) {
    bool const stays = is_blank(arguments) || is_readable_as_written(arguments);
    return stays ? std::nullopt : std::optional(unreadable.next());
  };
  return asked_with_other_arguments(change, operation, params, reference);
}

// A-362

/// The object inside of a text that is JSON; nothing when there is none.
std::optional<std::string> unwrapped(std::string const& arguments) {
  Json const outer = Json::parse(arguments, nullptr, false);
  if (!outer.is_string()) return std::nullopt;
  std::string const inner = outer.get<std::string>();
  return Json::parse(inner, nullptr, false).is_object() ? std::optional(inner) : std::nullopt;
}

Reply unwrap_arguments(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "turn") return reference(operation, params);
  return asked_with_other_arguments(unwrapped, operation, params, reference);
}

// A-364

bool is_for_a_while(int status) {
  static std::set<int> const statuses = {408, 409, 425, 429};
  return statuses.contains(status) || status >= 500;
}

/// Whether a whole answer of chat completions has no message.
bool is_shapeless(std::string const& bytes) {
  Json const answer = Json::parse(bytes, nullptr, false);
  if (!answer.is_object() || !answer.contains("choices")) return false;
  Json const& choices = answer["choices"];
  return !choices.is_array() || choices.empty() || !member(choices.front(), "message").is_object();
}

/// What happened to one answer of a provider that the reference did not get to see, or had shown in part.
struct Attempt {
  std::size_t rounds_before = 0;
  std::vector<std::string> shown = {};
};

/// Where the events of a round begin.
std::size_t begin_of_round(Json const& events, std::size_t round) {
  std::size_t place = 0;
  while (round > 0 && place < events.size()) round -= is_event(events[place++], "messages_updated") ? 1U : 0U;
  return place;
}

void tell_of_attempts(Json& events, std::vector<Attempt> const& attempts) {
  for (std::vector<Attempt>::const_reverse_iterator attempt = attempts.rbegin(); attempt != attempts.rend();
       ++attempt) {
    std::size_t const place = begin_of_round(events, attempt->rounds_before);
    insert_event(events, place, {{"type", "status"}, {"data", {{"message", "once more"}}}});
    for (std::size_t piece = attempt->shown.size(); piece > 0; --piece)
      insert_event(events, place, {{"type", "token"}, {"data", {{"text", attempt->shown[piece - 1]}}}});
  }
}

Reply ask_again_whatever_failed(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "turn") return reference(operation, params);
  bool const are_pieces_shown = is_streamed(params) && !member(option_of(params, "guardrails"), "output").is_object();
  std::vector<Attempt> attempts;
  std::size_t rounds = 0;
  int asked = 0;
  Exchanges const exchanges{.asks_again = [&](int status, std::string const& bytes) {
    std::vector<std::string> const shown = are_pieces_shown ? pieces_in(bytes) : std::vector<std::string>();
    bool const is_done = status >= 200 && status < 300 && !is_shapeless(bytes);
    bool const is_its_own = !is_done && shown.empty() && (status == 0 || is_for_a_while(status));
    ++asked;
    bool const again = !is_done && !is_its_own && asked < attempts_of(params);
    if (again) attempts.push_back({.rounds_before = rounds, .shown = shown});
    if (is_done) {
      asked = 0;
      ++rounds;
    }
    return again;
  }};
  Reply reply = asked_through(exchanges, operation, params, reference);
  if (attempts.empty()) return reply;
  Json& told = told_in(reply);
  if (member(told, "events").is_array()) tell_of_attempts(told["events"], attempts);
  std::vector<Json> items;
  for (Attempt const& attempt : attempts) items.insert(items.end(), attempt.shown.begin(), attempt.shown.end());
  items.insert(items.end(), reply.items.begin(), reply.items.end());
  reply.items = std::move(items);
  return reply;
}

// A-366

/// The tools of the agent and one more for each handler that none of them names.
Json with_handlers_as_tools(Json const& asked) {
  Json tools = member(member(asked, "agent"), "tools").is_array() ? asked["agent"]["tools"] : Json::array();
  std::set<std::string> named;
  for (Json const& tool : tools) named.insert(tool.value("name", ""));
  for (auto const& [name, found] : member(asked, "discovered").items()) {
    for (Json const& function : found) named.insert(function.value("name", ""));
  }
  for (auto const& [name, handler] : member(asked, "handlers").items()) {
    if (!named.contains(name)) tools.push_back({{"name", name}, {"kind", "function"}});
  }
  return tools;
}

/// Asks for a turn of another agent, while the provider is told of the tools of this one.
Reply with_tools_of(Json const& other, Json const& params, AskReference const& reference) {
  Json const messages = Json::array({Json{{"role", "user"}, {"content", Json::array()}}});
  Json building = {{"agent", params["agent"]}, {"messages", messages}};
  for (std::string const name : {"baseDir", "env", "handlers", "register", "discovered", "options"}) {
    if (params.contains(name)) building[name] = params[name];
  }
  Reply const built = reference("build_request", building);
  Json const tools = member(member(built.value, "body"), "tools");
  Exchanges const exchanges{.sending = [&](Json& body) {
    if (tools.is_null()) {
      body.erase("tools");
    } else {
      body["tools"] = tools;
    }
  }};
  return asked_through(exchanges, "turn", other, reference);
}

Reply call_by_name(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "turn" && member(params, "agent").is_object() && params.contains("handlers");
  if (!bears) return reference(operation, params);
  Json other = params;
  other["agent"]["tools"] = with_handlers_as_tools(params);
  if (other["agent"]["tools"] == member(params["agent"], "tools") || other["agent"]["tools"].empty())
    return reference(operation, params);
  return with_tools_of(other, params, reference);
}

// A-370

Reply denied(Reply reply, std::string const& reason) {
  Json& told = told_in(reply);
  Json partial = {{"calls", Json::array()}, {"events", Json::array()}};
  for (std::string const name : {"calls", "events", "messages"}) {
    if (told.contains(name)) partial[name] = told[name];
  }
  drop_last_event(partial["events"], "done");
  Reply error = mutants::raised("GuardrailError");
  error.value["message"] = reason;
  error.items = reply.items;
  partial["events"].push_back({{"type", "error"}, {"data", {{"message", reason}}}});
  error.value["partial"] = std::move(partial);
  return error;
}

bool contains(std::string const& text, Json const& part) {
  return part.is_string() && text.find(part.get<std::string>()) != std::string::npos;
}

Reply show_before_asking(std::string const& operation, Json const& params, AskReference const& reference) {
  Json const& guardrail = member(option_of(params, "guardrails"), "output");
  if (operation != "turn" || member(params, "stream") != true || !guardrail.is_object())
    return reference(operation, params);
  Json asked = params;
  asked["turnOptions"]["guardrails"].erase("output");
  bool is_denied = false;
  Exchanges const exchanges{.heard =
                                [&](std::string const& bytes, bool is_broken) {
                                  std::string text;
                                  for (std::string const& piece : pieces_in(bytes)) text += piece;
                                  is_denied = is_denied || (!is_broken && contains(text, guardrail["denyIfContains"]));
                                },
                            .is_over = [&] { return is_denied; }};
  Reply reply = asked_through(exchanges, operation, asked, reference);
  return is_denied ? denied(std::move(reply), guardrail.value("reason", "")) : reply;
}

// A-373

/// A block with the members that a text or a call has; null for other blocks.
Json rebuilt_block(Json const& block) {
  if (member(block, "type") == "text") return {{"type", "text"}, {"text", member(block, "text")}};
  if (member(block, "type") != "tool_use") return nullptr;
  return {{"type", "tool_use"},
          {"id", member(block, "id")},
          {"name", member(block, "name")},
          {"input", member(block, "input")}};
}

void rebuild_blocks(Json& body) {
  for (Json& message : body["messages"]) {
    if (!has_role(message, "assistant") || !member(message, "content").is_array()) continue;
    Json rebuilt = Json::array();
    for (Json const& block : message["content"]) {
      Json const one = rebuilt_block(block);
      if (!one.is_null()) rebuilt.push_back(one);
    }
    message["content"] = rebuilt;
  }
}

void forget_blocks(Json& messages) {
  for (Json& message : messages) {
    if (!member(member(message, "metadata"), "content_blocks").is_array()) continue;
    Json calls = Json::array();
    for (Json const& block : message["metadata"]["content_blocks"]) {
      if (member(block, "type") != "tool_use") continue;
      Json const function = {{"name", member(block, "name")}, {"arguments", member(block, "input").dump()}};
      calls.push_back({{"id", member(block, "id")}, {"type", "function"}, {"function", function}});
    }
    message["metadata"].erase("content_blocks");
    message["metadata"]["tool_calls"] = calls;
  }
}

Reply rebuild_answers(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "turn" && member(member(member(params, "agent"), "model"), "provider") == "anthropic";
  if (!bears) return reference(operation, params);
  Reply reply = asked_through({.sending = rebuild_blocks}, operation, params, reference);
  if (member(told_in(reply), "messages").is_array()) forget_blocks(told_in(reply)["messages"]);
  return reply;
}

// A-374

Reply hand_on_arguments(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "turn" && member(member(params, "agent"), "tools").is_array();
  if (!bears) return reference(operation, params);
  Json other = params;
  for (Json& tool : other["agent"]["tools"]) {
    if (member(tool, "kind") != "function") continue;
    tool.erase("parameters");
    // Closes the parameters, and there are none left that it should close.
    tool.erase("strict");
  }
  if (other.contains("discovered")) {
    for (Json& functions : other["discovered"]) {
      for (Json& function : functions) function["parameters"] = {{"type", "object"}};
    }
  }
  return other == params ? reference(operation, params) : with_tools_of(other, params, reference);
}

std::vector<ReadingRule> rules_of_chapter() {
  return {
      {.decision = "A-115", .reading = "error-result", .answer = refuse_blank_arguments},
      {.decision = "A-362", .reading = "unwrapped", .answer = unwrap_arguments},
      {.decision = "A-364", .reading = "all", .answer = ask_again_whatever_failed},
      {.decision = "A-366", .reading = "by-name", .answer = call_by_name},
      {.decision = "A-369", .reading = "one-by-one", .answer = context_budgets::let_go_one_by_one},
      {.decision = "A-370",
       .reading = "shown",
       .answer = show_before_asking,
       .tells_late =
           [](std::string const& operation, Json const& params) {
             return operation == "turn" && member(option_of(params, "guardrails"), "output").is_object();
           }},
      {.decision = "A-373", .reading = "rebuilt", .answer = rebuild_answers},
      {.decision = "A-374", .reading = "handed-on", .answer = hand_on_arguments},
      {.decision = "A-438", .reading = "raw-text", .answer = repair_as_written},
  };
}

}  // namespace
}  // namespace conformance::readings::agent_loop_chapter

namespace conformance::readings {

std::vector<ReadingRule> agent_loop() {
  return agent_loop_chapter::rules_of_chapter();
}

}  // namespace conformance::readings
