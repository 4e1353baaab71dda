#pragma once

#include <sys/types.h>

namespace conformance {

/// fork, with every signal blocked in the child: a handler of this program must not run there. The child may do only
/// what is async-signal-safe, since other threads may hold locks.
[[nodiscard]] pid_t fork_without_signals();

/// Waits until the child has ended, and returns its status as waitpid tells it; -1 when there is no such child.
int wait_for_child(pid_t process);

}  // namespace conformance
