#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/load/yaml_reporter.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty::yaml {

/// What a part of the document costs of the limits.
struct Cost {
  std::size_t nodes = 0;
  std::size_t bytes = 0;
};

/// Builds the value from yaml-cpp's events; its own node tree would type scalars by other rules and nest without bound.
/// Each event that breaks a rule of `parse` ends in a ValueError at its place. All arguments must outlive the builder.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, Reporter const& reporter, Limits const& limits);

  /// The document, null when there was none; to be called once, after parsing.
  [[nodiscard]] Document take_root();

  void OnDocumentStart(YAML::Mark const& mark) override;
  void OnDocumentEnd() override;
  void OnNull(YAML::Mark const& mark, YAML::anchor_t anchor) override;
  void OnAlias(YAML::Mark const& mark, YAML::anchor_t anchor) override;
  void OnScalar(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                std::string const& value) override;
  void OnSequenceStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

 private:
  /// A list or mapping that is not complete yet.
  struct Frame {
    Document built;
    YAML::anchor_t anchor = 0;
    YAML::Mark mark;
    YAML::EmitterStyle::value style = YAML::EmitterStyle::Default;
    Cost cost_before = {};
    std::optional<std::string> key = std::nullopt;
    YAML::Mark key_mark = {};
    std::unordered_set<std::string> keys = {};
  };

  struct Anchored {
    Document document;
    Cost cost;
  };

  [[nodiscard]] bool expects_key() const;
  [[nodiscard]] Json resolve(YAML::Mark const& mark, std::string const& tag, std::string const& value) const;
  void refuse_stray_null(YAML::Mark const& mark) const;
  void count(YAML::Mark const& mark, Cost const& more);
  void add_key(YAML::Mark const& mark, std::string const& key);
  void add(YAML::Mark const& mark, YAML::anchor_t anchor, Json value, std::size_t bytes);
  void open(Frame frame, std::string const& tag, std::string_view core_type);
  void close();
  void remember(YAML::Mark const& mark, YAML::anchor_t anchor, Document const& document, Cost const& cost);
  void put(Document document);

  std::string_view text_;
  Reporter const& reporter_;
  Limits const& limits_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  Cost cost_;
  bool document_seen_ = false;
  Document root_;
};

}  // namespace prompty::yaml
