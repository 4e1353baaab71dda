#include "mock-provider/escaped_letters.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>

namespace mock_provider {
namespace escaped_letters_of {
namespace {

bool is_beyond_ascii(char byte) {
  return (static_cast<unsigned char>(byte) & 0x80U) != 0;
}

std::string escaped(std::string const& run) {
  std::string const quoted = nlohmann::json(run).dump(-1, ' ', true);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace
}  // namespace escaped_letters_of

std::string escaped_letters(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && escaped_letters_of::is_beyond_ascii(text[end])) ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    std::string const run(text.substr(at, end - at));
    try {
      result += escaped_letters_of::escaped(run);
    } catch (nlohmann::json::type_error const&) {
      result += run;
    }
    at = end;
  }
  return result;
}

}  // namespace mock_provider
