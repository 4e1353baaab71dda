#include "harness/subject/output_tail.hpp"

#include <algorithm>

#include "harness/subject/readable_text.hpp"

namespace conformance {
namespace output_tail {
namespace {

constexpr std::size_t longest_utf8_character = 4;

std::string_view without_cut_character(std::string_view bytes) {
  std::size_t skipped = 0;
  while (skipped < bytes.size() && skipped < longest_utf8_character - 1 &&
         (static_cast<unsigned char>(bytes[skipped]) & 0xC0U) == 0x80U) {
    ++skipped;
  }
  return bytes.substr(skipped);
}

}  // namespace
}  // namespace output_tail

void OutputTail::append(std::string_view bytes) {
  std::lock_guard const lock(mutex_);
  written_ += bytes.size();
  kept_.append(bytes.substr(bytes.size() - std::min(bytes.size(), capacity_)));
  if (kept_.size() > 2 * capacity_) kept_.erase(0, kept_.size() - capacity_);
}

std::uint64_t OutputTail::written() const {
  std::lock_guard const lock(mutex_);
  return written_;
}

std::string OutputTail::since(std::uint64_t mark) const {
  std::lock_guard const lock(mutex_);
  std::uint64_t const fresh = written_ - std::min(mark, written_);
  std::size_t const shown = static_cast<std::size_t>(
      std::min({fresh, static_cast<std::uint64_t>(capacity_), static_cast<std::uint64_t>(kept_.size())}));
  std::string_view const end = std::string_view(kept_).substr(kept_.size() - shown);
  bool const cut = shown < fresh;
  return printable_text(cut ? output_tail::without_cut_character(end) : end);
}

}  // namespace conformance
