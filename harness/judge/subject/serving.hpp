#pragma once

#include <functional>
#include <iosfwd>

#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// Whether the items of that operation's streams are passed on when it is over, since they may still change.
using TellsLate = std::function<bool(std::string const& operation)>;

/// Serves a subject as an adapter: answers the JSON-RPC requests in `in`, one a line, one after the other, with a line
/// each in `out`. `initialize` tells the subject's own capabilities, but that one request is open at a time.
/// Ends with `shutdown` or the input. Throws HarnessError when the subject crashes or breaks the protocol, which an
/// adapter cannot pass on but by ending.
void serve(Subject& subject, std::istream& in, std::ostream& out, TellsLate const& tells_late);

}  // namespace conformance
