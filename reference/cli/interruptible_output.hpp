#pragma once

#include <cstdint>
#include <mutex>
#include <streambuf>
#include <string>

#include "cli/display_width.hpp"
#include "cli/interrupts.hpp"

namespace prompty::cli {

/// Whether text goes out as it is, or without what would command a terminal: a model may write escape sequences.
enum class Characters : std::uint8_t { all, printable };

/// Writes to a file descriptor, and can be ended from another thread so that no line is left half-written without its
/// end. Bytes wait until they are flushed or many.
class InterruptibleOutput final : public std::streambuf {
 public:
  explicit InterruptibleOutput(int descriptor, Characters characters = Characters::all)
      : descriptor_(descriptor), characters_(characters) {}
  ~InterruptibleOutput() override;
  InterruptibleOutput(InterruptibleOutput const&) = delete;
  InterruptibleOutput& operator=(InterruptibleOutput const&) = delete;

  /// Writes what waits and ends a line that is open; what comes later is dropped. Safe from any thread.
  void close();

 protected:
  int_type overflow(int_type character) override;
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

}  // namespace prompty::cli
