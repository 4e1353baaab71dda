#include "prompty/load/yaml_value.hpp"

#include <fmt/core.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "prompty/core/utf8.hpp"
#include "prompty/load/yaml_reporter.hpp"
#include "prompty/load/yaml_tree_builder.hpp"
#include "prompty/load/yaml_wording.hpp"

namespace prompty::yaml {
namespace {

bool is_forbidden_control(char c) {
  unsigned char const byte = static_cast<unsigned char>(c);
  return byte == 0x7F || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r');
}

// yaml-cpp keeps what it has read of nested flow values, as each could still become a key, before it tells of the
// first.
constexpr std::size_t most_open_brackets = 100'000;

std::optional<std::size_t> first_bracket_too_many(std::string_view text) {
  std::size_t open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if ((c == '[' || c == '{') && ++open > most_open_brackets) return at;
    if ((c == ']' || c == '}') && open > 0) --open;
  }
  return std::nullopt;
}

}  // namespace

Document parse_document(std::string_view text, Source const& source, Limits const& limits) {
  Reporter const reporter(text, source);
  if (text.size() > limits.bytes) reporter.fail(0, fmt::format("more than {} bytes of YAML", limits.bytes));
  // yaml-cpp takes some control characters for the end of the text and would drop what follows.
  std::string_view::const_iterator const control = std::find_if(text.begin(), text.end(), is_forbidden_control);
  if (control != text.end()) {
    reporter.fail(static_cast<std::size_t>(control - text.begin()), "YAML allows no control characters; remove it");
  }

  if (std::optional<std::size_t> const bracket = first_bracket_too_many(text)) {
    reporter.fail(*bracket, fmt::format("more than {} brackets are open here", most_open_brackets));
  }

  std::istringstream stream{std::string(text)};
  TreeBuilder builder(text, reporter, limits);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (YAML::Exception const& problem) {
    // P2.1-08: what has been built so far is dropped, so that half a block makes no agent.
    reporter.fail(problem.mark, clearer(problem.msg));
  }
  return builder.take_root();
}

Json parse(std::string_view text, Source const& source, Limits const& limits) {
  return std::move(parse_document(text, source, limits).value);
}

Place place_at(std::string_view text, std::size_t offset, Source const& source) {
  std::string_view const before = text.substr(0, std::min(offset, text.size()));
  std::size_t const breaks = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  std::size_t const column =
      breaks == 0 ? source.column + utf8::length(before) : 1 + utf8::length(before.substr(before.rfind('\n') + 1));
  return {source.file, source.line + breaks, column};
}

}  // namespace prompty::yaml
