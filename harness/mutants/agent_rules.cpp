#include "harness/mutants/agent_rules.hpp"

#include <stdlib.h>

#include <optional>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/mutants/frontmatter.hpp"

namespace conformance::mutants::agent_rules {
namespace {

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

using AskAbout = std::function<Reply(LoadRequest const& request, AskReference const& reference)>;

/// Asks through `ask` for every load of a file that is there and whose frontmatter is a mapping.
Rule about_load(AskAbout ask) {
  return [ask = std::move(ask)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "load") return reference(operation, params);
    std::filesystem::path const path = member(params, "path").get<std::string>();
    if (!std::filesystem::is_regular_file(path)) return reference(operation, params);
    std::string text = read_file(path);
    std::optional<Json> frontmatter = frontmatter_of(text);
    if (!frontmatter) return reference(operation, params);
    return ask({.params = params, .text = std::move(text), .frontmatter = std::move(*frontmatter)}, reference);
  };
}

Reply load_with_text(LoadRequest const& request, std::string const& text, AskReference const& reference) {
  if (text == request.text) return reference("load", request.params);
  return load_as_sibling(request.params, text, reference);
}

}  // namespace
}  // namespace conformance::mutants::agent_rules

namespace conformance::mutants {

std::filesystem::path LoadRequest::path() const {
  return member(params, "path").get<std::string>();
}

Rule changed_file_text(std::function<std::string(std::string const& text)> change) {
  return agent_rules::about_load(
      [change = std::move(change)](LoadRequest const& request, AskReference const& reference) {
        return agent_rules::load_with_text(request, change(request.text), reference);
      });
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

Reply load_beside(Json params, Json const& texts, AskReference const& reference) {
  std::filesystem::path const file = params.at("path").get<std::string>();
  agent_rules::ChangedFolder const copy(file.parent_path());
  for (auto const& [path, text] : texts.items()) write_file(copy.path() / path, text.get<std::string>());
  params["path"] = (copy.path() / file.filename()).string();
  return reference("load", params);
}

Rule changed_neighbours(
    std::function<std::string(std::filesystem::path const& file, std::string const& bytes)> change) {
  return agent_rules::about_load(
      [change = std::move(change)](LoadRequest const& request, AskReference const& reference) {
        Json changed = Json::object();
        Json const neighbours = neighbours_of(request.path());
        for (auto const& [path, text] : neighbours.items()) {
          std::string const other = change(request.path().parent_path() / path, text.get<std::string>());
          if (other != text) changed[path] = other;
        }
        return changed.empty() ? reference("load", request.params) : load_beside(request.params, changed, reference);
      });
}

Json const& member_at(Json const& value, std::vector<std::string> const& keys) {
  Json const* found = &value;
  for (std::string const& key : keys) found = &member(*found, key);
  return *found;
}

void replace_strings(Json& value, std::function<std::string(std::string const& text)> const& visit) {
  if (value.is_string()) value = visit(value.get<std::string>());
  if (!value.is_structured()) return;
  for (Json& element : value) replace_strings(element, visit);
}

}  // namespace conformance::mutants
