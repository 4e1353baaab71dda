#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace conformance {

/// The last few KiB of an endless stream of bytes. Safe to use from several threads; appending never blocks on a
/// reader.
class OutputTail {
 public:
  explicit OutputTail(std::size_t capacity_bytes) : capacity_(capacity_bytes) {}

  void append(std::string_view bytes);

  /// How many bytes were ever appended; a mark for `since`.
  [[nodiscard]] std::uint64_t written() const;

  /// What was appended after `mark`, at most the capacity, as `printable_text` (a character cut at the front is left
  /// out, other bytes that are no UTF-8 become U+FFFD).
  [[nodiscard]] std::string since(std::uint64_t mark) const;

 private:
  std::size_t const capacity_;
  mutable std::mutex mutex_;
  std::string kept_;
  std::uint64_t written_ = 0;
};

}  // namespace conformance
