#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/load/load.hpp"

namespace {

// Whatever the bytes are, the halves are pieces of the text in their order, or the file is refused with a ValueError.
void check(std::string_view content, prompty::frontmatter::Halves const& halves) {
  if (!content.ends_with(halves.body)) std::abort();
  if (!halves.block) return;
  std::size_t const start = content.find(halves.block->raw);
  if (start == std::string_view::npos || start + halves.block->raw.size() + halves.body.size() > content.size()) {
    std::abort();
  }
  if (halves.block->raw.find(halves.block->text) == std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const content(data, data + size);
  try {
    check(content, prompty::frontmatter::split(content));
  } catch (prompty::ValueError const&) {
    return 0;
  }
  return 0;
}
