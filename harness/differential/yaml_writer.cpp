#include "harness/differential/yaml_writer.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace conformance::differential {
namespace yaml_writer {
namespace {

bool is_plain(std::string const& text) {
  if (text.empty() || text.front() == '-' || text.front() == '.' || text.front() == ':') return false;
  return std::all_of(text.begin(), text.end(), [](char sign) {
    return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_' || sign == '.' || sign == '-' ||
           static_cast<unsigned char>(sign) >= 0x80U;
  });
}

bool fits_block(std::string const& text) {
  bool const has_odd_signs = std::any_of(
      text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) < 0x20U && sign != '\n'; });
  return text.find('\n') != std::string::npos && !has_odd_signs && text.front() != ' ' && text.front() != '\n' &&
         text.back() == '\n' && text.find("\n\n", text.size() - 2) == std::string::npos;
}

std::string single_quoted(std::string const& text) {
  std::string quoted = "'";
  for (char const sign : text) quoted += sign == '\'' ? "''" : std::string(1, sign);
  return quoted + "'";
}

std::string block_scalar(std::string const& text, std::string const& indent) {
  std::string written = "|\n";
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = text.find('\n', at);
    std::string const line = text.substr(at, end - at);
    written += (line.empty() ? "" : indent + line) + "\n";
    at = end + 1;
  }
  return written.substr(0, written.size() - 1);
}

std::string scalar(Dice& dice, Json const& value, std::string const& indent) {
  if (value.is_null() && dice.one_in(3)) return dice.one_in(2) ? "~" : "";
  if (!value.is_string()) return value.dump();
  std::string text = value.get<std::string>();
  if (is_plain(text) && dice.one_in(2)) return text;
  if (fits_block(text) && dice.one_in(2)) return block_scalar(text, indent + "  ");
  bool const is_on_one_line =
      std::none_of(text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) < 0x20U; });
  if (is_on_one_line && dice.one_in(3)) return single_quoted(text);
  return value.dump();
}

std::string key(Dice& dice, std::string const& name) {
  return is_plain(name) && !dice.one_in(10) ? name : Json(name).dump();
}

std::string below(Dice& dice, Json const& value, std::string const& indent);

/// Behind a key or a dash: a scalar or a flow on the same line, or a block on the next ones.
std::string behind(Dice& dice, Json const& value, std::string const& indent) {
  if (!value.is_structured()) {
    std::string const written = scalar(dice, value, indent);
    return (written.empty() ? "" : " " + written) + "\n";
  }
  if (value.empty() || dice.one_in(4)) return " " + value.dump() + "\n";
  return "\n" + below(dice, value, indent + "  ");
}

std::string below(Dice& dice, Json const& value, std::string const& indent) {
  std::string written;
  if (value.is_array()) {
    for (Json const& element : value) written += indent + "-" + behind(dice, element, indent);
    return written;
  }
  for (auto const& [name, member] : value.items()) {
    if (dice.one_in(30)) written += indent + "# a note\n";
    written += indent + key(dice, name) + ":" + behind(dice, member, indent);
  }
  return written;
}

}  // namespace
}  // namespace yaml_writer

std::string yaml_text(Dice& dice, Json const& value) {
  if (value.is_object() && value.empty()) return "";
  if (!value.is_structured()) return yaml_writer::scalar(dice, value, "") + "\n";
  return yaml_writer::below(dice, value, "");
}

}  // namespace conformance::differential
