#include "harness/subject/line_reader.hpp"

namespace conformance {

void LineReader::feed(std::string_view bytes) {
  if (overlong_) return;
  buffer_.erase(0, start_);
  searched_ -= start_;
  start_ = 0;
  buffer_.append(bytes);
}

std::optional<std::string> LineReader::next_line() {
  if (overlong_) return std::nullopt;
  std::size_t const end = buffer_.find('\n', searched_);
  searched_ = end == std::string::npos ? buffer_.size() : end;
  if (searched_ - start_ > max_line_bytes_) {
    overlong_ = true;
    return std::nullopt;
  }
  if (end == std::string::npos) return std::nullopt;
  std::string line = buffer_.substr(start_, end - start_);
  start_ = end + 1;
  searched_ = start_;
  return line;
}

}  // namespace conformance
