#include "cli/interrupts.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

namespace prompty::cli {

Interrupts::Interrupts() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Interrupts::~Interrupts() {
  ::close(descriptor_);
}

Interrupts::Heard Interrupts::raise() {
  if (listeners_ == 0) return Heard::no;
  ::eventfd_write(descriptor_, 1);
  return Heard::yes;
}

bool Interrupts::take() {
  eventfd_t count = 0;
  return ::eventfd_read(descriptor_, &count) == 0;
}

}  // namespace prompty::cli
