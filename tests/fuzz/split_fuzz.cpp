#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/load/load.hpp"
#include "support/temporary_folder.hpp"

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

// What is split is loaded, or refused with an error of its own; what cannot be split is not loaded. Without frontmatter
// the body is the prompt, unless it is a reference.
void check_loaded(std::string const& content, std::optional<prompty::frontmatter::Halves> const& halves) {
  try {
    prompty::PromptyAgent const agent = prompty::load_text(content, "prompt.prompty", {.environment = {}});
    if (!halves) std::abort();
    bool const may_refer = halves->body.find("${") != std::string::npos;
    if (!halves->block && !may_refer && agent.instructions != halves->body) std::abort();
  } catch (prompty::Error const&) {
    return;
  }
}

// A file gives what its content gives. Writing costs time, so that this is tried on some inputs only.
void check_file(std::string const& content) {
  static prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("prompt.prompty", content);
  auto const instructions_by = [](auto const& load) -> std::optional<std::string> {
    try {
      return load().instructions;
    } catch (prompty::Error const&) {
      return std::nullopt;
    }
  };
  prompty::LoadOptions const options = {.environment = {}};
  if (instructions_by([&] { return prompty::load(path, options); }) !=
      instructions_by([&] { return prompty::load_text(content, path, options); }))
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const content(data, data + size);
  std::optional<prompty::frontmatter::Halves> halves;
  try {
    halves = prompty::frontmatter::split(content);
    check(content, *halves);
  } catch (prompty::ValueError const&) {
  }
  check_loaded(content, halves);
  if (size % 16 == 0) check_file(content);
  return 0;
}
