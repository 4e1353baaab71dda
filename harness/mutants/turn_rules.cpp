#include "harness/mutants/turn_rules.hpp"

#include <utility>

namespace conformance::mutants {
namespace turn_rules {
namespace {

/// Where what came of a turn stands: in the result, or in what an error says was done before. Null for other replies.
Json* told_in(Reply& reply) {
  if (reply.status == Reply::Status::result) return &reply.value;
  bool const is_error = reply.status == Reply::Status::error && member(reply.value, "partial").is_object();
  return is_error ? &reply.value["partial"] : nullptr;
}

Rule changed_list(std::string name, std::function<void(Json& list, Json const& asked)> change) {
  return changed_reply_of_turn([name = std::move(name), change = std::move(change)](Reply reply, Json const& asked) {
    Json* const told = told_in(reply);
    if (told != nullptr && member(*told, name).is_array()) change((*told)[name], asked);
    return reply;
  });
}

}  // namespace
}  // namespace turn_rules

Rule other_turn(std::function<void(Json& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "turn") return reference(operation, params);
    Json asked = params;
    change(asked);
    return reference(operation, asked);
  };
}

Rule changed_reply_of_turn(std::function<Reply(Reply reply, Json const& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    return operation == "turn" ? change(std::move(reply), params) : reply;
  };
}

Rule changed_turn(std::function<void(Json& result, Json const& asked)> change) {
  return changed_reply_of_turn([change = std::move(change)](Reply reply, Json const& asked) {
    bool const is_result = reply.status == Reply::Status::result && member(reply.value, "messages").is_array();
    if (is_result) change(reply.value, asked);
    return reply;
  });
}

Rule changed_conversation_of_turn(std::function<void(Json& messages, Json const& asked)> change) {
  return turn_rules::changed_list("messages", std::move(change));
}

Rule changed_turn_events(std::function<void(Json& events, Json const& asked)> change) {
  return turn_rules::changed_list("events", std::move(change));
}

Rule other_handlers(std::function<void(Json& handler)> change) {
  return other_turn([change = std::move(change)](Json& asked) {
    if (!member(asked, "handlers").is_object()) return;
    for (Json& handler : asked["handlers"]) change(handler);
  });
}

Rule without_turn_option(std::string name) {
  return other_turn([name = std::move(name)](Json& asked) {
    if (asked.contains("turnOptions")) asked["turnOptions"].erase(name);
  });
}

Rule asked_again(std::function<bool(Json const& error)> condition) {
  return [condition = std::move(condition)](std::string const& operation, Json const& params,
                                            AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const again = operation == "turn" && reply.status == Reply::Status::error && condition(reply.value);
    if (!again) return reply;
    // The same once more, but not in the same words, which would be answered from memory.
    Json asked = params;
    asked["variant"] = member(params, "variant") == "async" ? "sync" : "async";
    return reference(operation, asked);
  };
}

Rule left_out_calls(std::function<bool(std::string const& arguments)> predicate) {
  return changed_turn([predicate = std::move(predicate)](Json& result, Json const&) {
    for (Json const& message : result["messages"]) {
      for (Json const& call : calls_in(message)) {
        if (predicate(call["function"]["arguments"].get<std::string>())) result["calls"] = Json::array();
      }
    }
  });
}

Json calls_in(Json const& message) {
  Json const& calls = member(member(message, "metadata"), "tool_calls");
  return calls.is_array() ? calls : Json::array();
}

std::string text_of_message(Json const& message) {
  Json const& content = member(message, "content");
  if (!content.is_array() || content.empty()) return "";
  Json const& value = member(content.front(), "value");
  return value.is_string() ? value.get<std::string>() : "";
}

void set_text_of_message(Json& message, std::string const& text) {
  if (!message["content"].empty()) message["content"].front()["value"] = text;
}

bool has_message_of(Json const& messages, std::string const& role) {
  for (Json const& message : messages) {
    if (member(message, "role") == role) return true;
  }
  return false;
}

void erase_where(Json& list, std::function<bool(Json const& element)> const& predicate) {
  Json kept = Json::array();
  for (Json const& element : list) {
    if (!predicate(element)) kept.push_back(element);
  }
  list = std::move(kept);
}

}  // namespace conformance::mutants
