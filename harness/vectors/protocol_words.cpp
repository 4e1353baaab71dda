#include "harness/vectors/protocol_words.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace conformance {
namespace protocol_words {
namespace {

/// In so many topics a name has to be expected to count as a word of the protocol.
constexpr std::size_t topics_of_a_word = 3;

/// What has members of any name.
constexpr std::array<std::string_view, 5> holders = {"properties", "arguments", "bindings", "input", "sessions"};

using Names = std::set<std::string>;

void collect_keys(Json const& value, Names& keys) {
  if (value.is_object())
    for (auto const& [key, member] : value.items()) keys.insert(key);
  if (value.is_structured())
    for (Json const& element : value) collect_keys(element, keys);
}

}  // namespace
}  // namespace protocol_words

ProtocolWords::ProtocolWords(Corpus const& corpus) {
  std::map<std::string, std::set<std::string_view>> topics;
  for (Vector const& vector : corpus.vectors) {
    protocol_words::Names expected;
    protocol_words::collect_keys(vector.source.value("expect", Json()), expected);
    for (Json const& step : vector.source.value("steps", Json::array()))
      protocol_words::collect_keys(step.value("expect", Json()), expected);
    for (std::string const& key : expected) topics[key].insert(vector.topic);
  }
  for (auto const& [key, where] : topics) {
    if (where.size() >= protocol_words::topics_of_a_word) words_.insert(key);
  }
}

bool ProtocolWords::contain(std::string_view name, std::string_view above) const {
  bool const is_chosen =
      std::find(protocol_words::holders.begin(), protocol_words::holders.end(), above) != protocol_words::holders.end();
  return !is_chosen && words_.contains(name);
}

}  // namespace conformance
