#include "prompty/render/renderers.hpp"

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <set>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/render/errors.hpp"

namespace prompty {
namespace {

// What a Mustache template asks of its values.
struct TagOutline {
  // The most text that a section of this name repeats, in bytes.
  std::map<std::string, std::size_t, std::less<>> section_sizes = {};
  // Names that are printed and never used as a section.
  std::set<std::string, std::less<>> variables = {};
};

// The packaged library needs two hundred bytes of memory for each word and each blank, and stack for each level.
constexpr std::size_t largest_source = std::size_t{512} << 10U;
constexpr std::size_t deepest_nesting = 100;
constexpr std::string_view blanks = " \t\n\v\f\r";

struct OpenSection {
  std::string_view name;
  std::size_t tag_at;
  std::size_t text_at;
};

// Goes through the tags of an agent's template.
class TagReader {
 public:
  explicit TagReader(PromptyAgent const& agent) : agent_(agent), source_(agent.instructions) {}

  TagOutline read() {
    if (source_.size() > largest_source) fail(errors::reason::mustache_too_large(largest_source), 0);
    for (std::size_t at = source_.find("{{"); at != std::string_view::npos; at = source_.find("{{", at)) at = tag(at);
    if (!open_.empty()) fail(errors::reason::section_not_closed(open_.back().name), open_.back().tag_at);
    for (auto const& [name, size] : outline_.section_sizes) outline_.variables.erase(name);
    return std::move(outline_);
  }

 private:
  [[noreturn]] void fail(std::string const& reason, std::size_t offset) const {
    std::string_view const before = source_.substr(0, offset);
    std::size_t const lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
    std::size_t const column = utf8::length(before.substr(before.rfind('\n') + 1)) + 1;
    throw errors::template_error(jinja::ErrorKind::syntax, reason, place_in_body(agent_, lines + 1, column));
  }

  // Returns where the tag that begins at `at` ends.
  std::size_t tag(std::size_t at) {
    bool const is_triple = at + 2 < source_.size() && source_[at + 2] == '{';
    std::string_view const closing = is_triple ? "}}}" : "}}";
    std::size_t const inside = at + closing.size();
    std::size_t const end = source_.find(closing, inside);
    if (end == std::string_view::npos) fail(errors::reason::mustache_not_closed(closing), at);
    std::string_view const content = utf8::trimmed(source_.substr(inside, end - inside), blanks);
    std::size_t const after = end + closing.size();
    char const kind = is_triple || content.empty() ? '\0' : content.front();
    std::string_view const name = utf8::trimmed(content.substr(content.empty() ? 0 : 1), blanks);
    switch (kind) {
      case '#':
      case '^':
        if (open_.size() >= deepest_nesting) fail(jinja::reason::template_nested_too_deeply(deepest_nesting), at);
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

  PromptyAgent const& agent_;
  std::string_view source_;
  TagOutline outline_;
  std::vector<OpenSection> open_;
};

using Data = kainjow::mustache::data;

constexpr std::size_t max_lookups = 2'000'000;
constexpr std::size_t max_text = std::size_t{64} << 20U;
constexpr int deepest_value = 200;

Data converted(Json const& value, int depth) {
  if (depth > deepest_value) throw errors::template_error(jinja::ErrorKind::failed, jinja::reason::nested_too_deeply);
  bool const is_false = value.is_null() || (value.is_boolean() && !value.get<bool>());
  if (is_false || (value.is_string() && value.get_ref<std::string const&>().empty()))
    return Data(Data::type::bool_false);
  if (value.is_string()) return Data(value.get_ref<std::string const&>());
  if (value.is_array()) {
    Data list(Data::type::list);
    for (Json const& element : value) list.push_back(converted(element, depth + 1));
    return list;
  }
  // P5.5-01: the library prints strings only, so numbers and true become strings here.
  if (!value.is_object()) return Data(json_text::dump(value));
  // P5.5-03, P5.5-05: what is empty counts as false, and the library takes an object without members for true.
  if (value.empty()) return Data(Data::type::bool_false);
  Data object(Data::type::object);
  for (auto const& [name, member] : value.get_ref<Json::object_t const&>()) {
    object.set(name, converted(member, depth + 1));
  }
  return object;
}

/// Looks names up for the library, but not without end. A section is one `get`, each of its rounds a `push` and `pop`.
class Lookup : public kainjow::mustache::basic_context<std::string> {
 public:
  Lookup(TagOutline const& outline, jinja::UndefinedRule rule) : outline_(outline), rule_(rule) {}

  void push(Data const* data) override {
    rounds_.push_back(next_round_);
    count_text(next_round_);
    // P5.5-04: names are looked for in the element first, then further out.
    names_.push(data);
  }

  void pop() override {
    next_round_ = rounds_.empty() ? 0 : rounds_.back();
    if (!rounds_.empty()) rounds_.pop_back();
    names_.pop();
  }

  Data const* get(std::string const& name) const override {
    if (++lookups_ > max_lookups)
      throw errors::template_error(jinja::ErrorKind::failed, jinja::reason::too_many_steps(max_lookups));
    auto const section = outline_.section_sizes.find(name);
    next_round_ = section == outline_.section_sizes.end() ? 0 : section->second;
    Data const* const found = names_.get(name);
    // P5.3-03: not for the name of a section, which asks whether there is a value.
    if (found == nullptr && rule_ == jinja::UndefinedRule::error && outline_.variables.contains(name)) {
      throw errors::template_error(jinja::ErrorKind::undefined, name);
    }
    if (found != nullptr && found->is_string()) count_text(found->string_value().size());
    return found;
  }

  // A value of the inputs is no template.
  Data const* get_partial(std::string const&) const override { return nullptr; }

 private:
  void count_text(std::size_t bytes) const {
    text_ += bytes;
    if (text_ > max_text)
      throw errors::template_error(jinja::ErrorKind::failed, jinja::reason::output_too_large(max_text));
  }

  TagOutline const& outline_;
  jinja::UndefinedRule rule_;
  kainjow::mustache::context<std::string> names_;
  std::vector<std::size_t> rounds_;
  mutable std::size_t next_round_ = 0;
  mutable std::size_t lookups_ = 0;
  mutable std::size_t text_ = 0;
};

}  // namespace

std::string MustacheRenderer::render(PromptyAgent const& agent, Json const& inputs) const {
  jinja::UndefinedRule const rule = undefined_rule_of(agent);
  TagOutline const outline = TagReader(agent).read();
  kainjow::mustache::mustache compiled(agent.instructions);
  if (!compiled.is_valid()) throw errors::template_error(jinja::ErrorKind::syntax, compiled.error_message());
  // P5.5-02: the library escapes what two braces put out unless it is given another way.
  compiled.set_custom_escape([](std::string const& text) { return text; });
  Data const values = converted(inputs, 0);
  Lookup lookup(outline, rule);
  lookup.push(&values);
  return compiled.render(lookup);
}

void check_mustache_template(PromptyAgent const& agent) {
  static_cast<void>(undefined_rule_of(agent));
  static_cast<void>(TagReader(agent).read());
}

}  // namespace prompty
