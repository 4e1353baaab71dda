#pragma once

#include <optional>
#include <string>

#include "harness/judge/subject/posix.hpp"

namespace conformance {

/// A network of which only loopback is there: no program in it reaches another machine, nor what listens on this one
/// outside of it. It lasts as long as a descriptor of it or a program in it.
struct NetworkNamespace {
  FileDescriptor user;     ///< the user namespace that owns the network; not open where this process may enter without
  FileDescriptor network;  ///< for setns
  FileDescriptor bound;  ///< a TCP socket of that network, bound to a free port of 127.0.0.1, which does not listen yet
};

/// A namespace, or why there is none, as the rest of a sentence.
struct NetworkNamespaceTrial {
  std::optional<NetworkNamespace> made = {};
  std::string obstacle = {};
};

/// Makes one by trying: without a user namespace where this process is allowed to, else, unless it is root's, with one
/// that knows the own user and group alone. It is entered once, to be sure that programs can.
[[nodiscard]] NetworkNamespaceTrial make_network_namespace();

/// What a program is moved by; -1 for what there is not.
struct NetworkEntry {
  int user = -1;
  int network = -1;
};

/// Moves this process, which must have one thread, into the namespaces. Returns 0 or the errno; async-signal-safe.
[[nodiscard]] int enter_network(NetworkEntry entry);

}  // namespace conformance
