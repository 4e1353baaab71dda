#include "harness/judge/deviations/prompt_file.hpp"

#include <re2/re2.h>
#include <stdlib.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance::deviations {
namespace {

constexpr char blanks[] = " \t\n\r\f\v";
constexpr std::size_t delimiter_length = 3;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_delimiter_at(std::string const& text, std::size_t position) {
  return text.compare(position, delimiter_length, "---") == 0 || text.compare(position, delimiter_length, "+++") == 0;
}

/// The position of the first "---" or "+++" at or behind `from`; npos when there is none.
std::size_t find_delimiter(std::string const& text, std::size_t from) {
  return std::min(text.find("---", from), text.find("+++", from));
}

/// Text where the number is beyond those that JSON's readers hold: a file with it loads nowhere but in deviations.
Json decimal_or_text(std::string const& scalar) {
  double const value = std::strtod(scalar.c_str(), nullptr);
  return std::isfinite(value) ? Json(value) : Json(scalar);
}

Json typed_by_core_schema(std::string const& scalar) {
  static RE2 const null("(~|null|Null|NULL)?");
  static RE2 const integer("[-+]?[0-9]{1,18}");
  static RE2 const number(R"([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?)");
  if (RE2::FullMatch(scalar, null)) return nullptr;
  if (RE2::FullMatch(scalar, "true|True|TRUE")) return true;
  if (RE2::FullMatch(scalar, "false|False|FALSE")) return false;
  if (RE2::FullMatch(scalar, integer)) return static_cast<std::int64_t>(std::stoll(scalar));
  if (RE2::FullMatch(scalar, number)) return decimal_or_text(scalar);
  return scalar;
}

std::optional<Json> parse_frontmatter(std::string const& text) {
  FileAnatomy const file = anatomy_of(text);
  if (file.opener.empty()) return Json::object();
  if (file.closer.empty()) return std::nullopt;
  try {
    YAML::Node const node = YAML::Load(file.inside);
    if (node.IsNull()) return Json::object();
    return node.IsMap() ? std::optional(json_of(node, typed_by_core_schema)) : std::nullopt;
  } catch (YAML::Exception const&) {
    return std::nullopt;
  }
}

/// Hundreds of mutants look at each file, and reading YAML costs more than all else they do.
class FrontmatterCache {
 public:
  std::optional<Json> read_once(std::string const& text) {
    std::scoped_lock const lock(mutex_);
    auto const known = read_.find(text);
    if (known != read_.end()) return known->second;
    if (read_.size() == most_texts) read_.clear();
    return read_.emplace(text, parse_frontmatter(text)).first->second;
  }

 private:
  static constexpr std::size_t most_texts = 4096;
  std::mutex mutex_;
  std::unordered_map<std::string, std::optional<Json>> read_;
};

/// A copy of the folder of a prompt beside it, with some files changed; removed at the end.
class ChangedFolder {
 public:
  explicit ChangedFolder(std::filesystem::path const& original) : folder_(unused_neighbour(original)) {
    std::filesystem::copy(original, folder_, std::filesystem::copy_options::recursive);
  }
  ~ChangedFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  ChangedFolder(ChangedFolder const&) = delete;
  ChangedFolder& operator=(ChangedFolder const&) = delete;

  [[nodiscard]] std::filesystem::path const& path() const { return folder_; }

 private:
  static std::filesystem::path unused_neighbour(std::filesystem::path const& original) {
    std::string name = (original.parent_path() / "mutated-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw HarnessError("cannot make a folder beside " + original.string());
    return name;
  }

  std::filesystem::path folder_;
};

}  // namespace

std::string without_leading_blanks(std::string const& text) {
  std::size_t const first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first);
}

std::string without_trailing_blanks(std::string const& text) {
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string with_all_replaced(std::string const& text, std::string const& old_piece, std::string const& new_piece) {
  std::string result;
  std::size_t position = 0;
  for (std::size_t found = text.find(old_piece); found != std::string::npos; found = text.find(old_piece, position)) {
    result += text.substr(position, found - position) + new_piece;
    position = found + old_piece.size();
  }
  return result + text.substr(position);
}

FileAnatomy anatomy_of(std::string const& text) {
  std::size_t const mark = text.rfind(byte_order_mark, 0) == 0 ? byte_order_mark.size() : 0;
  std::size_t const opening = text.find_first_not_of(blanks, mark);
  if (opening == std::string::npos || !is_delimiter_at(text, opening)) {
    return {.lead = "", .opener = "", .inside = "", .closer = "", .gap = "", .body = text};
  }
  FileAnatomy file{.lead = text.substr(0, opening),
                   .opener = text.substr(opening, delimiter_length),
                   .inside = "",
                   .closer = "",
                   .gap = "",
                   .body = ""};
  std::size_t const inside = opening + delimiter_length;
  std::size_t const closing = find_delimiter(text, inside);
  // P2.2-20: a delimiter that ends the file closes nothing.
  if (closing == std::string::npos || closing + delimiter_length >= text.size()) {
    file.inside = text.substr(inside);
    return file;
  }
  file.inside = text.substr(inside, closing - inside);
  file.closer = text.substr(closing, delimiter_length);
  std::size_t const behind = closing + delimiter_length;
  // P2.2-21: of nothing but blanks the last one is the body.
  std::size_t const body = std::min(text.find_first_not_of(blanks, behind), text.size() - 1);
  file.gap = text.substr(behind, body - behind);
  file.body = text.substr(body);
  return file;
}

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
  static FrontmatterCache cache;
  return cache.read_once(text);
}

std::string with_frontmatter(std::string const& text, Json const& frontmatter) {
  FileAnatomy const file = anatomy_of(text);
  // No delimiter may stand inside: §2.2 has no quotes.
  std::string const hyphens = with_all_replaced(frontmatter.dump(), "---", R"(\u002d\u002d\u002d)");
  std::string const written = with_all_replaced(hyphens, "+++", R"(\u002b\u002b\u002b)");
  // A body that is empty or begins with blanks would not survive being split again, but no such body comes out of a
  // split file.
  return "---\n" + written + "\n---\n" + file.body;
}

Json neighbours_of(std::filesystem::path const& file) {
  std::filesystem::path const folder = file.parent_path();
  Json texts = Json::object();
  if (!std::filesystem::is_directory(folder)) return texts;
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path() != file)
      texts[std::filesystem::relative(entry.path(), folder).string()] = read_file(entry.path());
  }
  return texts;
}

Reply load_as_sibling(Json params, std::string const& text, AskReference const& reference) {
  std::filesystem::path const folder = std::filesystem::path(params.at("path").get<std::string>()).parent_path();
  std::filesystem::path const sibling = write_new_file(folder, "mutated-", ".prompty", text);
  if (sibling.empty()) return raised("FileNotFoundError");
  params["path"] = sibling.string();
  Reply reply = reference("load", params);
  std::filesystem::remove(sibling);
  return reply;
}

Reply load_beside(Json params, Json const& texts, AskReference const& reference) {
  std::filesystem::path const file = params.at("path").get<std::string>();
  ChangedFolder const copy(file.parent_path());
  for (auto const& [path, text] : texts.items()) write_file(copy.path() / path, text.get<std::string>());
  params["path"] = (copy.path() / file.filename()).string();
  return reference("load", params);
}

}  // namespace conformance::deviations
