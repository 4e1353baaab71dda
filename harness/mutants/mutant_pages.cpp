#include "harness/mutants/mutant_pages.hpp"

#include <fmt/core.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <utility>

#include "harness/input_error.hpp"

namespace conformance::mutants::mutant_pages {
namespace {

constexpr char const* folder_of_hooks = "hooks/";
constexpr char const* words_page = "words.jq";

/// A node with the page that it stands on.
struct Place {
  YAML::Node node;
  std::string page;

  [[nodiscard]] int line() const { return node.Mark().line + 1; }
  [[noreturn]] void refuse(std::string const& what) const {
    throw InputError(fmt::format("{}:{}: {}", page, line(), what));
  }
};

Place read_page(FileTree const& folder, std::string const& path) {
  std::string const page = folder.name() + "/" + path;
  try {
    return {.node = YAML::Load(folder.read(path)), .page = page};
  } catch (YAML::ParserException const& error) {
    throw InputError(fmt::format("{}:{}: this is no YAML: {}", page, error.mark.line + 1, error.msg));
  }
}

std::vector<std::pair<std::string, Place>> members_of(Place const& place) {
  if (!place.node.IsMap()) place.refuse("a mapping is expected here");
  std::vector<std::pair<std::string, Place>> members;
  for (YAML::const_iterator entry = place.node.begin(); entry != place.node.end(); ++entry)
    members.emplace_back(entry->first.as<std::string>(), Place{.node = entry->second, .page = place.page});
  return members;
}

std::string text_of(Place const& place) {
  if (!place.node.IsScalar()) place.refuse("a text is expected here");
  return place.node.as<std::string>();
}

HookInput input_of(Place const& place) {
  std::string const word = text_of(place);
  if (word == "params") return HookInput::params;
  if (word == "reply") return HookInput::reply;
  if (word == "call") return HookInput::call;
  place.refuse(fmt::format("'{}' is no input of a hook; there are params, reply and call", word));
}

std::set<std::string> operations_of(Place const& place) {
  if (!place.node.IsSequence()) place.refuse("a list of operations is expected here");
  std::set<std::string> operations;
  for (YAML::Node const& operation : place.node) operations.insert(text_of({.node = operation, .page = place.page}));
  return operations;
}

Hook hook_of(std::string const& name, Place const& place) {
  Hook hook{.name = name, .gives = "", .operations = {}, .program = "", .page_words = "", .words = ""};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "gives") {
      hook.gives = text_of(value);
    } else if (key == "input") {
      hook.input = input_of(value);
    } else if (key == "operations") {
      hook.operations = operations_of(value);
    } else if (key == "program") {
      hook.program = text_of(value);
    } else if (key == "words") {
      hook.words = text_of(value);
    } else {
      value.refuse(fmt::format("a hook has no '{}'; it has gives, input, operations, program and words", key));
    }
  }
  if (hook.gives.empty() || hook.operations.empty()) place.refuse("a hook says what it gives, and at which operations");
  if (hook.program.find("CHANGE") == std::string::npos)
    place.refuse("the program of a hook has CHANGE where the filter belongs");
  return hook;
}

/// What the entries of a page are.
enum class Entries : std::uint8_t { mutants, readings };

void demand_whole(WrittenMutant const& mutant, Entries entries, Place const& place) {
  bool const is_mutant = entries == Entries::mutants;
  if (is_mutant && mutant.breaks.empty()) place.refuse(fmt::format("{} does not say what it breaks", mutant.name));
  if (mutant.hook.empty() && mutant.unobservable.empty())
    place.refuse(fmt::format("{} has no filter at any hook", mutant.name));
  if (!mutant.hook.empty() && !mutant.unobservable.empty())
    place.refuse(fmt::format("{} has a filter, and a reason why it has none", mutant.name));
}

