#include "prompty/process/pieced_calls.hpp"

#include <utility>

namespace prompty::processing {

void PiecedCalls::open(std::int64_t place, ToolCall call) {
  opened_[place] = std::move(call);
}

void PiecedCalls::add(std::int64_t place, std::string_view piece) {
  // P10.2-06: nothing is missing any more.
  if (settled_.contains(place)) return;
  // P10.2-05, P10.3-05: by place, since pieces of several calls may come mixed.
  arguments_[place] += piece;
}

void PiecedCalls::settle(std::int64_t place, std::string_view arguments) {
  if (arguments.empty()) return;
  // P10.2-06: in place of the pieces, for this text is all of the arguments.
  arguments_[place] = arguments;
  settled_.insert(place);
}

std::vector<ToolCall> PiecedCalls::calls() const {
  std::vector<ToolCall> calls;
  // P10.2-07, P10.3-07: the map is sorted by number, so that 10 comes after 9.
  for (auto const& [place, opened] : opened_) {
    std::map<std::int64_t, std::string>::const_iterator const pieces = arguments_.find(place);
    // P10.3-06: empty pieces say nothing against the input that the call was opened with.
    bool const has_pieces = pieces != arguments_.end() && !pieces->second.empty();
    calls.push_back(opened);
    if (has_pieces) calls.back().arguments = pieces->second;
  }
  return calls;
}

}  // namespace prompty::processing
