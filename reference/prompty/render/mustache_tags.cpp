#include "prompty/render/mustache_tags.hpp"

#include <algorithm>
#include <vector>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty::mustache {
namespace mustache_tags {
namespace {

// The packaged library needs two hundred bytes of memory for each word and each blank, and stack for each level.
constexpr std::size_t largest_source = std::size_t{512} << 10U;
constexpr std::size_t deepest_nesting = 100;

using Locator = std::function<Place(std::size_t, std::size_t)>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\v\f\r";
  std::size_t const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

struct OpenSection {
  std::string_view name;
  std::size_t tag_at;
  std::size_t text_at;
};

class Reader {
 public:
  Reader(std::string_view source, Locator const& locate) : source_(source), locate_(locate) {}

  Outline read() {
    if (source_.size() > largest_source) fail(errors::reason::mustache_too_large(largest_source), 0);
    for (std::size_t at = source_.find("{{"); at != std::string_view::npos; at = source_.find("{{", at)) at = tag(at);
    if (!open_.empty()) fail(errors::reason::section_not_closed(open_.back().name), open_.back().tag_at);
    for (auto const& [name, size] : outline_.section_sizes) outline_.variables.erase(name);
    return std::move(outline_);
  }

 private:
  [[noreturn]] void fail(std::string const& reason, std::size_t offset) const {
    std::string_view const before = source_.substr(0, offset);
    std::size_t const lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    std::size_t const column = utf8::length(before.substr(before.rfind('\n') + 1)) + 1;
    throw errors::template_syntax(locate_(lines + 1, column), reason);
  }

  // Returns where the tag that begins at `at` ends.
  std::size_t tag(std::size_t at) {
    bool const is_triple = at + 2 < source_.size() && source_[at + 2] == '{';
    std::string_view const closing = is_triple ? "}}}" : "}}";
    std::size_t const inside = at + closing.size();
    std::size_t const end = source_.find(closing, inside);
    if (end == std::string_view::npos) fail(errors::reason::mustache_not_closed(closing), at);
    std::string_view const content = trimmed(source_.substr(inside, end - inside));
    std::size_t const after = end + closing.size();
    char const kind = is_triple || content.empty() ? '\0' : content.front();
    std::string_view const name = trimmed(content.substr(content.empty() ? 0 : 1));
    switch (kind) {
      case '#':
      case '^':
        if (open_.size() >= deepest_nesting) fail(errors::reason::template_nested_too_deeply(deepest_nesting), at);
        open_.push_back({.name = name, .tag_at = at, .text_at = after});
        break;
      case '/':
        close(name, at);
        break;
      // P5.4-01: a partial would be another file.
      case '>':
      case '=':
        fail(errors::reason::mustache_tag_refused(content), at);
      // P5.5-06: the library leaves comments out.
      case '!':
        break;
      case '&':
        outline_.variables.emplace(name);
        break;
      default:
        outline_.variables.emplace(content);
        break;
    }
    return after;
  }

  void close(std::string_view name, std::size_t at) {
    if (open_.empty()) fail(errors::reason::section_not_open(name), at);
    OpenSection const section = open_.back();
    if (section.name != name) fail(errors::reason::section_not_closed(section.name), section.tag_at);
    open_.pop_back();
    std::size_t& size = outline_.section_sizes.try_emplace(std::string(name)).first->second;
    size = std::max(size, at - section.text_at);
  }

  std::string_view source_;
  Locator const& locate_;
  Outline outline_;
  std::vector<OpenSection> open_;
};

}  // namespace
}  // namespace mustache_tags

Outline outline(std::string_view source, std::function<Place(std::size_t, std::size_t)> const& locate) {
  return mustache_tags::Reader(source, locate).read();
}

}  // namespace prompty::mustache
