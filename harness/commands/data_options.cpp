#include <CLI/CLI.hpp>

#include "harness/commands/command.hpp"
#include "harness/files/embedded_files.hpp"

namespace conformance {

void DataOptions::add_to(CLI::App& command) {
  command.add_option("--vectors", vectors, "Folder of the vectors (default: those that come with this program)");
  command.add_option("--spec", spec, "Folder of the specification pages (default: those that come with this program)");
}

DataFolders DataOptions::folders() const {
  return find_data_folders(vectors, spec, {.program = program_path(), .embedded = embedded_files()});
}

}  // namespace conformance
