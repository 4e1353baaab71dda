#pragma once

#include <iosfwd>

#include "adapter/reference_adapter.hpp"

namespace prompty::adapter {

/// Why serving ended.
enum class End { shutdown, end_of_input };

/// Answers the JSON-RPC messages in `in`, one a line, with one line each in `out`, before which stand the `item`
/// notifications of a streamed answer; up to `max_in_flight` at once, in the order in which they are done. A line that
/// is not JSON is answered with code -32700 and id null. At the end of input all open answers are awaited. After a
/// `shutdown` notification they are awaited for one second at most; threads may then still use `adapter` and `out`, so
/// the process has to end without destroying them.
[[nodiscard]] End serve(std::istream& in, std::ostream& out, ReferenceAdapter const& adapter);

/// Serves the reference as an adapter on standard input and output and ends the process: on `shutdown`, or at
/// the end of the input.
[[noreturn]] void serve_until_the_end();

}  // namespace prompty::adapter
