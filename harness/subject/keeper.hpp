#pragma once

#include <cstdint>

#include "harness/subject/network_namespace.hpp"

namespace conformance {

/// A program to keep, prepared before the fork: afterwards nothing may be allocated. The descriptors are our ends'
/// opposites, all close-on-exec.
struct KeptProgram {
  char const* path = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  int input = -1;
  int output = -1;
  int errors = -1;
  /// Written when the program could not be started, else closed unwritten: the errno (int), negative when it is that of
  /// entering the network.
  int start_failure = -1;
  int ending = -1;  ///< written: a KeptEnding as soon as the program has ended; closed when all is cleared away
  int leash = -1;   ///< read: its end tells the keeper to clear away
  std::uint64_t max_file_bytes = 0;
  NetworkEntry network = {};
};

/// How the program ended: `si_code` and `si_status` of waitid.
struct KeptEnding {
  int code = 0;
  int status = 0;
};

/// What the child of a fork does: it starts the program in a process group of its own and stays beside it. Whatever the
/// program starts, and wherever that hides, stays below the keeper; when the leash is let go (or whoever held it dies)
/// all of it is killed. Does without memory and locks of the program that forked.
[[noreturn]] void keep_program(KeptProgram const& program);

/// Makes this process's memory, open files and folders (/proc/PID/…) unreadable for programs of the same user, adapters
/// among them, and its environment unless that user is root. A keeper inherits it, the program it starts does not.
void close_to_other_programs();

}  // namespace conformance
