#include "prompty/render/mustache_renderer.hpp"

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>
#include <vector>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/render/mustache_tags.hpp"
#include "prompty/render/undefined_setting.hpp"

namespace prompty {
namespace mustache_rendering {
namespace {

using Data = kainjow::mustache::data;

constexpr std::size_t most_lookups = 2'000'000;
constexpr std::size_t most_text = std::size_t{64} << 20U;
constexpr int deepest_value = 200;

Data converted(Json const& value, int depth) {
  if (depth > deepest_value) throw errors::template_failed({}, errors::reason::nested_too_deeply());
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

/// Looks names up for the library and stops it when it does too much. A section is one `get`, then a `push` and a `pop`
/// for each of its rounds.
class Lookup : public kainjow::mustache::basic_context<std::string> {
 public:
  Lookup(mustache::Outline const& outline, jinja::UndefinedRule rule) : outline_(outline), rule_(rule) {}

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
    if (++lookups_ > most_lookups) throw errors::template_failed({}, errors::reason::too_many_steps(most_lookups));
    auto const section = outline_.section_sizes.find(name);
    next_round_ = section == outline_.section_sizes.end() ? 0 : section->second;
    Data const* const found = names_.get(name);
    // P5.3-03: not for the name of a section, which asks whether there is a value.
    if (found == nullptr && rule_ == jinja::UndefinedRule::error && outline_.variables.contains(name)) {
      throw errors::undefined_template_variable({}, name);
    }
    if (found != nullptr && found->is_string()) count_text(found->string_value().size());
    return found;
  }

  // A value of the inputs is no template.
  Data const* get_partial(std::string const&) const override { return nullptr; }

 private:
  void count_text(std::size_t bytes) const {
    text_ += bytes;
    if (text_ > most_text) throw errors::template_failed({}, errors::reason::output_too_large(most_text));
  }

  mustache::Outline const& outline_;
  jinja::UndefinedRule rule_;
  kainjow::mustache::context<std::string> names_;
  std::vector<std::size_t> rounds_;
  mutable std::size_t next_round_ = 0;
  mutable std::size_t lookups_ = 0;
  mutable std::size_t text_ = 0;
};

}  // namespace
}  // namespace mustache_rendering

std::string MustacheRenderer::render(PromptyAgent const& agent, Json const& inputs) const {
  jinja::UndefinedRule const rule = undefined_rule_of(agent);
  mustache::Outline const outline =
      mustache::outline(agent.instructions,
                        [&agent](std::size_t line, std::size_t column) { return place_in_body(agent, line, column); });
  kainjow::mustache::mustache compiled(agent.instructions);
  if (!compiled.is_valid()) throw errors::template_syntax({}, compiled.error_message());
  // P5.5-02: the library escapes what two braces put out unless it is given another way.
  compiled.set_custom_escape([](std::string const& text) { return text; });
  mustache_rendering::Data const values = mustache_rendering::converted(inputs, 0);
  mustache_rendering::Lookup lookup(outline, rule);
  lookup.push(&values);
  return compiled.render(lookup);
}

}  // namespace prompty
