#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/files/text_file.hpp"
#include "harness/vectors/canonical_json.hpp"
#include "harness/vectors/vector_file.hpp"

namespace conformance {
namespace {

struct FormatOptions {
  std::vector<std::string> files;
};

int format(FormatOptions const& options) {
  for (std::string const& file : options.files) {
    std::string const text = read_file(file);
    std::string const formatted = canonical_json(parse_json_file(text, file));
    if (text == formatted) continue;
    write_file(file, formatted);
    std::cout << fmt::format("formatted {}\n", file);
  }
  return 0;
}

}  // namespace

void add_format_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<FormatOptions>();
  CLI::App* const command = app.add_subcommand("format", "Rewrite vector files in their canonical form");
  command->footer("Example: prompty-conformance format vectors/wire/openai-chat/parts.json");
  command->add_option("files", options->files, "Vector files")->required();
  command->callback([options, &line] { line.exit_code = format(*options); });
}

}  // namespace conformance
