#include "cli/console.hpp"

#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <istream>

namespace prompty::cli {

namespace {

constexpr int max_remembered = 1000;

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
    std::string_view line(typed, static_cast<std::size_t>(count));
    if (line.back() == '\n') line.remove_suffix(1);
    std::string const text(line);
    remember(text);
    return text;
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

  void remember(std::string const& line) {
    HistEvent event{};
    if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
  }

  Interrupts const& interrupts_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  std::string prompt_;
  bool is_interrupted_ = false;
};

}  // namespace

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
