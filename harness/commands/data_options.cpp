#include <CLI/CLI.hpp>

#include "harness/commands/command.hpp"

namespace conformance {

void DataOptions::add_to(CLI::App& command) {
  command.add_option("--vectors", vectors, "Folder of the vectors (default: those that come with this program)");
  command.add_option("--spec", spec, "Folder of the specification pages (default: those that come with this program)");
}

}  // namespace conformance
