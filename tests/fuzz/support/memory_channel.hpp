#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mock-provider/http/channel.hpp"

namespace prompty_fuzz {

/// A connection of the mock on which bytes come from memory, at most so many at a time, and what is written stays
/// there.
class MemoryChannel final : public mock_provider::http::Channel {
 public:
  /// `bytes` must outlive it.
  MemoryChannel(std::string_view bytes, std::size_t piece);

  [[nodiscard]] std::size_t read(std::span<char> room) override;
  [[nodiscard]] std::size_t peek(std::span<char> room) override;
  [[nodiscard]] bool write(std::string_view bytes) override;
  void finish() override {}

  [[nodiscard]] std::string const& written() const { return written_; }

 private:
  std::string_view rest_;
  std::size_t const piece_;
  std::string written_;
};

}  // namespace prompty_fuzz
