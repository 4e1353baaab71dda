#include "bench/mock/answer_scanner.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace bench {
namespace {

constexpr std::string_view last_chunk = "0\r\n\r\n";

}  // namespace

bool AnswerScanner::is_complete_with(std::string_view bytes) {
  if (!has_head_) {
    head_ += bytes;
    std::size_t const end = head_.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    std::string const body = head_.substr(end + 4);
    head_.resize(end + 2);
    read_head();
    return is_complete_with(body);
  }
  if (!is_chunked_) {
    missing_ -= std::min(missing_, bytes.size());
    return missing_ == 0;
  }
  tail_ += bytes.substr(bytes.size() - std::min(bytes.size(), last_chunk.size()));
  if (tail_.size() > last_chunk.size()) tail_.erase(0, tail_.size() - last_chunk.size());
  return tail_ == last_chunk;
}

void AnswerScanner::read_head() {
  if (!head_.starts_with("HTTP/1.1 200 ")) throw std::runtime_error("a server answered: " + head_);
  has_head_ = true;
  std::transform(head_.begin(), head_.end(), head_.begin(),
                 [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
  std::size_t const length = head_.find("\r\ncontent-length:");
  is_chunked_ = length == std::string::npos;
  if (!is_chunked_) missing_ = std::stoul(head_.substr(head_.find(':', length) + 1));
}

}  // namespace bench
