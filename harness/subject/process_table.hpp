#pragma once

#include <sys/types.h>

namespace conformance {

struct ProcessEntry {
  pid_t id = 0;
  pid_t parent = 0;
};

/// Calls `visit` with every process that /proc shows now, unreaped ones included. Allocates nothing
/// and takes no lock, so that a process made by fork from a program with threads may use it.
void visit_processes(void (*visit)(ProcessEntry entry, void* context), void* context);

}  // namespace conformance
