#include "harness/carried/yaml_scalars.hpp"

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string_view>

namespace conformance {
namespace yaml_scalars {
namespace {

/// A scalar in a file, its quotes included.
struct Scalar {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool ends_line(std::string const& file, std::size_t at) {
  return at == file.size() || file[at] == '\n' || file.compare(at, 2, "\r\n") == 0;
}

/// The scalar that the text at this place is the whole of.
std::optional<Scalar> scalar_at(std::string const& file, std::size_t at, std::size_t size) {
  Scalar scalar{.begin = at, .end = at + size};
  bool const is_quoted = at > 0 && (file[at - 1] == '"' || file[at - 1] == '\'') && scalar.end < file.size() &&
                         file[scalar.end] == file[at - 1];
  if (is_quoted) {
    --scalar.begin;
    ++scalar.end;
  }
  if (scalar.begin < 2 || !ends_line(file, scalar.end)) return std::nullopt;
  std::string_view const before = std::string_view(file).substr(scalar.begin - 2, 2);
  if (before != ": " && before != "- ") return std::nullopt;
  return scalar;
}

std::string double_quoted(std::string const& text) {
  YAML::Emitter emitter;
  emitter.SetOutputCharset(YAML::EscapeNonAscii);
  emitter << YAML::DoubleQuoted << text;
  return {emitter.c_str(), emitter.size()};
}

}  // namespace
}  // namespace yaml_scalars

bool stands_as_scalar(std::string const& text, std::string const& file) {
  std::size_t at = file.find(text);
  if (at == std::string::npos) return false;
  for (; at != std::string::npos; at = file.find(text, at + text.size())) {
    if (!yaml_scalars::scalar_at(file, at, text.size())) return false;
  }
  return true;
}

std::string with_scalar(std::string file, std::string const& text, std::string const& instead) {
  std::string const quoted = yaml_scalars::double_quoted(instead);
  for (std::size_t at = file.find(text); at != std::string::npos; at = file.find(text, at)) {
    std::optional<yaml_scalars::Scalar> const scalar = yaml_scalars::scalar_at(file, at, text.size());
    if (!scalar) {
      at += text.size();
      continue;
    }
    file.replace(scalar->begin, scalar->end - scalar->begin, quoted);
    at = scalar->begin + quoted.size();
  }
  return file;
}
}  // namespace conformance
