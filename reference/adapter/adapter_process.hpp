#pragma once

namespace prompty::adapter {

/// Serves the reference as an adapter on standard input and output and ends the process: when asked to shut down, or at
/// the end of the input.
[[noreturn]] void serve_until_the_end();

}  // namespace prompty::adapter
