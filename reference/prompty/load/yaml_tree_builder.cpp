#include "prompty/load/yaml_tree_builder.hpp"

#include <fmt/core.h>

#include <utility>

#include "prompty/load/object_reader.hpp"
#include "prompty/load/yaml_scalar.hpp"
#include "prompty/load/yaml_strictness.hpp"

namespace prompty::yaml {
namespace {

constexpr std::string_view plain_tag = "?";
constexpr std::string_view quoted_tag = "!";
constexpr std::size_t longest_shown = 100;
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

std::string shown(std::string_view word) {
  return word.size() <= longest_shown ? fmt::format("'{}'", word) : fmt::format("of {} bytes", word.size());
}

std::string tag_problem(std::string_view tag) {
  return fmt::format("the tag {} is unknown or does not fit this value; leave it out", shown(tag));
}

}  // namespace

TreeBuilder::TreeBuilder(std::string_view text, Reporter const& reporter, Limits const& limits)
    : text_(text), reporter_(reporter), limits_(limits) {}

Document TreeBuilder::take_root() {
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
  add(mark, anchor, Json(nullptr), 0);
}

void TreeBuilder::OnScalar(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                           std::string const& value) {
  if (is_unclosed_quote(text_, offset(mark))) reporter_.fail(mark, "a quote opens here that nothing closes");
  if (expects_key()) return add_key(mark, value);
  add(mark, anchor, resolve(mark, tag, value), value.size());
}

void TreeBuilder::OnAlias(YAML::Mark const& mark, YAML::anchor_t anchor) {
  if (expects_key()) reporter_.fail(mark, "an alias cannot be a mapping key; write the name");
  std::map<YAML::anchor_t, Anchored>::const_iterator const found = anchors_.find(anchor);
  if (found == anchors_.end()) reporter_.fail(mark, "this alias stands inside the value that it repeats");
  count(mark, found->second.cost);
  put(found->second.document);
}

void TreeBuilder::OnSequenceStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value style) {
  open({.built = {.value = Json::array(), .outline = {.offset = offset(mark)}},
        .anchor = anchor,
        .mark = mark,
        .style = style},
       tag, "seq");
}

void TreeBuilder::OnSequenceEnd() {
  close();
}

void TreeBuilder::OnMapStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value style) {
  open({.built = {.value = Json::object(), .outline = {.offset = offset(mark)}},
        .anchor = anchor,
        .mark = mark,
        .style = style},
       tag, "map");
}

void TreeBuilder::OnMapEnd() {
  close();
}

bool TreeBuilder::expects_key() const {
  return !frames_.empty() && frames_.back().built.value.is_object() && !frames_.back().key;
}

Json TreeBuilder::resolve(YAML::Mark const& mark, std::string const& tag, std::string const& value) const {
  // P2.7-20: quotes make it text, whatever it looks like.
  if (tag == quoted_tag || is_core_tag(tag, "str")) return Json(value);
  std::optional<Json> resolved = resolve_plain_scalar(value);
  if (!resolved)
    reporter_.fail(mark, fmt::format("JSON has no number for {}; quote it if text is meant", shown(value)));
  if (tag != plain_tag && !fits(*resolved, tag)) reporter_.fail(mark, tag_problem(tag));
  return std::move(*resolved);
}

void TreeBuilder::refuse_stray_null(YAML::Mark const& mark) const {
  if (frames_.empty()) return;
  Frame const& frame = frames_.back();
  bool const is_flow = frame.style == YAML::EmitterStyle::Flow;
  if (frame.built.value.is_array() && is_flow && is_comma(text_, offset(mark))) {
    reporter_.fail(mark, "the list has an empty entry; remove the comma");
  }
  if (frame.built.value.is_object() && !is_flow && lacks_colon(text_, offset(frame.key_mark))) {
    reporter_.fail(frame.key_mark,
                   fmt::format("the word {} is neither a value nor, without a colon, a key", shown(*frame.key)));
  }
}

void TreeBuilder::count(YAML::Mark const& mark, Cost const& more) {
  cost_.nodes += more.nodes;
  cost_.bytes += more.bytes;
  if (cost_.nodes > limits_.nodes) {
    reporter_.fail(mark, fmt::format("more than {} values, aliases counted with what they repeat", limits_.nodes));
  }
  if (cost_.bytes > limits_.text_bytes) {
    reporter_.fail(
        mark, fmt::format("more than {} bytes of text, aliases counted with what they repeat", limits_.text_bytes));
  }
}

void TreeBuilder::add_key(YAML::Mark const& mark, std::string const& key) {
  count(mark, {.nodes = 1, .bytes = key.size()});
  Frame& frame = frames_.back();
  if (!frame.keys.insert(key).second) {
    reporter_.fail(mark, fmt::format("the key {} is already there in this mapping", shown(key)));
  }
  frame.key = key;
  frame.key_mark = mark;
}

void TreeBuilder::add(YAML::Mark const& mark, YAML::anchor_t anchor, Json value, std::size_t bytes) {
  Cost const cost{.nodes = 1, .bytes = bytes};
  count(mark, cost);
  Document document{.value = std::move(value), .outline = {.offset = offset(mark)}};
  remember(mark, anchor, document, cost);
  put(std::move(document));
}

void TreeBuilder::open(Frame frame, std::string const& tag, std::string_view core_type) {
  if (expects_key()) reporter_.fail(frame.mark, "a mapping key must be a single word or a quoted text");
  if (tag != plain_tag && tag != quoted_tag && !is_core_tag(tag, core_type)) {
    reporter_.fail(frame.mark, tag_problem(tag));
  }
  if (frames_.size() >= limits_.depth) {
    reporter_.fail(frame.mark, fmt::format("values are nested deeper than {} levels", limits_.depth));
  }
  frame.cost_before = cost_;
  count(frame.mark, {.nodes = 1});
  frames_.push_back(std::move(frame));
}

void TreeBuilder::close() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  Cost const cost{.nodes = cost_.nodes - frame.cost_before.nodes, .bytes = cost_.bytes - frame.cost_before.bytes};
  remember(frame.mark, frame.anchor, frame.built, cost);
  put(std::move(frame.built));
}

void TreeBuilder::remember(YAML::Mark const& mark, YAML::anchor_t anchor, Document const& document, Cost const& cost) {
  if (anchor == 0) return;
  // Each copy costs memory and time, so it counts like an alias.
  count(mark, cost);
  anchors_.insert_or_assign(anchor, Anchored{.document = document, .cost = cost});
}

void TreeBuilder::put(Document document) {
  if (frames_.empty()) {
    root_ = std::move(document);
    return;
  }
  Frame& parent = frames_.back();
  Json& list_or_mapping = parent.built.value;
  std::vector<Outline>& parts = parent.built.outline.parts;
  parts.push_back(std::move(document.outline));
  if (list_or_mapping.is_array()) {
    list_or_mapping.push_back(std::move(document.value));
    return;
  }
  parts.back().key_offset = offset(parent.key_mark);
  // yaml-cpp marks what is not there by the next thing that is.
  if (document.value.is_null()) parts.back().offset = parts.back().key_offset;
  append_new(list_or_mapping, std::move(*parent.key), std::move(document.value));
  parent.key.reset();
}

}  // namespace prompty::yaml
