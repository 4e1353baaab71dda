#pragma once

#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance::generated {

/// A request that no vector makes. For `load`, `path` among the params is one of the files; it is up to the caller to
/// lay them out and make it absolute. For `run`, `execute`, `converse` and `turn`, and for any input with a `provider`,
/// `${MOCK}` in the params stands for the address of a mock provider that plays `provider`, or answers with a text when
/// that is null.
struct Input {
  std::string operation;
  Json params;
  std::map<std::string, std::string> files = {};  ///< relative path to bytes
  Json provider = nullptr;                        ///< steps of a scenario
  Json mcp = {{"tools", Json::array()}};          ///< what the scenario's MCP server has
  std::optional<std::string> cwd = {};            ///< relative

  bool operator==(Input const&) const = default;
};

/// The words of a text: runs of letters.
inline std::set<std::string> words_of(std::string const& text) {
  std::set<std::string> words;
  std::string word;
  for (char const sign : text + " ") {
    if (std::isalpha(static_cast<unsigned char>(sign)) != 0) {
      word += sign;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, ""));
    }
  }
  return words;
}

inline std::string in_small_letters(std::string word) {
  for (char& letter : word) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return word;
}

/// A word that is not kept, in whatever case, with other vowels.
inline std::string reworded_word(std::string word, std::set<std::string> const& kept) {
  std::string const vowels = "aeiouaAEIOUA";
  if (word.size() < 3 || kept.contains(word) || kept.contains(in_small_letters(word))) return word;
  for (char& letter : word) {
    std::size_t const place = vowels.find(letter);
    if (place != std::string::npos) letter = vowels[place + 1];
  }
  return word;
}

/// A text in which all words but those that are kept are others, so that nothing of what it says is left. The letter
/// behind a backslash stays, and with a u its digits.
inline std::string reworded(std::string const& text, std::set<std::string> const& kept) {
  std::string changed;
  std::string word;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (std::isalpha(static_cast<unsigned char>(text[at])) != 0) {
      word += text[at];
      continue;
    }
    changed += reworded_word(std::exchange(word, ""), kept);
    changed += text[at];
    if (text[at] != '\\' || at + 1 == text.size()) continue;
    changed += text[++at];
    int const digits = text[at] == 'u' ? 4 : 0;
    for (int digit = 0; digit < digits && at + 1 < text.size(); ++digit) changed += text[++at];
  }
  return changed + reworded_word(word, kept);
}

/// The words that a page shows as code: between backquotes, and in indented blocks.
inline std::set<std::string> words_of_code(std::string const& page) {
  std::set<std::string> words;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    ")) words.merge(words_of(line));
    for (std::size_t opened = line.find('`'); opened != std::string::npos; opened = line.find('`', opened)) {
      std::size_t const closed = line.find('`', opened + 1);
      if (closed == std::string::npos) break;
      words.merge(words_of(line.substr(opened + 1, closed - opened - 1)));
      opened = closed + 1;
    }
  }
  return words;
}

/// The words of a schema that are no prose: names of members and the values that it lists.
inline void add_words_of_schema(std::set<std::string>& words, nlohmann::ordered_json const& schema) {
  for (auto const& [key, value] : schema.items()) {
    if (schema.is_object()) words.merge(words_of(key));
    if (value.is_structured()) add_words_of_schema(words, value);
    bool const is_listed = schema.is_array() || key == "const";
    if (value.is_string() && is_listed) words.merge(words_of(value.get<std::string>()));
  }
}

/// A text in which each digit but 0 is another one, so that what was nothing, whole or below zero stays so. Escapes of
/// JSON stay.
inline std::string renumbered(std::string text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "\\u") == 0) at += 6;
    if (at < text.size() && text[at] >= '1' && text[at] <= '9')
      text[at] = text[at] == '9' ? '7' : static_cast<char>(text[at] + 1);
  }
  return text;
}

/// What a vector gives, said otherwise: a mutant that bears on the vector bears on this as well, unless it knows the
/// vector by what it says.
class Rewording {
 public:
  /// Which words stay, and whether numbers do: those that pages and schemas show as code, then all of the pages. Inputs
  /// that say nothing in words get some in front of their texts, or behind them.
  enum class Kind { prose, rare_words, numbers, text_in_front, text_behind };

