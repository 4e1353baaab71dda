#include "harness/proof/sharpness/mutant_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "harness/judge/files/text_file.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

constexpr int version_of_form = 1;

/// Of a digest as much as tells thousands of mutants and vectors apart from what they were.
std::string key_of(std::string const& digested) {
  constexpr std::size_t length = 12;
  std::string const digest = sha256(digested);
  return digest.substr(digest.find(':') + 1, length);
}

// Where a vector fails: "load /inputs/*/kind", with a plus in front when it is carried.

std::string text_of(ShownPlace const& place) {
  return fmt::format("{}{} {}", place.is_carried ? "+" : "", place.operation, place.pointer);
}

ShownPlace place_in(std::string const& text) {
  bool const is_carried = text.starts_with('+');
  std::size_t const begin = is_carried ? 1 : 0;
  std::size_t const end = text.find(' ');
  if (end == std::string::npos) throw std::invalid_argument("a place is an operation and a pointer");
  return {.operation = text.substr(begin, end - begin), .pointer = text.substr(end + 1), .is_carried = is_carried};
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

/// Whether the mutant may change an answer of these operations.
bool reaches(Mutant const& mutant, std::set<std::string> const& operations) {
  return mutant.operations.empty() ||
         std::any_of(mutant.operations.begin(), mutant.operations.end(),
                     [&](std::string const& operation) { return operations.contains(operation); });
}

}  // namespace

