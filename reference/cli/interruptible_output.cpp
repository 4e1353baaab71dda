#include "cli/interruptible_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>
#include <thread>

namespace prompty::cli {
namespace interruptible_output {
namespace {

constexpr std::size_t most_waiting = 65'536;
constexpr std::chrono::seconds patience{1};

}  // namespace
}  // namespace interruptible_output

InterruptibleOutput::~InterruptibleOutput() {
  std::unique_lock<std::timed_mutex> const lock(mutex_);
  write_waiting();
}

void InterruptibleOutput::close() {
  // Somebody may be stuck in a write to a reader that does not read.
  std::unique_lock<std::timed_mutex> const lock(mutex_, interruptible_output::patience);
  if (!lock) return;
  if (line_is_open_) waiting_ += '\n';
  write_waiting();
  is_closed_ = true;
}

InterruptibleOutput::int_type InterruptibleOutput::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  char const byte = traits_type::to_char_type(character);
  return xsputn(&byte, 1) == 1 ? character : traits_type::eof();
}

std::streamsize InterruptibleOutput::xsputn(char const* bytes, std::streamsize count) {
  std::unique_lock<std::timed_mutex> const lock(mutex_);
  if (count == 0 || is_closed_) return 0;
  std::string_view const text(bytes, static_cast<std::size_t>(count));
  std::string const shown = characters_ == Characters::all ? std::string(text) : printable_.next(text);
  waiting_ += shown;
  if (!shown.empty()) line_is_open_ = shown.back() != '\n';
  if (waiting_.size() >= interruptible_output::most_waiting) write_waiting();
  return has_failed_ ? 0 : count;
}

int InterruptibleOutput::sync() {
  std::unique_lock<std::timed_mutex> const lock(mutex_);
  write_waiting();
  return has_failed_ ? -1 : 0;
}

void InterruptibleOutput::write_waiting() {
  std::string_view rest = waiting_;
  while (!rest.empty() && !has_failed_) {
    ssize_t const written = ::write(descriptor_, rest.data(), rest.size());
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    has_failed_ = written < 0 && errno != EINTR;
  }
  waiting_.clear();
}

void end_on_interrupt(InterruptibleOutput& output, Interrupts& interrupts) {
  struct sigaction current {};
  sigaction(SIGINT, nullptr, &current);
  if (current.sa_handler == SIG_IGN) return;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  // Blocked here and so in all threads to come, an interrupt waits for the one that asks for it.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([&output, &interrupts, signals] {
    int received = 0;
    do {
      sigwait(&signals, &received);
    } while (interrupts.raise() == Interrupts::Heard::yes);
    output.close();
    ::_exit(interrupted_code);
  }).detach();
}

}  // namespace prompty::cli
