#include "prompty/transport/answer_meter.hpp"

namespace prompty {

AnswerMeter::AnswerMeter(HttpOptions const& options)
    : max_header_bytes_(options.max_header_bytes),
      max_answer_bytes_(options.max_answer_bytes),
      max_stream_bytes_(options.max_stream_bytes) {}

bool AnswerMeter::take(std::string_view bytes) {
  // Behind the headers these bytes may be content, which is told only once it is decompressed.
  if (!is_in_body_) count(bytes);
  if (around_content_ > max_header_bytes_) excess_ = Excess::headers;
  if (line_ > max_line_bytes) excess_ = Excess::line;
  if (is_in_body_) count(bytes);
  return excess_ == Excess::none;
}

void AnswerMeter::begin_body(BodyKind kind) {
  kind_ = kind;
  is_in_body_ = true;
  around_content_ = 0;
  line_ = 0;
}

bool AnswerMeter::take_content(std::size_t size) {
  around_content_ = 0;
  line_ = 0;
  bool const is_stream = kind_ == BodyKind::event_stream;
  std::size_t const most = is_stream ? max_stream_bytes_ : max_answer_bytes_;
  if (size > most - content_) {
    excess_ = is_stream ? Excess::stream : Excess::answer;
    return false;
  }
  content_ += size;
  return true;
}

void AnswerMeter::count(std::string_view bytes) {
  around_content_ += bytes.size();
  std::size_t const end_of_line = bytes.rfind('\n');
  if (end_of_line == std::string_view::npos) {
    line_ += bytes.size();
  } else {
    line_ = bytes.size() - end_of_line - 1;
  }
}

}  // namespace prompty
