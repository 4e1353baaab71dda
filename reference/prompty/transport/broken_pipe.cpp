#include "prompty/transport/broken_pipe.hpp"

#include <cerrno>
#include <ctime>

namespace prompty {
namespace broken_pipe {
namespace {

sigset_t only_broken_pipe() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  return set;
}

bool is_pending() {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGPIPE) == 1;
}

}  // namespace
}  // namespace broken_pipe

BrokenPipeSilencer::BrokenPipeSilencer() : previous_mask_(), pending_before_(broken_pipe::is_pending()) {
  sigset_t const set = broken_pipe::only_broken_pipe();
  pthread_sigmask(SIG_BLOCK, &set, &previous_mask_);
}

BrokenPipeSilencer::~BrokenPipeSilencer() {
  // A signal that was waiting before belongs to somebody else; one that came meanwhile is taken, or it would strike
  // when the mask goes back.
  if (!pending_before_ && broken_pipe::is_pending()) {
    sigset_t const set = broken_pipe::only_broken_pipe();
    timespec const no_wait{};
    while (sigtimedwait(&set, nullptr, &no_wait) == -1 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

}  // namespace prompty
