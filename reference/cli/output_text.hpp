#pragma once

#include <mutex>
#include <ostream>
#include <streambuf>

#include "prompty/core/error.hpp"
#include "prompty/core/stream.hpp"
#include "prompty/load/check.hpp"

namespace prompty::cli {

/// `text` (UTF-8) on one line that moves no cursor: a tab becomes four blanks, any other control character one.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` (UTF-8) without control characters but tabs and line ends, so that a terminal does nothing but show it.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// `printable_lines` of a text that comes in pieces, which may be cut within a character.
class PrintablePieces {
 public:
  [[nodiscard]] std::string next(std::string_view piece);

 private:
  bool holds_first_byte_ = false;
};

/// How many columns of a terminal `text` (UTF-8, printable) takes: two for a wide character, none for one that joins
/// the character before it.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The byte offset of the code point with this number (from 0) in `text` (UTF-8); its size when there are fewer.
[[nodiscard]] std::size_t offset_of_code_point(std::string_view text, std::size_t number);

/// `value` with each string under a key that names a secret (such as apiKey, clientSecret, password, accessToken or
/// authorization, at any depth) replaced by `[REDACTED]`.
[[nodiscard]] Json with_secrets_masked(Json value);

/// A line of a source file with `[REDACTED]` in place of the value behind the name of a secret and a `:` or `=`, up to
/// the end of the line where that of the value is not clear. References and template expressions stay.
[[nodiscard]] std::string with_named_values_masked(std::string_view line);

/// Writes a problem as compilers do: `file:line:column: error: message`, the line with a caret under the column, unless
/// it may not be quoted or be read any more, and the hint. `secrets` are masked, and in the line also what stands
/// behind the name of a secret: a file that is malformed gives no values.
void write_problem(Problem const& problem, Secrets const& secrets, std::ostream& out,
                   Quoting quoting = Quoting::allowed);

/// Writes an error like a problem when its place in a file is known, otherwise as `prompty: Kind: message`.
void write_error(Error const& error, Secrets const& secrets, std::ostream& out);

/// A stream buffer that hands each character to `xsputn` at once.
class UnbufferedOutput : public std::streambuf {
 protected:
  int_type overflow(int_type character) final {
    if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
    char const byte = traits_type::to_char_type(character);
    return xsputn(&byte, 1) == 1 ? character : traits_type::eof();
  }
};

/// Writes on to another stream, line by line, with the secrets masked that are known by then. An incomplete line is
/// buffered until its end, a flush or the destruction of this.
class MaskedOutput final : public UnbufferedOutput {
 public:
  /// `out` must outlive it; `secrets` is not null.
  MaskedOutput(std::ostream& out, std::shared_ptr<Secrets const> secrets) : out_(out), secrets_(std::move(secrets)) {}
  ~MaskedOutput() override { pass_on(open_line_); }

 protected:
  std::streamsize xsputn(char const* characters, std::streamsize count) override;
  int sync() override;

 private:
  void pass_on(std::string_view line);

  std::ostream& out_;
  std::shared_ptr<Secrets const> secrets_;
  std::mutex mutex_;
  std::string open_line_;
};

/// What is printed: what a person reads, or one JSON value a line.
enum class Printing { plain, json_lines };

/// The text with a line end, unless it has one.
void print_lines(std::string_view text, std::ostream& out);

/// Writes pieces of text, flushed, that make up lines, of which the last one may still be open.
class OpenLine {
 public:
  explicit OpenLine(std::ostream& out) : out_(out) {}

  /// `piece` is not empty.
  void add(std::string_view piece) {
    out_ << piece << std::flush;
    is_open_ = piece.back() != '\n';
  }

  void end() {
    if (is_open_) out_ << '\n' << std::flush;
    is_open_ = false;
  }

 private:
  std::ostream& out_;
  bool is_open_ = false;
};

/// Plain: text as it is, structured values and tool calls as indented JSON, an embedding or image a line. As JSON:
/// `{"type", "value"}` on one line.
void print_outcome(Outcome const& outcome, Printing printing, std::ostream& out);

/// Prints the items as they come, flushed. Plain: pieces of text with a line end at the last, then the tool calls as an
/// indented list. As JSON: each item on a line, then the outcome. Throws what the stream does, behind a due line end.
void print_stream(ItemStream& items, Printing printing, std::ostream& out);

/// Writes the outcome into the file by `write_file`: images as their bytes, further ones with -2, -3 and so on before
/// the ending of the name; anything else as it would be printed. An image that is only an address is printed to `out`.
/// Throws ValueError, and writes no file of it, for an image that is neither, RuntimeError for an unwritable file.
void write_outcome(Outcome const& outcome, std::string const& path, Printing printing, std::ostream& out);

/// The bytes that a base64 text stands for, with or without a `data:` address around it. Throws ValueError for any
/// other text.
[[nodiscard]] std::string bytes_of_image(std::string_view value);

}  // namespace prompty::cli
