#include "cli/console.hpp"

#include <histedit.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cwchar>
#include <istream>
#include <thread>

namespace prompty::cli {
namespace {

constexpr int max_remembered = 1000;
constexpr std::size_t buffer_bytes = 65'536;
constexpr std::chrono::seconds lock_timeout{1};
constexpr int shutdown_timeout_ms = 1000;
constexpr int no_timeout = -1;

/// Shared by the working thread and the one that waits for it.
struct Progress {
  FileDescriptor const ended{::eventfd(0, EFD_CLOEXEC)};
  std::exception_ptr failure;  ///< to be read once it has ended

  /// Waits for the end of the work, for `other` to be readable or for the timeout; whether the work has ended.
  [[nodiscard]] bool wait(int other, int milliseconds) const {
    std::array<pollfd, 2> polled = {pollfd{ended.get(), POLLIN, 0}, pollfd{other, POLLIN, 0}};
    ::poll(polled.data(), polled.size(), milliseconds);
    return polled[0].revents != 0;
  }
};

/// libedit's line editor, which reads its keys through `next_key`, so that an interrupt ends the reading.
class TerminalLines final : public LineReader {
 public:
  explicit TerminalLines(Interrupts const& interrupts) : interrupts_(interrupts) {
    // Keys and what is shown of them are UTF-8, whatever the environment says.
    std::setlocale(LC_CTYPE, "C.UTF-8");
    editor_ = ::el_init("prompty", stdin, stdout, stderr);
    history_ = ::history_init();
    HistEvent event{};
    ::history(history_, &event, H_SETSIZE, max_remembered);
    ::history(history_, &event, H_SETUNIQUE, 1);
    ::el_set(editor_, EL_CLIENTDATA, this);
    ::el_set(editor_, EL_PROMPT, &TerminalLines::prompt_of);
    ::el_set(editor_, EL_EDITOR, "emacs");
    ::el_set(editor_, EL_HIST, &::history, history_);
    ::el_set(editor_, EL_GETCFN, &TerminalLines::next_key);
    ::el_source(editor_, nullptr);
  }
  ~TerminalLines() override {
    ::el_end(editor_);
    ::history_end(history_);
  }
  TerminalLines(TerminalLines const&) = delete;
  TerminalLines& operator=(TerminalLines const&) = delete;

  [[nodiscard]] bool is_typed() const override { return true; }

  [[nodiscard]] std::variant<std::string, LineEnd> read(std::string const& prompt) override {
    prompt_ = prompt;
    is_interrupted_ = false;
    ::el_resize(editor_);
    // The library shows the prompt before it takes the keys over; a Ctrl-D in between would be lost.
    ::el_set(editor_, EL_PREP_TERM, 1);
    int count = 0;
    char const* const typed = ::el_gets(editor_, &count);
    if (is_interrupted_) return LineEnd::interrupted;
    if (typed == nullptr || count <= 0) return LineEnd::ended;
    std::string line(typed, static_cast<std::size_t>(count));
    if (line.back() == '\n') line.pop_back();
    HistEvent event{};
    if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
    return line;
  }

 private:
  static TerminalLines& of(EditLine* editor) {
    void* self = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &self);
    return *static_cast<TerminalLines*>(self);
  }

  static char* prompt_of(EditLine* editor) { return of(editor).prompt_.data(); }

  /// 1 for a character, 0 at the end, -1 for an interrupt.
  static int next_key(EditLine* editor, wchar_t* key) { return of(editor).wait_for_key(*key); }

  int wait_for_key(wchar_t& key) {
    std::mbstate_t state{};
    while (true) {
      char byte = 0;
      int const count = wait_for_byte(byte);
      if (count <= 0) return count;
      std::size_t const used = std::mbrtowc(&key, &byte, 1, &state);
      if (used <= 1) return 1;
      // Bytes that are not UTF-8 are skipped.
      if (used == static_cast<std::size_t>(-1)) state = {};
    }
  }

  int wait_for_byte(char& byte) {
    std::array<pollfd, 2> polled = {pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{interrupts_.descriptor(), POLLIN, 0}};
    while (true) {
      ::poll(polled.data(), polled.size(), -1);
      is_interrupted_ = polled[1].revents != 0;
      if (is_interrupted_) return -1;
      if (polled[0].revents == 0) continue;
      ssize_t const count = ::read(STDIN_FILENO, &byte, 1);
      if (count >= 0 || errno != EINTR) return count > 0 ? 1 : 0;
    }
  }

  Interrupts const& interrupts_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  std::string prompt_;
  bool is_interrupted_ = false;
};

}  // namespace

Interrupts::Interrupts() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

bool Interrupts::raise() {
  if (listeners_ == 0) return false;
  ::eventfd_write(descriptor(), 1);
  return true;
}

bool Interrupts::take() {
  eventfd_t count = 0;
  return ::eventfd_read(descriptor(), &count) == 0;
}

void InterruptibleOutput::close() {
  // A write to a reader that does not read may hold the lock. The thread sanitizer of clang 14 knows no lock that waits
  // by the steady clock.
  std::unique_lock<std::timed_mutex> const lock(mutex_, std::chrono::system_clock::now() + lock_timeout);
  if (!lock) return;
  if (line_is_open_) waiting_ += '\n';
  write_waiting();
  is_closed_ = true;
}

std::streamsize InterruptibleOutput::xsputn(char const* bytes, std::streamsize count) {
  std::unique_lock<std::timed_mutex> const lock(mutex_);
  if (count == 0 || is_closed_) return 0;
  std::string_view const text(bytes, static_cast<std::size_t>(count));
  std::string const shown = characters_ == Characters::all ? std::string(text) : printable_.next(text);
  waiting_ += shown;
  if (!shown.empty()) line_is_open_ = shown.back() != '\n';
  if (waiting_.size() >= buffer_bytes) write_waiting();
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
    } while (interrupts.raise());
    output.close();
    ::_exit(interrupted_code);
  }).detach();
}

Ending run_interruptibly(std::function<void()> work, Cancellation const& cancellation, Interrupts& interrupts) {
  std::shared_ptr<Progress> const progress = std::make_shared<Progress>();
  std::thread worker([work = std::move(work), progress]() mutable {
    try {
      // What the work owns is gone before its end is announced.
      std::exchange(work, nullptr)();
    } catch (...) {
      progress->failure = std::current_exception();
    }
    ::eventfd_write(progress->ended.get(), 1);
  });
  bool const is_undisturbed = progress->wait(interrupts.descriptor(), no_timeout);
  if (!is_undisturbed) cancellation.request();
  bool const has_ended = is_undisturbed || progress->wait(-1, shutdown_timeout_ms);
  if (!has_ended) {
    interrupts.leave_work_behind();
    worker.detach();
    return Ending::interrupted;
  }
  worker.join();
  if (!is_undisturbed && progress->failure) return Ending::interrupted;
  if (progress->failure) std::rethrow_exception(progress->failure);
  return Ending::done;
}

std::variant<std::string, LineEnd> StreamLines::read(std::string const& /*prompt*/) {
  std::string line;
  if (!std::getline(in_, line)) return LineEnd::ended;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

std::unique_ptr<LineReader> terminal_lines(Interrupts const& interrupts) {
  return std::make_unique<TerminalLines>(interrupts);
}

}  // namespace prompty::cli
