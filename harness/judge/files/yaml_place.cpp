#include "harness/judge/files/yaml_place.hpp"

#include <fmt/core.h>

#include <yaml-cpp/depthguard.h>

#include <optional>

#include "harness/judge/files/input_error.hpp"
#include "mock-provider/values/json_text.hpp"

namespace conformance {

void YamlPlace::refuse(std::string const& what) const {
  throw InputError(fmt::format("{}:{}: {}", page, line, what));
}

YAML::Node yaml_document(std::string const& text, std::string const& name) {
  if (std::optional<mock_provider::json_text::Problem> const problem = mock_provider::json_text::problem_of_utf8(text))
    throw InputError(fmt::format("{}:{}: {}", name, problem->line, problem->message));
  std::vector<YAML::Node> documents;
  try {
    documents = YAML::LoadAll(text);
  } catch (YAML::DeepRecursion const& error) {
    throw InputError(fmt::format("{}:{}: nested too deeply", name, error.mark.line + 1));
  } catch (YAML::Exception const& error) {
    throw InputError(fmt::format("{}:{}: this is no YAML: {}", name, error.mark.line + 1, error.msg));
  }
  if (documents.size() > 1)
    throw InputError(fmt::format("{}:{}: a second document begins here; everything has to stand in the first", name,
                                 documents[1].Mark().line + 1));
  return documents.empty() ? YAML::Node() : documents.front();
}

YamlPlace read_yaml_page(FileTree const& folder, std::string const& path) {
  std::string const page = folder.name() + "/" + path;
  return {.node = yaml_document(folder.read_text(path), page), .page = page};
}

std::vector<std::pair<std::string, YamlPlace>> members_of(YamlPlace const& place) {
  if (!place.node.IsMap()) place.refuse("a mapping is expected here");
  std::vector<std::pair<std::string, YamlPlace>> members;
  for (YAML::const_iterator entry = place.node.begin(); entry != place.node.end(); ++entry) {
    if (!entry->first.IsScalar()) place.refuse("a name is expected here, and not a list or a mapping");
    YAML::Node const& marked = entry->second.IsNull() ? entry->first : entry->second;
    members.emplace_back(entry->first.as<std::string>(),
                         YamlPlace{.node = entry->second, .page = place.page, .line = marked.Mark().line + 1});
  }
  return members;
}

std::string text_of(YamlPlace const& place) {
  if (!place.node.IsScalar()) place.refuse("a text is expected here");
  return place.node.as<std::string>();
}

std::vector<YamlPlace> elements_of(YamlPlace const& place) {
  if (!place.node.IsSequence()) place.refuse("a list is expected here");
  std::vector<YamlPlace> elements;
  for (YAML::Node const& element : place.node) elements.push_back({.node = element, .page = place.page});
  return elements;
}

std::vector<std::string> texts_of(YamlPlace const& place) {
  std::vector<std::string> texts;
  for (YamlPlace const& element : elements_of(place)) texts.push_back(text_of(element));
  return texts;
}

std::set<std::string> set_of_texts(YamlPlace const& place) {
  std::vector<std::string> const texts = texts_of(place);
  return {texts.begin(), texts.end()};
}

}  // namespace conformance