WrittenMutant mutant_of(std::string const& clause, std::string const& name, Place const& place,
                        std::map<std::string, Hook> const& hooks, Entries entries) {
  bool const is_mutant = entries == Entries::mutants;
  WrittenMutant mutant{.name = name,
                       .clause = clause,
                       .breaks = "",
                       .hook = "",
                       .filter = "",
                       .about_components = !is_mutant,
                       .unobservable = "",
                       .file = place.page,
                       .line = place.line()};
  for (auto const& [key, value] : members_of(place)) {
    if (is_mutant && key == "breaks") {
      mutant.breaks = text_of(value);
    } else if (is_mutant && key == "about_components") {
      mutant.about_components = text_of(value) == "true";
    } else if (!is_mutant && key == "unobservable") {
      mutant.unobservable = text_of(value);
    } else if (!hooks.contains(key)) {
      value.refuse(fmt::format("there is no hook '{}'; the pages in mutants/{} have them all", key, folder_of_hooks));
    } else if (!mutant.hook.empty()) {
      value.refuse(fmt::format("{} has a filter already, at the hook {}", name, mutant.hook));
    } else {
      mutant.hook = key;
      mutant.filter = text_of(value);
    }
  }
  demand_whole(mutant, entries, place);
  return mutant;
}

void refuse_names_that_repeat(std::vector<WrittenMutant> const& mutants) {
  std::map<std::string, WrittenMutant const*> known;
  for (WrittenMutant const& mutant : mutants) {
    auto const [first, is_new] = known.emplace(mutant.name, &mutant);
    if (!is_new)
      throw InputError(fmt::format("{}:{}: the name {} is taken by {}:{}", mutant.file, mutant.line, mutant.name,
                                   first->second->file, first->second->line));
  }
}

bool is_page(std::string const& path) {
  return path.ends_with(".yaml");
}

bool is_page_of_hooks(std::string const& path) {
  return is_page(path) && path.starts_with(folder_of_hooks);
}

/// The member of a page of hooks that is none: words for all of them.
constexpr char const* words_of_the_page = "words";

void add_hooks(std::map<std::string, Hook>& hooks, Place const& page) {
  std::string common;
  for (auto const& [name, place] : members_of(page)) {
    if (name == words_of_the_page) {
      common = text_of(place);
      continue;
    }
    Hook hook = hook_of(name, place);
    hook.page_words = common;
    if (!hooks.emplace(name, std::move(hook)).second)
      place.refuse(fmt::format("there is another hook of the name {}", name));
  }
}

void add_mutants(MutantPages& pages, Place const& page, Entries entries) {
  for (auto const& [clause, mutants] : members_of(page)) {
    for (auto const& [name, place] : members_of(mutants))
      pages.mutants.push_back(mutant_of(clause, name, place, pages.hooks, entries));
  }
}

/// Hooks and words, without a mutant.
MutantPages read_hooks(FileTree const& folder) {
  MutantPages pages;
  pages.words = folder.read(words_page);
  for (std::string const& path : folder.paths()) {
    if (is_page_of_hooks(path)) add_hooks(pages.hooks, read_page(folder, path));
  }
  return pages;
}

}  // namespace
}  // namespace conformance::mutants::mutant_pages

namespace conformance::mutants {

MutantPages read_mutant_pages(FileTree const& spec) {
  FileTree const folder = spec.below("mutants");
  if (!folder.exists()) return {};
  MutantPages pages = mutant_pages::read_hooks(folder);
  for (std::string const& path : folder.paths()) {
    if (mutant_pages::is_page(path) && !mutant_pages::is_page_of_hooks(path))
      mutant_pages::add_mutants(pages, mutant_pages::read_page(folder, path), mutant_pages::Entries::mutants);
  }
  mutant_pages::refuse_names_that_repeat(pages.mutants);
  return pages;
}

MutantPages read_reading_pages(FileTree const& spec) {
  FileTree const folder = spec.below("readings");
  if (!folder.exists()) return {};
  MutantPages pages = mutant_pages::read_hooks(spec.below("mutants"));
  for (std::string const& path : folder.paths()) {
    if (mutant_pages::is_page(path))
      mutant_pages::add_mutants(pages, mutant_pages::read_page(folder, path), mutant_pages::Entries::readings);
  }
  return pages;
}

}  // namespace conformance::mutants
