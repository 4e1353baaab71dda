#include "fuzz/support/json_mutator.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most_bytes);

namespace prompty_fuzz {
namespace {

using Json = nlohmann::ordered_json;

/// Where a value stands in a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<std::string> each_of(std::string_view words) {
  std::istringstream stream{std::string(words)};
  return {std::istream_iterator<std::string>(stream), {}};
}

bool opens(char character) {
  return character == '{' || character == '[';
}

bool closes(char character) {
  return character == '}' || character == ']';
}

/// The object or list that begins at `begin`, as far as its brackets show; nothing when it has no end or is so deep
/// that walking it could end the fuzzer.
std::optional<Span> bracketed(std::string_view text, std::size_t begin) {
  constexpr std::size_t deepest = 60;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = begin; at < text.size(); ++at) {
    char const character = text[at];
    if (in_string && character == '\\') {
      ++at;
    } else if (character == '"') {
      in_string = !in_string;
    } else if (!in_string && opens(character)) {
      if (++depth > deepest) return std::nullopt;
    } else if (!in_string && closes(character) && --depth == 0) {
      return Span{.begin = begin, .end = at + 1};
    }
  }
  return std::nullopt;
}

/// Changes one value and what is in it.
class Mutation {
 public:
  explicit Mutation(unsigned seed) : random_(seed) {}

  /// The text with one of its JSON values changed; nothing when it has none.
  std::optional<std::string> changed(std::string const& text) {
    std::vector<std::size_t> begins;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (opens(text[at])) begins.push_back(at);
    }
    constexpr int tries = 4;
    for (int count = 0; count < tries && !begins.empty(); ++count) {
      std::optional<Span> const span = bracketed(text, begins[below(begins.size())]);
      if (!span) continue;
      Json value = Json::parse(text.substr(span->begin, span->end - span->begin), nullptr, false);
      if (value.is_discarded()) continue;
      change(value);
      return text.substr(0, span->begin) + value.dump(-1, ' ', false, Json::error_handler_t::replace) +
             text.substr(span->end);
    }
    return std::nullopt;
  }

  bool happens(std::size_t one_time_in) { return below(one_time_in) == 0; }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }

  std::string word() {
    static std::vector<std::string> const all = each_of(words());
    return all[below(all.size())];
  }

  /// What is often read wrongly.
  Json odd_scalar() {
    std::vector<Json> const odd = {nullptr,
                                   true,
                                   false,
                                   0,
                                   -1,
                                   1,
                                   "",
                                   1e300,
                                   -0.5,
                                   std::uint64_t{18'446'744'073'709'551'615U},
                                   std::int64_t{-9'223'372'036'854'775'807},
                                   "\x01\x1b[2J",
                                   "\xEF\xBF\xBF\xE2\x80\xAE",
                                   "<script>&\"'"};
    return odd[below(odd.size())];
  }

  Json some_value() {
    switch (below(6)) {
      case 0:
        return Json::object();
      case 1:
        return Json::array();
      case 2:
        return Json{{word(), word()}};
      case 3:
      case 4:
        return word();
      default:
        return odd_scalar();
    }
  }

  /// The bytes of a text, as libFuzzer changes them by itself.
  std::string changed_bytes(std::string const& text) {
    constexpr std::size_t room = 32;
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    bytes.resize(text.size() + room);
    std::size_t const size = LLVMFuzzerMutate(bytes.data(), text.size(), bytes.size());
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
  }

  /// Goes down to one value and changes that.
  void change(Json& value) {
    if (value.is_structured() && !value.empty() && !happens(3)) {
      Json::iterator inner = value.begin();
      std::advance(inner, static_cast<std::ptrdiff_t>(below(value.size())));
      return change(*inner);
    }
    if (value.is_object()) return change_object(value);
    if (value.is_array()) return change_list(value);
    if (value.is_string() && happens(2)) {
      value = changed_bytes(value.get<std::string>());
    } else {
      replace(value);
    }
  }

  void replace(Json& value) {
    if (happens(6)) {
      value = Json::array({std::move(value)});
    } else if (happens(5)) {
      Json wrapped = Json::object();
      wrapped[word()] = std::move(value);
      value = std::move(wrapped);
    } else {
      value = some_value();
    }
  }

  void change_object(Json& object) {
    switch (below(5)) {
      case 0:
        return replace(object);
      case 1:
        if (!object.empty()) object.erase(std::next(object.begin(), static_cast<std::ptrdiff_t>(below(object.size()))));
        return;
      case 2:
        return rename_member(object);
      default:
        object[word()] = some_value();
    }
  }

  void rename_member(Json& object) {
    if (object.empty()) return;
    Json::iterator const member = std::next(object.begin(), static_cast<std::ptrdiff_t>(below(object.size())));
    std::string const name = happens(2) ? changed_bytes(member.key()) : word();
    Json value = std::move(*member);
    object.erase(member);
    object[name] = std::move(value);
  }

  void change_list(Json& list) {
    std::ptrdiff_t const place = static_cast<std::ptrdiff_t>(below(list.size() + 1));
    switch (below(5)) {
      case 0:
        return replace(list);
      case 1:
        if (!list.empty()) list.erase(static_cast<std::size_t>(place) % list.size());
        return;
      case 2:
        if (!list.empty()) list.push_back(Json(list[static_cast<std::size_t>(place) % list.size()]));
        return;
      case 3:
        return std::reverse(list.begin(), list.begin() + place);
      default:
        list.insert(list.begin() + place, some_value());
    }
  }

  std::minstd_rand random_;
};

}  // namespace
}  // namespace prompty_fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most_bytes,
                                               unsigned seed) {
  prompty_fuzz::Mutation mutation(seed);
  constexpr std::size_t bytes_one_time_in = 3;
  if (mutation.happens(bytes_one_time_in)) return LLVMFuzzerMutate(data, size, most_bytes);
  std::optional<std::string> const changed = mutation.changed(std::string(data, data + size));
  if (!changed || changed->empty() || changed->size() > most_bytes) return LLVMFuzzerMutate(data, size, most_bytes);
  std::memcpy(data, changed->data(), changed->size());
  return changed->size();
}
