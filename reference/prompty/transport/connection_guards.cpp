#include "prompty/transport/connection_guards.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "prompty/transport/errors.hpp"

namespace prompty {
namespace {

sigset_t only_broken_pipe() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  return set;
}

bool is_broken_pipe_pending() {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGPIPE) == 1;
}

}  // namespace

bool AnswerMeter::take(std::string_view bytes) {
  // Behind the headers these bytes may be content, which is known only once it is decompressed.
  if (!body_) count(bytes);
  if (around_content_ > options_.max_header_bytes) {
    excess_ = errors::answer_headers_too_large(url_, options_.max_header_bytes);
  }
  if (line_ > max_line_bytes) excess_ = errors::answer_line_too_long(url_, max_line_bytes);
  if (body_) count(bytes);
  return !excess_;
}

void AnswerMeter::begin_body(BodyKind kind) {
  body_ = kind;
  around_content_ = 0;
  line_ = 0;
}

bool AnswerMeter::take_content(std::size_t size) {
  around_content_ = 0;
  line_ = 0;
  bool const is_stream = body_ == BodyKind::event_stream;
  std::size_t const most = is_stream ? options_.max_stream_bytes : options_.max_answer_bytes;
  if (size > most - content_) {
    excess_ = is_stream ? errors::stream_too_large(url_, most) : errors::answer_too_large(url_, most);
    return false;
  }
  content_ += size;
  return true;
}

void AnswerMeter::count(std::string_view bytes) {
  around_content_ += bytes.size();
  std::size_t const end_of_line = bytes.rfind('\n');
  line_ = end_of_line == std::string_view::npos ? line_ + bytes.size() : bytes.size() - end_of_line - 1;
}

ConnectionBreaker::~ConnectionBreaker() {
  if (descriptor_ >= 0) close(descriptor_);
}

void ConnectionBreaker::watch(int socket) {
  std::unique_lock<std::mutex> const lock(mutex_);
  // A descriptor of our own: the number of the other may soon be that of another file.
  int const previous = std::exchange(descriptor_, fcntl(socket, F_DUPFD_CLOEXEC, 0));
  if (previous >= 0) close(previous);
}

void ConnectionBreaker::break_off() {
  std::unique_lock<std::mutex> const lock(mutex_);
  if (descriptor_ >= 0) shutdown(descriptor_, SHUT_RDWR);
}

BrokenPipeSilencer::BrokenPipeSilencer() : previous_mask_(), pending_before_(is_broken_pipe_pending()) {
  sigset_t const set = only_broken_pipe();
  pthread_sigmask(SIG_BLOCK, &set, &previous_mask_);
}

BrokenPipeSilencer::~BrokenPipeSilencer() {
  // A signal that was pending before is not ours; one that came meanwhile is taken, or it would be delivered when the
  // mask is restored.
  if (!pending_before_ && is_broken_pipe_pending()) {
    sigset_t const set = only_broken_pipe();
    timespec const no_wait{};
    while (sigtimedwait(&set, nullptr, &no_wait) == -1 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

}  // namespace prompty
