#include "prompty/load/yaml_value.hpp"

#include <fmt/core.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "prompty/load/yaml_reporter.hpp"
#include "prompty/load/yaml_tree_builder.hpp"

namespace prompty::yaml {
namespace {

bool is_forbidden_control(char c) {
  unsigned char const byte = static_cast<unsigned char>(c);
  return byte == 0x7F || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r');
}

}  // namespace

Json parse(std::string_view text, Source const& source, Limits const& limits) {
  Reporter const reporter(text, source);
  if (text.size() > limits.bytes) reporter.fail(0, fmt::format("more than {} bytes of properties", limits.bytes));
  // yaml-cpp takes some control characters for the end of the text and would drop what follows.
  std::string_view::const_iterator const control = std::find_if(text.begin(), text.end(), is_forbidden_control);
  if (control != text.end()) {
    reporter.fail(static_cast<std::size_t>(control - text.begin()), "YAML allows no control characters; remove it");
  }

  std::istringstream stream{std::string(text)};
  TreeBuilder builder(text, reporter, limits);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (YAML::Exception const& problem) {
    reporter.fail(problem.mark, problem.msg);
  }
  return builder.take_root();
}

}  // namespace prompty::yaml
