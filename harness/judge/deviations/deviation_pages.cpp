#include "harness/judge/deviations/deviation_pages.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/yaml_place.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance::deviations {
namespace {

constexpr char const* folder_of_hooks = "hooks/";
constexpr char const* words_page = "words.jq";
constexpr char const* folder_of_words = "words/";

constexpr char const* inputs = "reply, params, call, request, answer, arguments, sending and late";

std::optional<HookInput> input_named(std::string const& word) {
  if (word == "params") return HookInput::params;
  if (word == "reply") return HookInput::reply;
  if (word == "call") return HookInput::call;
  if (word == "request") return HookInput::request;
  if (word == "answer") return HookInput::answer;
  if (word == "arguments") return HookInput::arguments;
  if (word == "sending") return HookInput::sending;
  if (word == "late") return HookInput::late;
  return std::nullopt;
}

HookInput input_of(YamlPlace const& place) {
  std::string const word = text_of(place);
  if (std::optional<HookInput> const input = input_named(word)) return *input;
  place.refuse(fmt::format("'{}' is no input of a hook; there are {}", word, inputs));
}

/// The hook that "reply of render, prepare" stands for: all that goes into these operations, or comes out of them.
/// Nothing for a text of another form.
std::optional<Hook> plain_hook(std::string const& name) {
  static RE2 const form("([a-z]+) of ([a-z_]+(?:, [a-z_]+)*)");
  static RE2 const word("([a-z_]+)(?:, )?");
  std::string input;
  std::string operations;
  if (!RE2::FullMatch(name, form, &input, &operations) || !input_named(input)) return std::nullopt;
  Hook hook{.name = name,
            .gives = "all of it",
            .input = *input_named(input),
            .operations = {},
            .program = "CHANGE",
            .page_words = "",
            .words = ""};
  re2::StringPiece rest(operations);
  for (std::string operation; RE2::Consume(&rest, word, &operation);) hook.operations.insert(operation);
  return hook;
}

Hook hook_of(std::string const& name, YamlPlace const& place) {
  Hook hook{.name = name, .gives = "", .operations = {}, .program = "", .page_words = "", .words = ""};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "gives") {
      hook.gives = text_of(value);
    } else if (key == "input") {
      hook.input = input_of(value);
    } else if (key == "operations") {
      hook.operations = set_of_texts(value);
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

constexpr std::array<std::string_view, 12> known_marks = {
    "first-only", "second-only",   "no first-only", "no second-only", "other-case", "beginning",
    "blanks",     "no other-case", "no beginning",  "no blanks",      "look-alike", "twice"};

/// Takes a sentence apart that stands behind marks: "first-only P2.1-09 · no blanks — Names are found in any case."
void read_sentence(WrittenDeviation& deviation, YamlPlace const& place) {
  static RE2 const marked("(.*?) — (.*)");
  static RE2 const mark("([a-z -]+?)(?: ([PM][0-9.]+-[0-9]+))?(?: · |$)");
  std::string marks;
  std::string const text = text_of(place);
  if (!RE2::FullMatch(text, marked, &marks, &deviation.breaks)) deviation.breaks = text;
  re2::StringPiece rest(marks);
  std::string clause;
  for (std::string name; RE2::Consume(&rest, mark, &name, &clause);) {
    if (std::find(known_marks.begin(), known_marks.end(), name) == known_marks.end()) break;
    deviation.marks.push_back({.name = name, .clause = clause.empty() ? deviation.clause : clause});
    if (rest.empty()) return;
  }
  if (!marks.empty())
    place.refuse(fmt::format("'{}' are no marks of a mutant; there are {}", marks, fmt::join(known_marks, ", ")));
}

/// What the entries of a page are.
enum class Entries : std::uint8_t { mutants, readings };

void demand_whole(WrittenDeviation const& deviation, Entries entries, YamlPlace const& place) {
  bool const is_mutant = entries == Entries::mutants;
  if (is_mutant && deviation.breaks.empty())
    place.refuse(fmt::format("{} does not say what it breaks", deviation.name));
  if (deviation.filters.empty() && deviation.unobservable.empty())
    place.refuse(fmt::format("{} has no filter at any hook", deviation.name));
  if (!deviation.filters.empty() && !deviation.unobservable.empty())
    place.refuse(fmt::format("{} has a filter, and a reason why it has none", deviation.name));
}

/// Whether there is such a hook; a plain one is added when it is first needed.
bool is_hook(std::string const& name, std::map<std::string, Hook>& hooks) {
  if (hooks.contains(name)) return true;
  std::optional<Hook> hook = plain_hook(name);
  if (!hook) return false;
  hooks.emplace(name, *std::move(hook));
  return true;
}

/// Adds the plain hook that it stands at, if any.
WrittenDeviation deviation_of(std::string const& clause, std::string const& name, YamlPlace const& place,
                              std::map<std::string, Hook>& hooks, Entries entries) {
  bool const is_mutant = entries == Entries::mutants;
  WrittenDeviation deviation{.name = name,
                             .clause = clause,
                             .breaks = "",
                             .marks = {},
                             .filters = {},
                             .about_components = !is_mutant,
                             .unobservable = "",
                             .file = place.page,
                             .line = place.line};
  for (auto const& [key, value] : members_of(place)) {
    if (is_mutant && key == "breaks") {
      read_sentence(deviation, value);
    } else if (is_mutant && key == "about_components") {
      deviation.about_components = text_of(value) == "true";
    } else if (!is_mutant && key == "unobservable") {
      deviation.unobservable = text_of(value);
    } else if (!is_hook(key, hooks)) {
      value.refuse(
          fmt::format("there is no hook '{}'; besides those on the pages in mutants/{} there are all of the "
                      "form 'reply of load, prepare' ({})",
                      key, folder_of_hooks, inputs));
    } else {
      deviation.filters.push_back({.hook = key, .filter = text_of(value)});
    }
  }
  demand_whole(deviation, entries, place);
  return deviation;
}

void refuse_names_that_repeat(std::vector<WrittenDeviation> const& deviations) {
  std::map<std::string, WrittenDeviation const*> known;
  for (WrittenDeviation const& deviation : deviations) {
    auto const [first, is_new] = known.emplace(deviation.name, &deviation);
    if (!is_new)
      throw InputError(fmt::format("{}:{}: the name {} is taken by {}:{}", deviation.file, deviation.line,
                                   deviation.name, first->second->file, first->second->line));
  }
}

bool is_page(std::string const& path) {
  return path.ends_with(".yaml");
}

bool is_page_of_hooks(std::string const& path) {
  return is_page(path) && path.starts_with(folder_of_hooks);
}

/// The member of a page of hooks that is not a hook: definitions for all of them.
constexpr char const* words_of_the_page = "words";

void add_hooks(std::map<std::string, Hook>& hooks, YamlPlace const& page) {
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

void add_mutants(DeviationPages& pages, YamlPlace const& page, Entries entries) {
  for (auto const& [clause, deviations] : members_of(page)) {
    for (auto const& [name, place] : members_of(deviations))
      pages.deviations.push_back(deviation_of(clause, name, place, pages.hooks, entries));
  }
}

/// Hooks and words, without a deviation.
DeviationPages read_hooks(FileTree const& folder) {
  DeviationPages pages;
  pages.words = folder.read(words_page);
  for (std::string const& path : folder.paths()) {
    if (is_page_of_hooks(path)) add_hooks(pages.hooks, read_yaml_page(folder, path));
    if (path.starts_with(folder_of_words)) pages.words += "\n" + folder.read(path);
  }
  return pages;
}

/// Reads a jq program from left to right.
class Reader {
 public:
  explicit Reader(std::string const& text) : text_(text) {}

  [[nodiscard]] std::vector<std::string> literals() {
    while (position_ < text_.size()) read_code();
    return std::move(found_);
  }

 private:
  /// Code up to the end, or to the parenthesis that closes an interpolation.
  void read_code() {
    int open = 1;
    while (position_ < text_.size() && open > 0) {
      char const letter = text_[position_++];
      if (letter == '"') read_text();
      if (letter == '#') position_ = text_.find('\n', position_);
      if (letter == '(') ++open;
      if (letter == ')') --open;
    }
  }

  void read_text() {
    std::string raw;
    while (position_ < text_.size() && text_[position_] != '"') {
      bool const is_escape = text_[position_] == '\\' && position_ + 1 < text_.size();
      if (is_escape && text_[position_ + 1] == '(') {
        position_ += 2;
        add(raw);
        raw.clear();
        read_code();
        continue;
      }
      std::size_t const length = is_escape ? 2 : 1;
      raw += text_.substr(position_, length);
      position_ += length;
    }
    ++position_;
    add(raw);
  }

  void add(std::string const& raw) {
    Json const value = json_in('"' + raw + '"');
    if (value.is_string() && !raw.empty()) found_.push_back(value.get<std::string>());
  }

  std::string const& text_;
  std::size_t position_ = 0;
  std::vector<std::string> found_;
};

}  // namespace

DeviationPages read_mutant_pages(FileTree const& spec) {
  FileTree const folder = spec.below("mutants");
  if (!folder.exists()) return {};
  DeviationPages pages = read_hooks(folder);
  for (std::string const& path : folder.paths()) {
    if (is_page(path) && !is_page_of_hooks(path)) add_mutants(pages, read_yaml_page(folder, path), Entries::mutants);
  }
  refuse_names_that_repeat(pages.deviations);
  return pages;
}

DeviationPages read_reading_pages(FileTree const& spec) {
  FileTree const folder = spec.below("readings");
  if (!folder.exists()) return {};
  DeviationPages pages = read_hooks(spec.below("mutants"));
  for (std::string const& path : folder.paths()) {
    if (is_page(path)) add_mutants(pages, read_yaml_page(folder, path), Entries::readings);
  }
  return pages;
}

std::vector<std::string> literals_of(std::string const& filter) {
  return Reader(filter).literals();
}

std::vector<FilterLiteral> literals_of(DeviationPages const& pages) {
  std::vector<FilterLiteral> literals;
  auto const add = [&](std::string const& program, std::string const& place) {
    for (std::string& value : literals_of(program)) literals.push_back({.value = std::move(value), .place = place});
  };
  add(pages.words, "mutants/words.jq");
  for (auto const& [name, hook] : pages.hooks)
    for (std::string const* const program : {&hook.page_words, &hook.program, &hook.words})
      add(*program, "mutants/hooks, " + name);
  for (WrittenDeviation const& deviation : pages.deviations) {
    for (WrittenFilter const& written : deviation.filters)
      add(written.filter, fmt::format("{}:{}", deviation.file, deviation.line));
  }
  return literals;
}

}  // namespace conformance::deviations
