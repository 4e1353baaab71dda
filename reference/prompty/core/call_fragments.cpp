#include "prompty/core/call_fragments.hpp"

namespace prompty {

void CallFragments::add(std::int64_t index, ToolCall const& fragment) {
  // P8.6-05: several calls may grow at the same time.
  ToolCall& call = calls_[index];
  // P8.6-06, A-112: the first that is not empty stays; some servers repeat it, and some are late with it.
  if (call.id.empty()) call.id = fragment.id;
  if (call.name.empty()) call.name = fragment.name;
  // P8.6-07: the fragment that names the function may have some too.
  call.arguments += fragment.arguments;
}

std::vector<ToolCall> CallFragments::calls() const {
  std::vector<ToolCall> calls;
  // P8.6-10: the map is sorted by number, so that 10 comes after 9.
  for (auto const& [index, call] : calls_) calls.push_back(call);
  return calls;
}

}  // namespace prompty
