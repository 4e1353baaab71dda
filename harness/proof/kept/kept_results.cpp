#include "harness/proof/kept/kept_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "harness/judge/files/text_file.hpp"
#include "harness/proof/kept/at_once.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

constexpr int version_of_form = 2;

/// Of a digest as much as tells something apart from what it was.
std::string key_of(std::string const& digested) {
  constexpr std::size_t length = 10;
  std::string const digest = sha256(digested);
  return digest.substr(digest.find(':') + 1, length);
}

// Ascending numbers: each by how much it is larger than the one before, and behind a plus how many follow one by one:
// "12+3 5" for 12, 13, 14, 15 and 20.

std::string text_of(std::vector<std::size_t> const& numbers) {
  std::string text;
  std::size_t last = 0;
  for (std::size_t at = 0; at < numbers.size();) {
    std::size_t end = at + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : " ", numbers[at] - last);
    if (end - at > 1) text += fmt::format("+{}", end - at - 1);
    last = numbers[end - 1];
    at = end;
  }
  return text;
}

std::size_t number_at(char const*& at, char const* end) {
  std::size_t number = 0;
  auto const [behind, error] = std::from_chars(at, end, number);
  if (error != std::errc()) throw std::invalid_argument("no number");
  at = behind;
  return number;
}

/// None is larger than `most`, whatever stands in a damaged file.
std::vector<std::size_t> numbers_in(std::string const& text, std::size_t most) {
  std::vector<std::size_t> numbers;
  std::size_t last = 0;
  char const* const end = text.data() + text.size();
  for (char const* at = text.data(); at != end;) {
    if (*at == ' ') ++at;
    last += number_at(at, end);
    std::size_t following = 0;
    if (at != end && *at == '+') following = number_at(++at, end);
    if (last > most || following > most - last) throw std::invalid_argument("a number is too large");
    for (std::size_t count = 0; count <= following; ++count) numbers.push_back(last + count);
    last += following;
  }
  return numbers;
}

std::pair<std::string, std::string> split_at(std::string const& text, char separator) {
  std::size_t const at = std::min(text.rfind(separator), text.size());
  return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

constexpr std::size_t highest_number = 1'000'000;

/// Whether the deviation may change an answer of these operations.
bool reaches(ResultDeviation const& deviation, std::set<std::string> const& operations) {
  return deviation.operations.empty() ||
         std::any_of(deviation.operations.begin(), deviation.operations.end(),
                     [&](std::string const& operation) { return operations.contains(operation); });
}

}  // namespace

ProgramDigests digests_by_edition(ProgramDigests program, ClauseRegistry const& registry) {
  std::string const edition = registry.offered_editions().back();
  if (edition != first_edition) program.answering += " " + edition;
  return program;
}

std::string result_key(Vector const& vector, ClauseRegistry const& registry, SignatureMaker const& signatures) {
  Json digested = {*vector.source, signatures.protocol_words_of(vector)};
  for (auto const& [path, bytes] : vector.files) digested.push_back({path, sha256(bytes)});
  for (std::string const& id : vector.clauses) {
    Clause const* const clause = registry.find_clause(id);
    if (clause == nullptr) continue;
    for (std::string const& contested : clause->contested) {
      Decision const* const decision = registry.find_decision(contested);
      digested.push_back(contested);
      if (decision == nullptr) continue;
      for (Reading const& reading : decision->readings)
        digested.push_back({reading.name, reading.profiles, reading.is_departure});
    }
  }
  return key_of(digested.dump(-1, ' ', false, Json::error_handler_t::replace));
}

struct KeptResults::Stored {
  struct OfVector {
    std::size_t number = 0;
    std::string key;
    std::string answers;
    std::string id;
    std::vector<std::size_t> gaps;  ///< the deviations, in the order of the file, of which nothing is known
  };
  struct OfDeviation {
    std::string key;
    std::string name;
    std::map<std::string, std::vector<std::size_t>> outcomes;  ///< by text, the numbers of the vectors
  };
  ProgramDigests program;
  std::vector<OfVector> vectors;
  std::vector<OfDeviation> deviations;
};

