#pragma once

#include <cctype>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/files/text_file.hpp"
#include "harness/vectors/corpus.hpp"
#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

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

/// A text in which each word that is not kept, in whatever case, has other vowels, so that nothing of what it says is
/// left. Escapes stay.
inline std::string reworded(std::string const& text, std::set<std::string> const& kept) {
  std::string const vowels = "aeiouaAEIOUA";
  std::string changed;
  std::string word;
  for (char const sign : text + " ") {
    if (std::isalpha(static_cast<unsigned char>(sign)) != 0) {
      word += sign;
      continue;
    }
    bool const is_kept = kept.contains(word) || kept.contains(in_small_letters(word)) || changed.ends_with('\\');
    if (!is_kept && word.size() > 2) {
      for (char& letter : word) {
        std::size_t const place = vowels.find(letter);
        if (place != std::string::npos) letter = vowels[place + 1];
      }
    }
    changed += std::exchange(word, "");
    changed += sign;
  }
  changed.pop_back();
  return changed;
}

/// What the vectors of a clause give, in other words than theirs: a mutant that bears on a vector bears on it as well,
/// unless it knows the vector by what it says. The words of the specification and of the schemas stay.
class RewordedVectors {
 public:
  explicit RewordedVectors(Corpus const& corpus, std::filesystem::path const& root) : corpus_(corpus) {
    for (std::filesystem::path const& folder : {root / "spec", root / "vectors" / "schema"}) {
      for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(folder))
        if (entry.is_regular_file()) kept_.merge(words_of(read_file(entry.path())));
    }
  }

  [[nodiscard]] std::vector<Input> of(std::string const& clause) const {
    std::vector<Input> inputs;
    for (Vector const& vector : corpus_.vectors) {
      if (std::find(vector.clauses.begin(), vector.clauses.end(), clause) == vector.clauses.end()) continue;
      for (Step const& step : vector.steps) {
        Input input{.operation = step.operation, .params = reworded_json(step.given)};
        if (vector.env) input.params["env"] = reworded_json(*vector.env);
        if (vector.provider) input.provider = with_reworded_texts(*vector.provider);
        for (auto const& [path, bytes] : vector.files)
          input.files.emplace(reworded(path, kept_), reworded(bytes, kept_));
        inputs.push_back(std::move(input));
      }
    }
    return inputs;
  }

 private:
  [[nodiscard]] Json reworded_json(Json const& value) const { return Json::parse(reworded(value.dump(), kept_)); }

  /// The members of a scenario are its own words and those of a provider.
  [[nodiscard]] Json with_reworded_texts(Json value) const {
    if (value.is_string()) return reworded(value.get<std::string>(), kept_);
    if (value.is_structured())
      for (Json& element : value) element = with_reworded_texts(std::move(element));
    return value;
  }

  Corpus const& corpus_;
  /// Besides those of pages and schemas, the address of the mock, what an OpenAPI document is made of and the halves of
  /// `displayName`.
  std::set<std::string> kept_ = {"MOCK", "multipart", "form", "data", "openapi", "paths", "operationId", "requestBody",
                                 "content", "application", "schema", "servers", "info", "title", "version",
                                 "parameters", "components", "responses", "get", "delete", "post", "put", "display",
                                 "additionalProperties", "endif", "elif", "else", "endfor",
                                 // What the mock can do to an answer.
                                 "cut", "stall", "silence", "truncatedJson", "html", "wrongContentType",
                                 "malformedEvent", "errorEvent", "hugeBody", "drip", "split"};
};

}  // namespace conformance::generated
