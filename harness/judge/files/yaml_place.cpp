#include "harness/judge/files/yaml_place.hpp"

#include <fmt/core.h>

#include "harness/judge/files/input_error.hpp"

namespace conformance {

void YamlPlace::refuse(std::string const& what) const {
  throw InputError(fmt::format("{}:{}: {}", page, line(), what));
}

YamlPlace read_yaml_page(FileTree const& folder, std::string const& path) {
  std::string const page = folder.name() + "/" + path;
  try {
    return {.node = YAML::Load(folder.read_text(path)), .page = page};
  } catch (YAML::ParserException const& error) {
    throw InputError(fmt::format("{}:{}: this is no YAML: {}", page, error.mark.line + 1, error.msg));
  }
}

std::vector<std::pair<std::string, YamlPlace>> members_of(YamlPlace const& place) {
  if (!place.node.IsMap()) place.refuse("a mapping is expected here");
  std::vector<std::pair<std::string, YamlPlace>> members;
  for (YAML::const_iterator entry = place.node.begin(); entry != place.node.end(); ++entry)
    members.emplace_back(entry->first.as<std::string>(), YamlPlace{.node = entry->second, .page = place.page});
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
