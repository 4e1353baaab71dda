#pragma once

namespace prompty::adapter {

/// Serves the reference as an adapter on standard input and output and ends the process: on `shutdown`, or at
/// the end of the input.
[[noreturn]] void serve_until_the_end();

}  // namespace prompty::adapter
