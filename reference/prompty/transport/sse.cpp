#include "prompty/transport/sse.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "prompty/core/utf8.hpp"
#include "prompty/transport/errors.hpp"

namespace prompty {
namespace {

/// Where `sign` stands next, at or behind `from`; the size of the block when it does not. `known` is the place that was
/// found before, for an earlier `from`.
std::size_t next_place(std::string_view bytes, char sign, std::size_t from, std::size_t known) {
  return known >= from ? known : std::min(bytes.find(sign, from), bytes.size());
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// How many bytes of the ill-formed sequence at the start of `text` one U+FFFD stands for.
std::size_t length_of_wrong_sequence(std::string_view text) {
  // WHATWG's decoder: the longest beginning of a well-formed sequence becomes one U+FFFD.
  unsigned char const first = static_cast<unsigned char>(text.front());
  std::size_t const wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  for (std::size_t length = std::min(wanted - 1, text.size()); length > 1; --length) {
    std::string const completed = std::string(text.substr(0, length)).append(wanted - length, '\x80');
    if (!utf8::first_invalid_byte(completed)) return length;
  }
  return 1;
}

void append_well_formed(std::string& text, std::string_view bytes) {
  while (std::optional<std::size_t> const wrong = utf8::first_invalid_byte(bytes)) {
    text.append(bytes.substr(0, *wrong)).append("\xEF\xBF\xBD");
    bytes.remove_prefix(*wrong + length_of_wrong_sequence(bytes.substr(*wrong)));
  }
  text.append(bytes);
}

}  // namespace

void SseDecoder::feed(std::string_view bytes, Sink const& sink) {
  if (!at_start_) return take_lines(bytes, sink);
  mark_.append(bytes);
  bool const may_be_mark = mark_.size() < utf8::byte_order_mark.size() && utf8::byte_order_mark.starts_with(mark_);
  if (may_be_mark) return;
  at_start_ = false;
  std::string const start = std::exchange(mark_, std::string());
  take_lines(utf8::without_byte_order_mark(start), sink);
}

void SseDecoder::take_lines(std::string_view bytes, Sink const& sink) {
  // Each is looked for again only when it has been passed: linear in the size, however many lines there are.
  std::size_t line_feed = std::min(bytes.find('\n'), bytes.size());
  std::size_t carriage_return = std::min(bytes.find('\r'), bytes.size());
  std::size_t start = 0;
  while (start < bytes.size()) {
    // The second half of a CR LF, whose line was taken with the first: the event must not wait for what may never come.
    if (std::exchange(after_carriage_return_, false) && bytes[start] == '\n') {
      ++start;
      continue;
    }
    line_feed = next_place(bytes, '\n', start, line_feed);
    carriage_return = next_place(bytes, '\r', start, carriage_return);
    std::size_t const end = std::min(line_feed, carriage_return);
    std::string_view const piece = bytes.substr(start, end - start);
    if (line_.size() + data_.size() + piece.size() > max_bytes_) throw errors::event_too_large(max_bytes_);
    if (end == bytes.size()) {
      line_.append(piece);
      return;
    }
    if (line_.empty()) {
      take_line(piece, sink);
    } else {
      line_.append(piece);
      take_line(line_, sink);
      line_.clear();
    }
    after_carriage_return_ = bytes[end] == '\r';
    start = end + 1;
  }
}

void SseDecoder::take_line(std::string_view line, Sink const& sink) {
  if (line.empty()) return dispatch(sink);
  std::size_t const colon = line.find(':');
  if (colon == 0) return;
  if (colon == std::string_view::npos) return take_field(line, "");
  std::string_view value = line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  take_field(line.substr(0, colon), value);
}

void SseDecoder::take_field(std::string_view name, std::string_view value) {
  if (name == "data") {
    append_well_formed(data_, value);
    data_ += '\n';
  } else if (name == "event") {
    type_.clear();
    append_well_formed(type_, value);
  } else if (name == "id" && value.find('\0') == std::string_view::npos) {
    id_.clear();
    append_well_formed(id_, value);
  } else if (name == "retry" && is_number(value)) {
    std::int64_t milliseconds = 0;
    bool const fits = std::from_chars(value.data(), value.data() + value.size(), milliseconds).ec == std::errc();
    if (fits) retry_ = std::chrono::milliseconds(milliseconds);
  }
}

void SseDecoder::dispatch(Sink const& sink) {
  std::string const type = std::exchange(type_, std::string());
  if (data_.empty()) return;
  data_.pop_back();
  event_.type = type.empty() ? "message" : type;
  event_.data.swap(data_);
  event_.last_id = id_;
  data_.clear();
  sink(event_);
}

}  // namespace prompty