std::string result_key(Vector const& vector, ClauseRegistry const& registry, SignatureMaker const& signatures,
                       std::string const& answers) {
  Json digested = {*vector.source, signatures.protocol_words_of(vector), answers};
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

struct MutantResults::Stored {
  struct OfVector {
    std::size_t number = 0;
    std::string key;
    std::string id;
    std::vector<std::size_t> gaps;  ///< the mutants, in the order of the file, of which nothing is known
  };
  struct OfMutant {
    std::string key;
    std::string name;
    std::map<ShownPlace, std::vector<std::size_t>> failing;  ///< by place, the numbers of the vectors
  };
  ProgramDigests program;
  std::vector<OfVector> vectors;
  std::vector<OfMutant> mutants;
};

MutantResults::MutantResults(std::vector<Mutant> const& mutants, std::vector<ResultVector> vectors,
                             ProgramDigests program)
    : vectors_(std::move(vectors)),
      program_(std::move(program)),
      shown_(mutants.size()),
      met_mutants_(mutants.size(), false),
      met_vectors_(vectors_.size(), false) {
  for (Mutant const& mutant : mutants) {
    mutant_places_.emplace(mutant.id, mutants_.size());
    // What is written in C++ is part of what judges.
    mutants_.push_back({.name = mutant.id,
                        .key = key_of(mutant.digest.empty() ? "C++" : mutant.digest),
                        .asks_further = mutant.asks_further});
  }
  std::map<std::set<std::string>, std::vector<bool>> out_of_reach;
  for (std::size_t index = 0; index < vectors_.size(); ++index) {
    vector_places_.emplace(vectors_[index].id, index);
    auto const [row, is_new] = out_of_reach.try_emplace(vectors_[index].operations);
    if (is_new) {
      for (Mutant const& mutant : mutants) row->second.push_back(!reaches(mutant, vectors_[index].operations));
    }
    known_.push_back(row->second);
  }
}

bool MutantResults::are_whole() const {
  return std::all_of(known_.begin(), known_.end(), [](std::vector<bool> const& of_vector) {
    return std::find(of_vector.begin(), of_vector.end(), false) == of_vector.end();
  });
}

ShownPlaces const& MutantResults::shown(std::size_t mutant, std::size_t vector) const {
  static ShownPlaces const nowhere;
  auto const found = shown_[mutant].find(vector);
  return found == shown_[mutant].end() ? nowhere : found->second;
}

void MutantResults::add(std::size_t mutant, std::size_t vector, ShownPlaces places) {
  known_[vector][mutant] = true;
  if (places.empty())
    shown_[mutant].erase(vector);
  else
    shown_[mutant][vector] = std::move(places);
}

std::string MutantResults::add_text(std::string const& text) {
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

/// That nothing in it is about a mutant that it has not, or about either of two vectors.
void MutantResults::demand_sound(Stored const& stored) {
  std::set<std::size_t> numbers;
  for (Stored::OfVector const& vector : stored.vectors) {
    if (!numbers.insert(vector.number).second) throw std::invalid_argument("two vectors have one number");
    if (!vector.gaps.empty() && vector.gaps.back() >= stored.mutants.size())
      throw std::invalid_argument("there are fewer mutants than it says");
  }
}

MutantResults::Stored MutantResults::stored_in(std::string const& text) {
  if (text.find('\0') != std::string::npos) throw std::invalid_argument("it holds a NUL byte");
  std::size_t const end_of_head = std::min(text.find('\n'), text.size());
  Json const head = Json::parse(text.substr(0, end_of_head));
  if (head.at("results") != version_of_form) throw std::invalid_argument("it has another form");
  std::string const body = text.substr(std::min(end_of_head + 1, text.size()));
  if (head.at("digest") != sha256(body)) throw std::invalid_argument("its digest is another one");
  Stored stored{
      .program = {.judging = head.at("judging"), .answering = head.at("answering")}, .vectors = {}, .mutants = {}};
  std::string topic;
  for (std::size_t at = 0; at < body.size();) {
    std::size_t const end = std::min(body.find('\n', at), body.size());
    Json const line =
        Json::parse(body.begin() + static_cast<std::ptrdiff_t>(at), body.begin() + static_cast<std::ptrdiff_t>(end));
    at = end + 1;
    if (line.size() == 1) {
      topic = line.at(0).get<std::string>() + "/";
    } else if (line.at(0).is_number()) {
      stored.vectors.push_back(
          {.number = line.at(0),
           .key = line.at(1),
           .id = topic + line.at(2).get<std::string>(),
           .gaps = numbers_in(line.size() > 3 ? line.at(3).get<std::string>() : "", highest_number)});
    } else {
      Stored::OfMutant mutant{.key = line.at(0), .name = line.at(1), .failing = {}};
      for (auto const& [place, numbers] : line.at(2).items())
        mutant.failing[place_in(place)] = numbers_in(numbers.get<std::string>(), highest_number);
      stored.mutants.push_back(std::move(mutant));
    }
  }
  demand_sound(stored);
  return stored;
}

void MutantResults::meet(Stored const& stored) {
  for (Stored::OfVector const& of : stored.vectors) {
    auto const found = vector_places_.find(of.id);
    if (found == vector_places_.end()) continue;
    numbers_.emplace(of.id, of.number);
    if (!has_met_) met_vectors_[found->second] = vectors_[found->second].key == of.key;
  }
  for (Stored::OfMutant const& of : stored.mutants) {
    auto const found = mutant_places_.find(of.name);
    if (!has_met_ && found != mutant_places_.end()) met_mutants_[found->second] = mutants_[found->second].key == of.key;
  }
  has_met_ = true;
}

void MutantResults::take(Stored const& stored) {
  bool const is_answered_alike = stored.program.answering == program_.answering;
  // The index of each mutant of the file, if it is here and what it was.
  std::vector<std::optional<std::size_t>> mutants;
  for (Stored::OfMutant const& of : stored.mutants) {
    auto const found = mutant_places_.find(of.name);
    bool const is_same = found != mutant_places_.end() && mutants_[found->second].key == of.key;
    mutants.push_back(is_same ? std::optional(found->second) : std::nullopt);
  }
  // By the number of each vector that is here and what it was: its index, and of which mutants it is new what they do.
  std::unordered_map<std::size_t, std::pair<std::size_t, std::vector<bool>>> vectors;
  for (Stored::OfVector const& of : stored.vectors) {
    auto const found = vector_places_.find(of.id);
    if (found == vector_places_.end()) continue;
    std::size_t const index = found->second;
    if (vectors_[index].key != of.key) continue;
    std::vector<bool> is_in_file(stored.mutants.size(), true);
    for (std::size_t const gap : of.gaps) is_in_file[gap] = false;
    std::vector<bool> taken(mutants_.size(), false);
    for (std::size_t row = 0; row < mutants.size(); ++row) {
      if (!mutants[row] || !is_in_file[row] || known_[index][*mutants[row]]) continue;
      bool const depends_on_more = mutants_[*mutants[row]].asks_further || vectors_[index].is_played_anew;
      taken[*mutants[row]] = is_answered_alike || !depends_on_more;
    }
    for (std::size_t mutant = 0; mutant < taken.size(); ++mutant) {
      if (taken[mutant]) known_[index][mutant] = true;
    }
    vectors.emplace(of.number, std::pair(index, std::move(taken)));
  }
  for (std::size_t row = 0; row < mutants.size(); ++row) {
    if (!mutants[row]) continue;
    for (auto const& [place, numbers] : stored.mutants[row].failing) {
      for (std::size_t const number : numbers) {
        auto const vector = vectors.find(number);
        if (vector != vectors.end() && vector->second.second[*mutants[row]])
          shown_[*mutants[row]][vector->second.first].insert(place);
      }
    }
  }
}

std::vector<std::size_t> MutantResults::numbers() const {
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

std::string MutantResults::text() const {
  std::vector<std::size_t> const number_of = numbers();
  std::string body;
  std::string open_topic;
  for (std::size_t index = 0; index < vectors_.size(); ++index) {
    auto const [topic, name] = split_at(vectors_[index].id, '/');
    if (topic != open_topic) body += Json::array({topic}).dump() + "\n";
    open_topic = topic;
    Json line = {number_of[index], vectors_[index].key, name};
    std::vector<std::size_t> gaps;
    for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant) {
      if (!know(mutant, index)) gaps.push_back(mutant);
    }
    if (!gaps.empty()) line.push_back(text_of(gaps));
    body += line.dump() + "\n";
  }
  for (std::size_t mutant = 0; mutant < mutants_.size(); ++mutant) {
    std::map<std::string, std::vector<std::size_t>> failing;
    for (auto const& [vector, places] : shown_[mutant]) {
      for (ShownPlace const& place : places) failing[text_of(place)].push_back(number_of[vector]);
    }
    Json shown = Json::object();
    for (auto& [place, numbers] : failing) {
      std::sort(numbers.begin(), numbers.end());
      shown[place] = text_of(numbers);
    }
    body += Json::array({mutants_[mutant].key, mutants_[mutant].name, std::move(shown)}).dump() + "\n";
  }
  Json const head = {{"results", version_of_form},
                     {"judging", program_.judging},
                     {"answering", program_.answering},
                     {"digest", sha256(body)}};
  return head.dump() + "\n" + body;
}

}  // namespace conformance
