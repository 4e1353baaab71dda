#include "mock-provider/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace mock_provider::base64 {

std::string encoded(std::string_view bytes) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t start = 0; start < bytes.size(); start += 3) {
    std::size_t const count = std::min<std::size_t>(3, bytes.size() - start);
    std::uint32_t group = 0;
    for (std::size_t index = 0; index < 3; ++index) {
      group = group * 256 + (index < count ? static_cast<unsigned char>(bytes[start + index]) : 0U);
    }
    for (std::size_t index = 0; index < 4; ++index) {
      result += index <= count ? alphabet[(group >> (18 - 6 * index)) % 64] : '=';
    }
  }
  return result;
}

}  // namespace mock_provider::base64