KeptResults::KeptResults(std::vector<ResultDeviation> const& deviations, std::vector<ResultVector> vectors,
                         AnswersOf answers_of, ProgramDigests program)
    : vectors_(std::move(vectors)),
      answers_of_(std::move(answers_of)),
      program_(std::move(program)),
      answers_(vectors_.size()),
      outcomes_(deviations.size()),
      met_deviations_(deviations.size(), false),
      met_vectors_(vectors_.size(), false) {
  for (ResultDeviation const& deviation : deviations) {
    deviation_places_.emplace(deviation.name, deviations_.size());
    deviations_.push_back(
        {.name = deviation.name, .key = key_of(deviation.digest), .asks_further = deviation.asks_further});
  }
  std::map<std::set<std::string>, Flags> out_of_reach;
  for (std::size_t index = 0; index < vectors_.size(); ++index) {
    vector_places_.emplace(vectors_[index].id, index);
    auto const [row, is_new] = out_of_reach.try_emplace(vectors_[index].operations);
    if (is_new) {
      for (ResultDeviation const& deviation : deviations)
        row->second.push_back(reaches(deviation, vectors_[index].operations) ? 0 : 1);
    }
    known_.push_back(row->second);
  }
}

bool KeptResults::are_whole() const {
  return std::all_of(known_.begin(), known_.end(), [](Flags const& of_vector) {
    return std::memchr(of_vector.data(), 0, of_vector.size()) == nullptr;
  });
}

Outcome const& KeptResults::outcome(std::size_t deviation, std::size_t vector) const {
  static Outcome const nothing;
  auto const found = outcomes_[deviation].find(vector);
  return found == outcomes_[deviation].end() ? nothing : found->second;
}

void KeptResults::add(std::size_t deviation, std::size_t vector, Outcome outcome) {
  if (answers_[vector].empty()) answers_[vector] = key_of(answers_of_(vector));
  known_[vector][deviation] = 1;
  forgotten_.erase({deviation, vector});
  if (outcome.empty())
    outcomes_[deviation].erase(vector);
  else
    outcomes_[deviation][vector] = std::move(outcome);
}

void KeptResults::forget(std::size_t deviation, std::size_t vector) {
  known_[vector][deviation] = 0;
  outcomes_[deviation].erase(vector);
  forgotten_.emplace(deviation, vector);
}

std::string KeptResults::add_text(std::string const& text) {
  try {
    Stored const stored = stored_in(text);
    meet(stored);
    if (stored.program.judging != program_.judging) return "it is of a program that judges otherwise";
    take(stored);
    return "";
  } catch (std::exception const& error) {
    return fmt::format("it is damaged: {}", error.what());
  }
}

/// That nothing in it is about a deviation that it has not, or about either of two vectors.
void KeptResults::demand_sound(Stored const& stored) {
  std::set<std::size_t> numbers;
  for (Stored::OfVector const& vector : stored.vectors) {
    if (!numbers.insert(vector.number).second) throw std::invalid_argument("two vectors have one number");
    if (!vector.gaps.empty() && vector.gaps.back() >= stored.deviations.size())
      throw std::invalid_argument("there are fewer deviations than it says");
  }
}

