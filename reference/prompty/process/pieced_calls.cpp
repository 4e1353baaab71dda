#include "prompty/process/pieced_calls.hpp"

#include <utility>

namespace prompty::processing {

void PiecedCalls::open(std::int64_t place, ToolCall call) {
  opened_[place] = std::move(call);
}

void PiecedCalls::add(std::int64_t place, std::string_view piece) {
  arguments_[place] += piece;
}

void PiecedCalls::settle(std::int64_t place, std::string_view arguments) {
  if (!arguments.empty()) arguments_[place] = arguments;
}

std::vector<ToolCall> PiecedCalls::calls() const {
  std::vector<ToolCall> calls;
  for (auto const& [place, opened] : opened_) {
    std::map<std::int64_t, std::string>::const_iterator const pieces = arguments_.find(place);
    bool const has_pieces = pieces != arguments_.end() && !pieces->second.empty();
    calls.push_back(opened);
    if (has_pieces) calls.back().arguments = pieces->second;
  }
  return calls;
}

}  // namespace prompty::processing
