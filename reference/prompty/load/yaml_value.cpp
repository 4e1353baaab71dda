#include "prompty/load/yaml_value.hpp"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <unordered_set>
#include <utility>
#include <vector>

#include "prompty/load/yaml_reporter.hpp"
#include "prompty/load/yaml_scalar.hpp"

namespace prompty::yaml {
namespace {

constexpr std::string_view plain_tag = "?";
constexpr std::string_view quoted_tag = "!";
constexpr std::string_view core_prefix = "tag:yaml.org,2002:";

/// Builds the value from yaml-cpp's events; its own node tree would type scalars by other rules and nest without bound.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(Reporter const& reporter, Limits const& limits) : reporter_(reporter), limits_(limits) {}

  [[nodiscard]] Json take_root() { return std::move(root_); }

  void OnDocumentStart(YAML::Mark const& mark) override {
    if (std::exchange(document_seen_, true)) {
      reporter_.fail(mark, "the properties end before this; only one YAML document is allowed");
    }
  }

  void OnDocumentEnd() override {}

  void OnNull(YAML::Mark const& mark, YAML::anchor_t anchor) override {
    if (expects_key()) reporter_.fail(mark, "a mapping key is empty or null; write a name, or quote it");
    add(mark, anchor, Json(nullptr));
  }

  void OnScalar(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                std::string const& value) override {
    if (expects_key()) return add_key(mark, value);
    add(mark, anchor, scalar(mark, tag, value));
  }

  void OnAlias(YAML::Mark const& mark, YAML::anchor_t anchor) override {
    if (expects_key()) reporter_.fail(mark, "an alias cannot be a mapping key; write the name");
    std::map<YAML::anchor_t, Anchored>::const_iterator const found = anchors_.find(anchor);
    if (found == anchors_.end()) reporter_.fail(mark, "this alias stands inside the value that it repeats");
    count(mark, found->second.nodes);
    put(found->second.value);
  }

  void OnSequenceStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, "seq", anchor, Json::array());
  }

  void OnSequenceEnd() override { close(); }

  void OnMapStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, "map", anchor, Json::object());
  }

  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Json value;
    YAML::anchor_t anchor = 0;
    YAML::Mark mark;
    std::size_t nodes_before = 0;
    std::optional<std::string> key = std::nullopt;
    std::unordered_set<std::string> keys = {};
  };

  struct Anchored {
    Json value;
    std::size_t nodes;
  };

  [[nodiscard]] bool expects_key() const {
    return !frames_.empty() && frames_.back().value.is_object() && !frames_.back().key;
  }

  void count(YAML::Mark const& mark, std::size_t nodes) {
    nodes_ += nodes;
    if (nodes_ > limits_.nodes) {
      reporter_.fail(mark, fmt::format("more than {} values, aliases counted with what they repeat", limits_.nodes));
    }
  }

  void add_key(YAML::Mark const& mark, std::string const& key) {
    count(mark, 1);
    if (!frames_.back().keys.insert(key).second) {
      reporter_.fail(mark, fmt::format("the key '{}' is already there in this mapping", key));
    }
    frames_.back().key = key;
  }

  Json scalar(YAML::Mark const& mark, std::string const& tag, std::string const& value) const {
    if (tag == quoted_tag || tag == fmt::format("{}str", core_prefix)) return Json(value);
    std::optional<Json> const resolved = resolve_plain_scalar(value);
    if (!resolved) {
      reporter_.fail(mark, fmt::format("JSON has no number for {}; quote it if text is meant", value));
    }
    if (tag == plain_tag) return *resolved;
    if (!has_type(*resolved, tag)) {
      reporter_.fail(mark, fmt::format("the tag '{}' is unknown or does not fit this value; leave it out", tag));
    }
    return *resolved;
  }

  static bool has_type(Json const& value, std::string_view tag) {
    if (tag.substr(0, core_prefix.size()) != core_prefix) return false;
    std::string_view const type = tag.substr(core_prefix.size());
    if (type == "null") return value.is_null();
    if (type == "bool") return value.is_boolean();
    if (type == "int") return value.is_number_integer();
    return type == "float" && value.is_number_float();
  }

  void open(YAML::Mark const& mark, std::string const& tag, std::string_view core_type, YAML::anchor_t anchor,
            Json empty) {
    if (expects_key()) reporter_.fail(mark, "a mapping key must be a single word or a quoted text");
    if (tag != plain_tag && tag != quoted_tag && tag != fmt::format("{}{}", core_prefix, core_type)) {
      reporter_.fail(mark, fmt::format("the tag '{}' is unknown or does not fit this value; leave it out", tag));
    }
    if (frames_.size() >= limits_.depth) {
      reporter_.fail(mark, fmt::format("values are nested deeper than {} levels", limits_.depth));
    }
    std::size_t const nodes_before = nodes_;
    count(mark, 1);
    frames_.push_back({.value = std::move(empty), .anchor = anchor, .mark = mark, .nodes_before = nodes_before});
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    std::size_t const nodes = nodes_ - frame.nodes_before;
    remember(frame.mark, frame.anchor, frame.value, nodes);
    put(std::move(frame.value));
  }

  void add(YAML::Mark const& mark, YAML::anchor_t anchor, Json value) {
    count(mark, 1);
    remember(mark, anchor, value, 1);
    put(std::move(value));
  }

  void remember(YAML::Mark const& mark, YAML::anchor_t anchor, Json const& value, std::size_t nodes) {
    if (anchor == 0) return;
    // Each copy costs memory and time, so it counts like an alias.
    count(mark, nodes);
    anchors_.insert_or_assign(anchor, Anchored{.value = value, .nodes = nodes});
  }

  void put(Json value) {
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

  Reporter const& reporter_;
  Limits const& limits_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t nodes_ = 0;
  bool document_seen_ = false;
  Json root_;
};

bool is_forbidden_control(char c) {
  unsigned char const byte = static_cast<unsigned char>(c);
  return byte == 0x7F || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r');
}

}  // namespace

Json parse(std::string_view text, Source const& source, Limits const& limits) {
  Reporter const reporter(text, source);
  if (text.size() > limits.bytes) reporter.fail(0, fmt::format("more than {} bytes of properties", limits.bytes));
  // yaml-cpp takes some control characters for the end of the text and would drop what follows.
  std::string_view::const_iterator const control = std::find_if(text.begin(), text.end(), is_forbidden_control);
  if (control != text.end()) {
    reporter.fail(static_cast<std::size_t>(control - text.begin()), "YAML allows no control characters; remove it");
  }

  std::istringstream stream{std::string(text)};
  TreeBuilder builder(reporter, limits);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (YAML::Exception const& problem) {
    reporter.fail(problem.mark, problem.msg);
  }
  return builder.take_root();
}

}  // namespace prompty::yaml