KeptResults::Stored KeptResults::stored_in(std::string const& text) {
  std::size_t const end_of_head = std::min(text.find('\n'), text.size());
  Json const head = json_in(std::string_view(text).substr(0, end_of_head));
  if (head.at("results") != version_of_form) throw std::invalid_argument("it has another form");
  std::string const body = text.substr(std::min(end_of_head + 1, text.size()));
  if (head.at("digest") != sha256(body)) throw std::invalid_argument("its digest is another one");
  Stored stored{
      .program = {.judging = head.at("judging"), .answering = head.at("answering")}, .vectors = {}, .deviations = {}};
  std::string topic;
  for (std::size_t at = 0; at < body.size();) {
    std::size_t const end = std::min(body.find('\n', at), body.size());
    Json const line = json_in(std::string_view(body).substr(at, end - at));
    at = end + 1;
    if (line.size() == 1) {
      topic = line.at(0).get<std::string>() + "/";
    } else if (line.at(0).is_number()) {
      stored.vectors.push_back(
          {.number = line.at(0),
           .key = line.at(1),
           .answers = line.at(2),
           .id = topic + line.at(3).get<std::string>(),
           .gaps = numbers_in(line.size() > 4 ? line.at(4).get<std::string>() : "", highest_number)});
    } else {
      Stored::OfDeviation deviation{.key = line.at(0), .name = line.at(1), .outcomes = {}};
      for (auto const& [outcome, numbers] : line.at(2).items())
        deviation.outcomes[outcome] = numbers_in(numbers.get<std::string>(), highest_number);
      stored.deviations.push_back(std::move(deviation));
    }
  }
  demand_sound(stored);
  return stored;
}

void KeptResults::meet(Stored const& stored) {
  for (Stored::OfVector const& of : stored.vectors) {
    auto const found = vector_places_.find(of.id);
    if (found == vector_places_.end()) continue;
    numbers_.emplace(of.id, of.number);
    if (!has_met_) met_vectors_[found->second] = vectors_[found->second].key == of.key;
  }
  for (Stored::OfDeviation const& of : stored.deviations) {
    auto const found = deviation_places_.find(of.name);
    if (!has_met_ && found != deviation_places_.end())
      met_deviations_[found->second] = deviations_[found->second].key == of.key;
  }
  has_met_ = true;
}

/// The answers of the vectors that are what they were in the text: those in it, if what answers is the same, else what
/// is answered now.
void KeptResults::learn_answers_beside(Stored const& stored) {
  std::vector<std::size_t> asked;
  for (Stored::OfVector const& of : stored.vectors) {
    auto const found = vector_places_.find(of.id);
    if (found == vector_places_.end() || vectors_[found->second].key != of.key) continue;
    if (!answers_[found->second].empty()) continue;
    if (stored.program.answering == program_.answering)
      answers_[found->second] = of.answers;
    else if (!of.answers.empty() && !vectors_[found->second].is_played_anew)
      asked.push_back(found->second);
  }
  for_each_index(asked.size(), std::min(asked.size(), played_at_once),
                 [&](std::size_t index) { answers_[asked[index]] = key_of(answers_of_(asked[index])); });
}

/// Of which deviations a text newly tells what they do to a vector, which is what it was in the text. `gaps` and
/// `deviations` are in its order, these by their index here if they are what they were. They are known from now on.
KeptResults::Flags KeptResults::taken_of(std::size_t vector, std::vector<std::size_t> const& gaps,
                                         std::vector<std::optional<std::size_t>> const& deviations,
                                         bool is_answered_alike) {
  Flags is_gap(deviations.size(), 0);
  for (std::size_t const gap : gaps) is_gap[gap] = 1;
  Flags taken(deviations_.size(), 0);
  char const* const gap_at = is_gap.data();
  char* const known = known_[vector].data();
  char* const taken_at = taken.data();
  for (std::size_t row = 0; row < is_gap.size(); ++row) {
    if (gap_at[row] != 0 || !deviations[row]) continue;
    std::size_t const deviation = *deviations[row];
    bool const depends_on_more = deviations_[deviation].asks_further || vectors_[vector].is_played_anew;
    if (known[deviation] != 0 || (depends_on_more && !is_answered_alike)) continue;
    if (!forgotten_.empty() && forgotten_.contains({deviation, vector})) continue;
    known[deviation] = taken_at[deviation] = 1;
  }
  return taken;
}

