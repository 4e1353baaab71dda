#include "harness/run/shard.hpp"

#include <fmt/core.h>

#include <charconv>
#include <map>
#include <numeric>

#include "harness/input_error.hpp"

namespace conformance {
namespace {

/// Which vectors belong together because one needs the other.
class Families {
 public:
  explicit Families(std::vector<Vector const*> const& vectors) : parents_(vectors.size()) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    std::map<std::string, std::size_t> places;
    for (std::size_t place = 0; place < vectors.size(); ++place) places.emplace(vectors[place]->id, place);
    for (std::size_t place = 0; place < vectors.size(); ++place) {
      for (std::string const& need : vectors[place]->needs) {
        std::map<std::string, std::size_t>::const_iterator const found = places.find(need);
        if (found != places.end()) parents_[head(place)] = head(found->second);
      }
    }
  }

  [[nodiscard]] std::size_t head(std::size_t place) const {
    while (parents_[place] != place) place = parents_[place];
    return place;
  }

 private:
  std::vector<std::size_t> parents_;
};

std::size_t number_in(std::string const& text, std::size_t begin, std::size_t end) {
  std::size_t number = 0;
  char const* const last = text.data() + end;
  auto const [stopped, problem] = std::from_chars(text.data() + begin, last, number);
  return problem == std::errc() && stopped == last ? number : 0;
}

}  // namespace

Shard parse_shard(std::string const& text) {
  std::size_t const slash = text.find('/');
  Shard shard{.number = 0, .count = 0};
  if (slash != std::string::npos)
    shard = {.number = number_in(text, 0, slash), .count = number_in(text, slash + 1, text.size())};
  if (shard.number == 0 || shard.number > shard.count)
    throw InputError(
        fmt::format("--shard {}: must be NUMBER/COUNT with a number from 1 to the count, such as 2/8", text));
  return shard;
}

std::vector<Vector const*> vectors_of_shard(std::vector<Vector const*> const& vectors, Shard const& shard) {
  Families const families(vectors);
  std::map<std::size_t, std::size_t> shard_of;  // by the head of the family, dealt out in turn
  std::vector<Vector const*> chosen;
  for (std::size_t place = 0; place < vectors.size(); ++place) {
    std::size_t const family = families.head(place);
    std::size_t const dealt = shard_of.emplace(family, shard_of.size() % shard.count).first->second;
    if (dealt == shard.number - 1) chosen.push_back(vectors[place]);
  }
  return chosen;
}

}  // namespace conformance