  Rewording(std::filesystem::path const& root, Kind kind) : kind_(kind) {
    for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(root / "spec")) {
      if (!entry.is_regular_file()) continue;
      std::string const page = read_file(entry.path());
      kept_.merge(kind == Kind::prose ? words_of_code(page) : words_of(page));
    }
    for (std::filesystem::path const& folder : {root / "vectors" / "schema", root / "mock-provider"}) {
      for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") add_words_of_schema(kept_, Json::parse(read_file(entry.path())));
    }
  }

  /// An input for each step, but for those that say nothing in other words.
  [[nodiscard]] std::vector<Input> of(Vector const& vector) const {
    std::vector<Input> inputs;
    for (Step const& step : vector.steps) {
      Input const written = as_written(vector, step);
      Input input{.operation = step.operation,
                  .params = Json::parse(said_otherwise(written.params.dump())),
                  .provider = with_other_texts(written.provider),
                  .mcp = with_other_texts(written.mcp)};
      if (written.cwd) input.cwd = said_otherwise(*written.cwd);
      for (auto const& [path, bytes] : written.files) input.files.emplace(said_otherwise(path), said_otherwise(bytes));
      add_text(input);
      if (input != written) inputs.push_back(std::move(input));
    }
    return inputs;
  }

 private:
  [[nodiscard]] static Input as_written(Vector const& vector, Step const& step) {
    Input input{.operation = step.operation, .params = step.given, .files = vector.files, .cwd = vector.cwd};
    if (vector.env) input.params["env"] = *vector.env;
    if (vector.provider) input.provider = *vector.provider;
    if (vector.mcp) input.mcp = *vector.mcp;
    return input;
  }

  void add_text_to(std::string& text) const {
    if (kind_ == Kind::text_in_front) text.insert(0, "Sedit onu. ");
    if (kind_ == Kind::text_behind) text += " Onu sedit.";
  }

  void add_text(Input& input) const {
    if (kind_ != Kind::text_in_front && kind_ != Kind::text_behind) return;
    for (auto& [path, bytes] : input.files)
      if (!bytes.empty()) add_text_to(bytes);
    input.params["env"]["ONU"] = "sedit";
    Json* const agent = input.params.contains("agent") ? &input.params["agent"] : nullptr;
    if (agent != nullptr && agent->is_object()) (*agent)["metadata"]["onu"] = "sedit";
    for (Json* const holder : {agent, &input.params}) {
      if (holder == nullptr || !holder->is_object()) continue;
      for (char const* const name : {"instructions", "rendered", "text"})
        if (holder->contains(name) && (*holder)[name].is_string() && (*holder)[name] != "")
          add_text_to((*holder)[name].get_ref<std::string&>());
    }
  }

  [[nodiscard]] std::string said_otherwise(std::string const& text) const {
    std::string const other = reworded(text, kept_);
    return kind_ == Kind::numbers ? renumbered(other) : other;
  }

  /// The members of a scenario are its own words and those of a provider.
  [[nodiscard]] Json with_other_texts(Json value) const {
    if (value.is_string()) return said_otherwise(value.get<std::string>());
    if (value.is_structured())
      for (Json& element : value) element = with_other_texts(std::move(element));
    return value;
  }

  Kind kind_;
  /// Besides those of pages and schemas, the address of the mock, what OpenAPI documents and JSON Schemas are made of
  /// and the halves of `displayName`.
  std::set<std::string> kept_ = {
      "MOCK", "multipart", "form", "data", "openapi", "paths", "operationId", "requestBody", "content", "application",
      "schema", "servers", "info", "title", "version", "parameters", "components", "responses", "get", "delete", "post",
      "put", "display", "additionalProperties", "multipleOf", "exclusiveMinimum", "exclusiveMaximum", "maxProperties",
      "endif", "elif", "else", "endfor",
      // Of templates, keys and families of models, which mutants know as programmers do.
      "replace", "macro", "endmacro", "password", "pass", "secret", "haiku", "opus", "dall", "codex", "deep", "mini",
      "preview", "instruct", "latest", "davinci", "clientsecret", "passport", "superuser", "foo", "boo", "sys", "tem",
      // Of an escape in JSON inside of a text.
      "ude",
      // What the mock can do to an answer.
      "cut", "stall", "silence", "truncatedJson", "html", "wrongContentType", "malformedEvent", "words", "characters",
      "errorEvent", "hugeBody", "drip", "split"};
};

}  // namespace conformance::generated
