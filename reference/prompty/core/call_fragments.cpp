#include "prompty/core/call_fragments.hpp"

namespace prompty {

void CallFragments::add(std::int64_t index, ToolCall const& fragment) {
  ToolCall& call = calls_[index];
  if (call.id.empty()) call.id = fragment.id;
  if (call.name.empty()) call.name = fragment.name;
  call.arguments += fragment.arguments;
}

std::vector<ToolCall> CallFragments::calls() const {
  std::vector<ToolCall> calls;
  for (auto const& [index, call] : calls_) calls.push_back(call);
  return calls;
}

}  // namespace prompty
