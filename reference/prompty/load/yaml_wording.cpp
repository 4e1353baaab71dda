#include "prompty/load/yaml_wording.hpp"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace prompty::yaml {
namespace {

struct Wording {
  /// The message of yaml-cpp, or the part of it before what varies.
  std::string_view message;
  std::string_view words;
};

std::array<Wording, 16> const wordings = {{
    {YAML::ErrorMsg::MAP_VALUE,
     "a colon with a blank behind it cannot stand here; quote a text that holds one, and keep a key on one line and "
     "below "
     "1024 characters"},
    {YAML::ErrorMsg::MAP_KEY, "a question mark with a blank behind it cannot stand here; quote a text that begins so"},
    {YAML::ErrorMsg::BLOCK_ENTRY, "a dash for a list cannot stand here; begin a line with it, or quote the text"},
    {YAML::ErrorMsg::END_OF_MAP_FLOW, "a '{' is not closed before this, or a comma is missing"},
    {YAML::ErrorMsg::END_OF_SEQ_FLOW, "a '[' is not closed before this, or a comma is missing"},
    {YAML::ErrorMsg::END_OF_MAP, "this does not go on with the mapping before it; check its indentation and its colon"},
    {YAML::ErrorMsg::END_OF_SEQ, "this does not go on with the list before it; check its indentation and its dash"},
    {YAML::ErrorMsg::FLOW_END, "this bracket closes nothing; remove it, or quote the text"},
    {YAML::ErrorMsg::INVALID_ESCAPE, "no such escape; write two backslashes for one, or use single quotes"},
    {YAML::ErrorMsg::INVALID_HEX, "this escape needs more hexadecimal digits; \\x takes 2 of them, \\u 4 and \\U 8"},
    {YAML::ErrorMsg::INVALID_UNICODE, "this escape names no character"},
    {YAML::ErrorMsg::UNKNOWN_TOKEN, "this character cannot begin a value; quote the text"},
    {YAML::ErrorMsg::TAB_IN_INDENTATION, "a tab cannot indent; use spaces"},
    {YAML::ErrorMsg::UNKNOWN_ANCHOR,
     "this alias repeats a value that is not there; quote the text if it begins with an asterisk"},
    {YAML::ErrorMsg::ALIAS_NOT_FOUND, "an asterisk needs the name of a value to repeat; quote a text that begins so"},
    {YAML::ErrorMsg::CHAR_IN_BLOCK,
     "behind '|' and '>' only a digit, a plus or a minus may stand; begin the text on the next line"},
}};

}  // namespace

std::string clearer(std::string const& message) {
  std::array<Wording, 16>::const_iterator const found =
      std::find_if(wordings.begin(), wordings.end(), [&](Wording const& wording) {
        return std::string_view(message).substr(0, wording.message.size()) == wording.message;
      });
  return found == wordings.end() ? message : std::string(found->words);
}

}  // namespace prompty::yaml
