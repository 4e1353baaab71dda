#include <csignal>
#include <cstdlib>
#include <iostream>

#include "adapter/line_server.hpp"
#include "adapter/reference_adapter.hpp"

int main() {
  // A harness that stops reading must not end this process by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  // Never destroyed: a request that is still open at shutdown uses it until the process is gone.
  static prompty::adapter::ReferenceAdapter const* const adapter = new prompty::adapter::ReferenceAdapter();
  static_cast<void>(prompty::adapter::serve(std::cin, std::cout, *adapter));
  std::cout.flush();
  std::_Exit(EXIT_SUCCESS);
}
