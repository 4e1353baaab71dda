#include "prompty/load/load.hpp"

#include <utility>

#include "prompty/load/errors.hpp"
#include "prompty/load/prompt_file.hpp"

namespace prompty {
namespace load_file {
namespace {

PromptyAgent build(PromptFile const& file) {
  try {
    return prompt_file::build_agent(file, {});
  } catch (ValueError const& wrong) {
    throw errors::placed(wrong, prompt_file::place_of(file, wrong.explanation().property_path));
  }
}

}  // namespace
}  // namespace load_file

PromptyAgent load(std::filesystem::path const& path, LoadOptions const& options) {
  std::string const name = prompt_file::absolute_name(path);
  return load_text(prompt_file::read(name), name, options);
}

PromptyAgent load_text(std::string_view content, std::string const& name, LoadOptions const& options) {
  PromptFile file = prompt_file::open(content, name);
  // P2.11-02, P4.1-06: before short forms are expanded, so a file referred to may hold one; the agent keeps the values.
  prompt_file::resolve_references(file, options, {});
  return load_file::build(file);
}

std::future<PromptyAgent> load_async(std::filesystem::path path, LoadOptions options) {
  return std::async(std::launch::async,
                    [path = std::move(path), options = std::move(options)] { return load(path, options); });
}

}  // namespace prompty
