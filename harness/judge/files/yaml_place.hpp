#pragma once

#include <yaml-cpp/yaml.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/judge/files/file_tree.hpp"

namespace conformance {

/// A node of a YAML page, with the page that it stands on.
struct YamlPlace {
  YAML::Node node;
  std::string page;  ///< for messages: "spec/carried.yaml"
  /// From 1; of a member without a value that of its name, since yaml-cpp's mark of an empty node is behind it.
  int line = node.Mark().line + 1;

  /// Throws InputError "page:line: what".
  [[noreturn]] void refuse(std::string const& what) const;
};

/// The one document of a YAML text, null where there is none. Throws InputError "name:line: what" for anything else:
/// bytes that are no UTF-8, wrong syntax, nesting that is too deep, a second document.
[[nodiscard]] YAML::Node yaml_document(std::string const& text, std::string const& name);

/// The root of a page. Throws InputError when it cannot be read or is no YAML.
[[nodiscard]] YamlPlace read_yaml_page(FileTree const& folder, std::string const& path);

// Each refuses a node of another kind.
[[nodiscard]] std::vector<std::pair<std::string, YamlPlace>> members_of(YamlPlace const& place);
[[nodiscard]] std::vector<YamlPlace> elements_of(YamlPlace const& place);
[[nodiscard]] std::string text_of(YamlPlace const& place);
[[nodiscard]] std::vector<std::string> texts_of(YamlPlace const& place);
[[nodiscard]] std::set<std::string> set_of_texts(YamlPlace const& place);

}  // namespace conformance
