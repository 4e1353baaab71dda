#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/message.hpp"
#include "prompty/parse/messages.hpp"
#include "prompty/parse/role_marker.hpp"

namespace {

constexpr char const* nonce = "5f0c9a7be1d24836";

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool holds_tag(prompty::Message const& message) {
  if (message.metadata.contains("nonce")) return true;
  for (prompty::ContentPart const& part : message.content) {
    prompty::TextPart const* const text = std::get_if<prompty::TextPart>(&part);
    if (text != nullptr && text->value.find(nonce) != std::string::npos) return true;
  }
  return false;
}

// Nothing else may be refused than a marker with a nonce of its own or reserved metadata, and one that needs an engine:
// tags and carriage returns stand where rendering would leave a line end or nothing.
bool may_be_refused(std::string const& text, std::vector<prompty::Message> const& plain) {
  if (lowered(text).find("nonce") != std::string::npos || text.find_first_of("{\r") != std::string::npos) return true;
  return std::any_of(plain.begin(), plain.end(), [](prompty::Message const& message) {
    for (auto const& [key, value] : message.metadata.items()) {
      if (prompty::role_marker::is_reserved_key(key)) return true;
    }
    return false;
  });
}

prompty::RichValues rich_values() {
  prompty::Message const turn{.role = "assistant", .content = {prompty::TextPart{.value = "Hi"}}};
  return {{"0123456789abcdef", {.input = "h", .value = std::vector<prompty::Message>{turn}}},
          {"89abcdef", {.input = "e", .value = std::vector<prompty::Message>{}}},
          {"fedcba98", {.input = "i", .value = prompty::ContentPart(prompty::ImagePart{.value = "x"})}}};
}

}  // namespace

// A text parses; as a template without an engine it opens the same messages when its markers are tagged as it does
// untagged or fewer, and the tag is in none of them.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static std::shared_ptr<prompty::Parser const> const parser = prompty::make_prompty_parser();
  std::string const text(data, data + size);
  // No input knows the nonce, in any case, which a filter of the template may change.
  if (lowered(text).find(nonce) != std::string::npos) return 0;
  prompty::PromptyAgent const agent;
  static prompty::RichValues const values = rich_values();
  std::vector<prompty::Message> const plain = parser->parse(agent, text);
  static_cast<void>(prompty::threads::splice(plain, values));
  try {
    std::vector<prompty::Message> const tagged = parser->parse_tagged(agent, parser->tag(text, nonce), nonce);
    if (tagged.size() > plain.size()) std::abort();
    for (prompty::Message const& message : tagged) {
      if (holds_tag(message)) std::abort();
    }
  } catch (prompty::ValueError const&) {
    if (!may_be_refused(text, plain)) std::abort();
  }
  return 0;
}