void KeptResults::take(Stored const& stored) {
  learn_answers_beside(stored);
  bool const is_answered_alike = stored.program.answering == program_.answering;
  // The index of each deviation of the file, if it is here and what it was.
  std::vector<std::optional<std::size_t>> deviations;
  for (Stored::OfDeviation const& of : stored.deviations) {
    auto const found = deviation_places_.find(of.name);
    bool const is_same = found != deviation_places_.end() && deviations_[found->second].key == of.key;
    deviations.push_back(is_same ? std::optional(found->second) : std::nullopt);
  }
  // By the number of each vector that is here and what it was: its index, and of which deviations it is new what they
  // do.
  std::unordered_map<std::size_t, std::pair<std::size_t, Flags>> vectors;
  for (Stored::OfVector const& of : stored.vectors) {
    auto const found = vector_places_.find(of.id);
    if (found == vector_places_.end()) continue;
    std::size_t const index = found->second;
    if (vectors_[index].key != of.key || (!is_answered_alike && answers_[index] != of.answers)) continue;
    vectors.emplace(of.number, std::pair(index, taken_of(index, of.gaps, deviations, is_answered_alike)));
  }
  for (std::size_t row = 0; row < deviations.size(); ++row) {
    if (!deviations[row]) continue;
    for (auto const& [text, numbers] : stored.deviations[row].outcomes) {
      for (std::size_t const number : numbers) {
        auto const vector = vectors.find(number);
        if (vector != vectors.end() && vector->second.second[*deviations[row]] != 0)
          outcomes_[*deviations[row]][vector->second.first].insert(text);
      }
    }
  }
}

std::vector<std::size_t> KeptResults::numbers() const {
  std::set<std::size_t> taken;
  std::vector<std::size_t> numbers(vectors_.size(), 0);
  for (std::size_t index = 0; index < vectors_.size(); ++index) {
    auto const found = numbers_.find(vectors_[index].id);
    // Two files may have given one number to different vectors.
    if (found != numbers_.end() && taken.insert(found->second).second) numbers[index] = found->second;
  }
  std::size_t next = taken.empty() ? 0 : *taken.rbegin();
  for (std::size_t& number : numbers) {
    if (number == 0) number = ++next;
  }
  return numbers;
}

std::string KeptResults::text() const {
  std::vector<std::size_t> const number_of = numbers();
  std::string body;
  std::string open_topic;
  for (std::size_t index = 0; index < vectors_.size(); ++index) {
    auto const [topic, name] = split_at(vectors_[index].id, '/');
    if (topic != open_topic) body += Json::array({topic}).dump() + "\n";
    open_topic = topic;
    Json line = {number_of[index], vectors_[index].key, answers_[index], name};
    std::vector<std::size_t> gaps;
    char const* const known = known_[index].data();
    for (std::size_t deviation = 0; deviation < known_[index].size(); ++deviation) {
      if (known[deviation] == 0) gaps.push_back(deviation);
    }
    if (!gaps.empty()) line.push_back(text_of(gaps));
    body += line.dump() + "\n";
  }
  for (std::size_t deviation = 0; deviation < deviations_.size(); ++deviation) {
    std::map<std::string, std::vector<std::size_t>> vectors;
    for (auto const& [vector, outcome] : outcomes_[deviation]) {
      for (std::string const& text : outcome) vectors[text].push_back(number_of[vector]);
    }
    Json outcomes = Json::object();
    for (auto& [text, numbers] : vectors) {
      std::sort(numbers.begin(), numbers.end());
      outcomes[text] = text_of(numbers);
    }
    body += Json::array({deviations_[deviation].key, deviations_[deviation].name, std::move(outcomes)}).dump() + "\n";
  }
  Json const head = {{"results", version_of_form},
                     {"judging", program_.judging},
                     {"answering", program_.answering},
                     {"digest", sha256(body)}};
  return head.dump() + "\n" + body;
}

}  // namespace conformance
