#include "harness/mutants/frontmatter.hpp"

#include <re2/re2.h>
#include <yaml-cpp/yaml.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "harness/mutants/file_anatomy.hpp"

namespace conformance::mutants::frontmatter {
namespace {

Json typed(std::string const& scalar) {
  static RE2 const null("(~|null|Null|NULL)?");
  static RE2 const integer("[-+]?[0-9]{1,18}");
  static RE2 const number(R"([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?)");
  if (RE2::FullMatch(scalar, null)) return nullptr;
  if (RE2::FullMatch(scalar, "true|True|TRUE")) return true;
  if (RE2::FullMatch(scalar, "false|False|FALSE")) return false;
  if (RE2::FullMatch(scalar, integer)) return static_cast<std::int64_t>(std::stoll(scalar));
  if (RE2::FullMatch(scalar, number)) return std::stod(scalar);
  return scalar;
}

std::optional<Json> read(std::string const& text) {
  FileAnatomy const file = anatomy_of(text);
  if (file.opener.empty()) return Json::object();
  if (file.closer.empty()) return std::nullopt;
  try {
    YAML::Node const node = YAML::Load(file.inside);
    if (node.IsNull()) return Json::object();
    return node.IsMap() ? std::optional(json_of(node, typed)) : std::nullopt;
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

/// What was read before: hundreds of mutants look at each file, and reading YAML costs more than all else they do.
class Memory {
 public:
  std::optional<Json> read_once(std::string const& text) {
    std::scoped_lock const lock(mutex_);
    auto const known = read_.find(text);
    if (known != read_.end()) return known->second;
    if (read_.size() == most_texts) read_.clear();
    return read_.emplace(text, read(text)).first->second;
  }

 private:
  static constexpr std::size_t most_texts = 4096;
  std::mutex mutex_;
  std::unordered_map<std::string, std::optional<Json>> read_;
};

}  // namespace
}  // namespace conformance::mutants::frontmatter

namespace conformance::mutants {

Json json_of(YAML::Node const& node, TypeScalar const& typed) {
  if (node.IsSequence()) {
    Json list = Json::array();
    for (YAML::Node const& element : node) list.push_back(json_of(element, typed));
    return list;
  }
  if (node.IsMap()) {
    Json object = Json::object();
    for (YAML::const_iterator entry = node.begin(); entry != node.end(); ++entry)
      object[entry->first.Scalar()] = json_of(entry->second, typed);
    return object;
  }
  if (!node.IsScalar()) return nullptr;
  return node.Tag() == "?" ? typed(node.Scalar()) : Json(node.Scalar());
}

std::optional<Json> frontmatter_of(std::string const& text) {
  static frontmatter::Memory memory;
  return memory.read_once(text);
}

std::string with_frontmatter(std::string const& text, Json const& frontmatter) {
  FileAnatomy const file = anatomy_of(text);
  // No delimiter may stand inside: §2.2 knows no quotes.
  std::string const hyphens = with_all_replaced(frontmatter.dump(), "---", R"(\u002d\u002d\u002d)");
  std::string const written = with_all_replaced(hyphens, "+++", R"(\u002b\u002b\u002b)");
  // A body that is empty or begins with blanks would not survive being split again, but no such body comes out of a
  // split file.
  return "---\n" + written + "\n---\n" + file.body;
}

}  // namespace conformance::mutants
