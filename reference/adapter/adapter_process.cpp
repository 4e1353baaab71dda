#include "adapter/adapter_process.hpp"

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "adapter/line_server.hpp"
#include "adapter/reference_adapter.hpp"

namespace prompty::adapter {

void serve_until_the_end() {
  // A harness that stops reading must not end this process by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  // Never destroyed: a request that is still open at shutdown uses it until the process is gone.
  static ReferenceAdapter const* const adapter = new ReferenceAdapter();
  static_cast<void>(serve(std::cin, std::cout, *adapter));
  std::cout.flush();
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace prompty::adapter
