#include "prompty/load/yaml_tree_builder.hpp"

#include <fmt/core.h>

#include <utility>

#include "prompty/load/yaml_scalar.hpp"
#include "prompty/load/yaml_strictness.hpp"

namespace prompty::yaml {
namespace {

constexpr std::string_view plain_tag = "?";
constexpr std::string_view quoted_tag = "!";
constexpr std::string_view core_prefix = "tag:yaml.org,2002:";

bool is_core_tag(std::string_view tag, std::string_view type) {
  return tag.substr(0, core_prefix.size()) == core_prefix && tag.substr(core_prefix.size()) == type;
}

bool fits(Json const& value, std::string_view tag) {
  if (value.is_null()) return is_core_tag(tag, "null");
  if (value.is_boolean()) return is_core_tag(tag, "bool");
  if (value.is_number_integer()) return is_core_tag(tag, "int");
  return value.is_number_float() && is_core_tag(tag, "float");
}

std::size_t offset(YAML::Mark const& mark) {
  return mark.is_null() ? 0 : static_cast<std::size_t>(mark.pos);
}

std::string tag_problem(std::string_view tag) {
  return fmt::format("the tag '{}' is unknown or does not fit this value; leave it out", tag);
}

}  // namespace

TreeBuilder::TreeBuilder(std::string_view text, Reporter const& reporter, Limits const& limits)
    : text_(text), reporter_(reporter), limits_(limits) {}

Json TreeBuilder::take_root() {
  return std::move(root_);
}

void TreeBuilder::OnDocumentStart(YAML::Mark const& mark) {
  if (std::exchange(document_seen_, true)) {
    reporter_.fail(mark, "the properties end before this; only one YAML document is allowed");
  }
}

void TreeBuilder::OnDocumentEnd() {}

void TreeBuilder::OnNull(YAML::Mark const& mark, YAML::anchor_t anchor) {
  if (expects_key()) reporter_.fail(mark, "a mapping key is empty or null; write a name, or quote it");
  refuse_stray_null(mark);
  add(mark, anchor, Json(nullptr));
}

void TreeBuilder::OnScalar(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                           std::string const& value) {
  if (is_unclosed_quote(text_, offset(mark))) reporter_.fail(mark, "a quote opens here that nothing closes");
  if (expects_key()) return add_key(mark, value);
  add(mark, anchor, resolve(mark, tag, value));
}

void TreeBuilder::OnAlias(YAML::Mark const& mark, YAML::anchor_t anchor) {
  if (expects_key()) reporter_.fail(mark, "an alias cannot be a mapping key; write the name");
  std::map<YAML::anchor_t, Anchored>::const_iterator const found = anchors_.find(anchor);
  if (found == anchors_.end()) reporter_.fail(mark, "this alias stands inside the value that it repeats");
  count(mark, found->second.nodes);
  put(found->second.value);
}

void TreeBuilder::OnSequenceStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value style) {
  open({.value = Json::array(), .anchor = anchor, .mark = mark, .style = style}, tag, "seq");
}

void TreeBuilder::OnSequenceEnd() {
  close();
}

void TreeBuilder::OnMapStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value style) {
  open({.value = Json::object(), .anchor = anchor, .mark = mark, .style = style}, tag, "map");
}

void TreeBuilder::OnMapEnd() {
  close();
}

bool TreeBuilder::expects_key() const {
  return !frames_.empty() && frames_.back().value.is_object() && !frames_.back().key;
}

Json TreeBuilder::resolve(YAML::Mark const& mark, std::string const& tag, std::string const& value) const {
  if (tag == quoted_tag || is_core_tag(tag, "str")) return Json(value);
  std::optional<Json> resolved = resolve_plain_scalar(value);
  if (!resolved) reporter_.fail(mark, fmt::format("JSON has no number for {}; quote it if text is meant", value));
  if (tag != plain_tag && !fits(*resolved, tag)) reporter_.fail(mark, tag_problem(tag));
  return std::move(*resolved);
}

void TreeBuilder::refuse_stray_null(YAML::Mark const& mark) const {
  if (frames_.empty()) return;
  Frame const& frame = frames_.back();
  bool const is_flow = frame.style == YAML::EmitterStyle::Flow;
  if (frame.value.is_array() && is_flow && is_comma(text_, offset(mark))) {
    reporter_.fail(mark, "the list has an empty entry; remove the comma");
  }
  if (frame.value.is_object() && !is_flow && lacks_colon(text_, offset(frame.key_mark))) {
    reporter_.fail(frame.key_mark, fmt::format("'{}' is neither a value nor, without a colon, a key", *frame.key));
  }
}

void TreeBuilder::count(YAML::Mark const& mark, std::size_t nodes) {
  nodes_ += nodes;
  if (nodes_ > limits_.nodes) {
    reporter_.fail(mark, fmt::format("more than {} values, aliases counted with what they repeat", limits_.nodes));
  }
}

void TreeBuilder::add_key(YAML::Mark const& mark, std::string const& key) {
  count(mark, 1);
  Frame& frame = frames_.back();
  if (!frame.keys.insert(key).second) {
    reporter_.fail(mark, fmt::format("the key '{}' is already there in this mapping", key));
  }
  frame.key = key;
  frame.key_mark = mark;
}

void TreeBuilder::add(YAML::Mark const& mark, YAML::anchor_t anchor, Json value) {
  count(mark, 1);
  remember(mark, anchor, value, 1);
  put(std::move(value));
}

void TreeBuilder::open(Frame frame, std::string const& tag, std::string_view core_type) {
  if (expects_key()) reporter_.fail(frame.mark, "a mapping key must be a single word or a quoted text");
  if (tag != plain_tag && tag != quoted_tag && !is_core_tag(tag, core_type)) {
    reporter_.fail(frame.mark, tag_problem(tag));
  }
  if (frames_.size() >= limits_.depth) {
    reporter_.fail(frame.mark, fmt::format("values are nested deeper than {} levels", limits_.depth));
  }
  frame.nodes_before = nodes_;
  count(frame.mark, 1);
  frames_.push_back(std::move(frame));
}

void TreeBuilder::close() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  remember(frame.mark, frame.anchor, frame.value, nodes_ - frame.nodes_before);
  put(std::move(frame.value));
}

void TreeBuilder::remember(YAML::Mark const& mark, YAML::anchor_t anchor, Json const& value, std::size_t nodes) {
  if (anchor == 0) return;
  // Each copy costs memory and time, so it counts like an alias.
  count(mark, nodes);
  anchors_.insert_or_assign(anchor, Anchored{.value = value, .nodes = nodes});
}

void TreeBuilder::put(Json value) {
  if (frames_.empty()) {
    root_ = std::move(value);
    return;
  }
  Frame& parent = frames_.back();
  if (parent.value.is_array()) {
    parent.value.push_back(std::move(value));
    return;
  }
  // The object's own insertion searches all members each time; `keys` has made sure that this one is new.
  Json::object_t& members = parent.value.get_ref<Json::object_t&>();
  members.Json::object_t::Container::emplace_back(std::move(*parent.key), std::move(value));
  parent.key.reset();
}

}  // namespace prompty::yaml
