#include "fuzz/support/memory_channel.hpp"

#include <algorithm>
#include <chrono>

namespace prompty_fuzz {
namespace {

constexpr int no_descriptor = -1;
constexpr mock_provider::http::Patience endless{.silence = std::chrono::hours(1), .total = std::chrono::hours(1)};

}  // namespace

MemoryChannel::MemoryChannel(std::string_view bytes, std::size_t piece)
    : Channel(no_descriptor, endless), rest_(bytes), piece_(piece) {}

std::size_t MemoryChannel::read(std::span<char> room) {
  std::size_t const count = peek(room);
  rest_.remove_prefix(count);
  return count;
}

std::size_t MemoryChannel::peek(std::span<char> room) {
  std::size_t const count = std::min({piece_, room.size(), rest_.size()});
  std::copy_n(rest_.begin(), count, room.begin());
  return count;
}

bool MemoryChannel::write(std::string_view bytes) {
  written_ += bytes;
  return true;
}

}  // namespace prompty_fuzz
