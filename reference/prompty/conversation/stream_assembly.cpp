#include "prompty/conversation/stream_assembly.hpp"

#include "prompty/conversation/answer.hpp"

namespace prompty::conversation {
namespace stream_assembly {
namespace {

bool is_joined(std::string const& member) {
  return member == "text" || member == "summary" || member == "data";
}

/// M6-14, A-146: texts are joined; of any other member the first value that is not null counts.
void join_block(Json& block, Json const& piece) {
  for (auto const& [name, value] : piece.items()) {
    if (!block.contains(name) || block[name].is_null()) {
      block[name] = value;
    } else if (is_joined(name) && block[name].is_string() && value.is_string()) {
      block[name] = block[name].get<std::string>() + value.get<std::string>();
    }
  }
}

Json const& first_choice(Json const& chunk) {
  static Json const none = nullptr;
  Json const& choices = list_in(chunk, "choices");
  return choices.empty() ? none : choices.front();
}

}  // namespace
}  // namespace stream_assembly

std::vector<Delta> StreamAssembly::add(Json const& chunk) {
  Json const& choice = stream_assembly::first_choice(chunk);
  Json const& delta = member_of(choice, "delta");
  std::vector<Delta> handed_on;
  std::string const reasoning = reasoning_in(delta);
  if (!reasoning.empty()) {
    turn_.reasoning = turn_.reasoning.value_or("") + reasoning;
    handed_on.push_back({.type = DeltaType::reasoning, .text = reasoning});
  }
  std::string const text = text_in(delta, "content");
  if (!text.empty()) {
    turn_.content += text;
    handed_on.push_back({.type = DeltaType::text, .text = text});
  }
  std::size_t place = 0;
  for (Json const& fragment : list_in(delta, "tool_calls")) add_call(fragment, place++);
  for (Json const& piece : list_in(delta, "reasoning_details")) add_block(piece);
  std::string const finish_reason = text_in(choice, "finish_reason");
  if (!finish_reason.empty()) turn_.finish_reason = finish_reason;
  return handed_on;
}

void StreamAssembly::add_call(Json const& fragment, std::size_t place) {
  Json const& index = member_of(fragment, "index");
  Json const& function = member_of(fragment, "function");
  // servers that send whole calls leave the index out.
  calls_.add(
      index.is_number_integer() ? index.get<std::int64_t>() : static_cast<std::int64_t>(place),
      {.id = text_in(fragment, "id"), .name = text_in(function, "name"), .arguments = text_in(function, "arguments")});
}

void StreamAssembly::add_block(Json const& piece) {
  if (!piece.is_object()) return;
  Json const& index = member_of(piece, "index");
  if (index.is_number_integer()) {
    auto const [known, is_new] = blocks_.emplace(index.get<std::int64_t>(), turn_.reasoning_details.size());
    if (!is_new) return stream_assembly::join_block(turn_.reasoning_details[known->second], piece);
  }
  turn_.reasoning_details.push_back(piece);
}

std::vector<Delta> StreamAssembly::whole_calls() const {
  std::vector<Delta> handed_on;
  for (ToolCall const& call : calls_.calls()) {
    handed_on.push_back({.type = DeltaType::tool_call, .text = call.arguments});
  }
  return handed_on;
}

AssistantTurn StreamAssembly::turn() const {
  AssistantTurn whole = turn_;
  whole.tool_calls = calls_.calls();
  return whole;
}

AssistantTurn StreamAssembly::broken_turn() const {
  AssistantTurn broken = turn_;
  broken.is_error = true;
  return broken;
}

}  // namespace prompty::conversation
