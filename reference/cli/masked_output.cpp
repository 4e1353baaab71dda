#include "cli/masked_output.hpp"

#include <ostream>
#include <utility>

namespace prompty::cli {

MaskedOutput::MaskedOutput(std::ostream& out, std::shared_ptr<Secrets const> secrets)
    : out_(out), secrets_(std::move(secrets)) {}

MaskedOutput::~MaskedOutput() {
  pass_on(std::exchange(open_line_, {}));
}

MaskedOutput::int_type MaskedOutput::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  char const written = traits_type::to_char_type(character);
  take({&written, 1});
  return character;
}

std::streamsize MaskedOutput::xsputn(char const* characters, std::streamsize count) {
  take({characters, static_cast<std::size_t>(count)});
  return count;
}

int MaskedOutput::sync() {
  std::lock_guard<std::mutex> const lock(mutex_);
  pass_on(std::exchange(open_line_, {}));
  out_.flush();
  return out_.good() ? 0 : -1;
}

void MaskedOutput::take(std::string_view text) {
  std::lock_guard<std::mutex> const lock(mutex_);
  open_line_ += text;
  std::size_t done = 0;
  for (std::size_t end = open_line_.find('\n'); end != std::string::npos; end = open_line_.find('\n', done)) {
    pass_on(std::string_view(open_line_).substr(done, end - done));
    out_ << '\n';
    done = end + 1;
  }
  open_line_.erase(0, done);
}

void MaskedOutput::pass_on(std::string_view line) {
  if (!line.empty()) out_ << secrets_->masked(line);
}

}  // namespace prompty::cli
