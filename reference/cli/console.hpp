#pragma once

#include "cli/output_text.hpp"
#include "prompty/tools/child_process.hpp"

namespace prompty::cli {

/// The exit code of a process that an interrupt ended.
constexpr int interrupted_code = 130;

/// The interrupts (Ctrl-C) of the process, for commands that go on after one. Safe from any thread.
class Interrupts {
 public:
  /// While it lives, interrupts wait to be taken.
  class Listening {
   public:
    explicit Listening(Interrupts& interrupts) : interrupts_(interrupts) { ++interrupts_.listeners_; }
    ~Listening() { --interrupts_.listeners_; }
    Listening(Listening const&) = delete;
    Listening& operator=(Listening const&) = delete;

   private:
    Interrupts& interrupts_;
  };

  Interrupts();

  /// Called for each interrupt; whether there is a listener. Without one the process ends.
  bool raise();

  /// Takes a waiting interrupt; whether there was one.
  bool take();

  /// A file descriptor that is readable while one waits.
  [[nodiscard]] int descriptor() const { return descriptor_.get(); }

  /// Work that ignores its cancellation goes on: the process must end without destroying what it uses.
  void leave_work_behind() { leaves_work_ = true; }
  [[nodiscard]] bool leaves_work() const { return leaves_work_; }

 private:
  FileDescriptor const descriptor_;
  std::atomic<int> listeners_ = 0;
  std::atomic<bool> leaves_work_ = false;
};

/// Whether text is written as it is, or without control characters: a model may write escape sequences.
enum class Characters : std::uint8_t { all, printable };

/// Writes to a file descriptor, and can be ended from another thread so that no line is left half-written without its
/// end. Buffered.
class InterruptibleOutput final : public UnbufferedOutput {
 public:
  explicit InterruptibleOutput(int descriptor, Characters characters = Characters::all)
      : descriptor_(descriptor), characters_(characters) {}
  ~InterruptibleOutput() override { InterruptibleOutput::sync(); }

  /// Writes the buffer and ends an open line; later output is dropped. Safe from any thread.
  void close();

 protected:
  std::streamsize xsputn(char const* bytes, std::streamsize count) override;
  int sync() override;

 private:
  void write_waiting();

  int descriptor_;
  Characters characters_;
  PrintablePieces printable_;
  std::timed_mutex mutex_;
  std::string waiting_;
  bool line_is_open_ = false;
  bool has_failed_ = false;
  bool is_closed_ = false;
};

/// From now on an interrupt (Ctrl-C) without a listener ends the process with code 130, after `output` was closed;
/// its connections end with it. Does nothing where interrupts are ignored already. Call it before any other thread is
/// started; `output` and `interrupts` must live as long as the process.
void end_on_interrupt(InterruptibleOutput& output, Interrupts& interrupts);

enum class Ending : std::uint8_t { done, interrupted };

/// Does `work` on another thread until it ends or an interrupt comes, which is left to be taken; throws what the work
/// throws. On an interrupt `cancellation` is requested, and work that does not end within a second is left behind: it
/// must own, or share, all that it uses.
[[nodiscard]] Ending run_interruptibly(std::function<void()> work, Cancellation const& cancellation,
                                       Interrupts& interrupts);

/// Why there is no line: an interrupt waits to be taken, or the input is at its end.
enum class LineEnd : std::uint8_t { interrupted, ended };

/// The input of a person or a program, line by line.
class LineReader {
 public:
  virtual ~LineReader() = default;

  /// The next line without its end. A terminal shows `prompt` before it.
  [[nodiscard]] virtual std::variant<std::string, LineEnd> read(std::string const& prompt) = 0;

  /// Whether a person types, who can answer questions.
  [[nodiscard]] virtual bool is_typed() const = 0;
};

/// The lines of a stream, which must outlive this; prompts are not shown.
class StreamLines final : public LineReader {
 public:
  explicit StreamLines(std::istream& in) : in_(in) {}

  [[nodiscard]] std::variant<std::string, LineEnd> read(std::string const& prompt) override;
  [[nodiscard]] bool is_typed() const override { return false; }

 private:
  std::istream& in_;
};

/// Lines typed at the terminal on standard input, edited with the keys of emacs, or those that ~/.editrc says, and with
/// the lines before at the arrow keys. At most one at a time; it makes the process speak UTF-8. `interrupts` must
/// outlive it.
[[nodiscard]] std::unique_ptr<LineReader> terminal_lines(Interrupts const& interrupts);

enum class InputSource : std::uint8_t { stream, terminal };

/// Streams, interrupts and secrets of a command.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Interrupts& interrupts;
  /// Lines come from the terminal on standard input, or from `in`.
  InputSource source = InputSource::stream;
  /// Masked on `err` (`MaskedOutput`). Commands add to it. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

}  // namespace prompty::cli
