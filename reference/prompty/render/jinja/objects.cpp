#include "prompty/render/jinja/objects.hpp"

#include <algorithm>

#include "prompty/render/jinja/compare.hpp"

namespace prompty::jinja {
namespace objects {
namespace {

// Below this a look through all entries is faster than hashing.
constexpr std::size_t largest_without_index = 8;

std::size_t memory_of(Values const& values) {
  return sizeof(Sequence) + values.capacity() * sizeof(Value);
}

}  // namespace
}  // namespace objects

Sequence::Sequence(Session& session, SequenceKind kind, Values values)
    : Counted(session), kind_(kind), values_(std::move(values)) {
  session.spend(1 + values_.size() / 16);
  account_for(objects::memory_of(values_));
}

Values& Sequence::values_to_change() {
  if (!kept_) session().keep(*this);
  kept_ = true;
  return values_;
}

void Sequence::changed() {
  account_for(objects::memory_of(values_));
}

std::optional<std::size_t> Dict::position_of(Value const& key, std::size_t hash) const {
  if (entries_.size() <= objects::largest_without_index) {
    for (std::size_t at = 0; at < entries_.size(); ++at) {
      if (equal(session(), entries_[at].first, key)) return at;
    }
    return std::nullopt;
  }
  auto const [first, last] = index_.equal_range(hash);
  for (auto candidate = first; candidate != last; ++candidate) {
    session().spend();
    if (equal(session(), entries_[candidate->second].first, key)) return candidate->second;
  }
  return std::nullopt;
}

Value const* Dict::find(Value const& key) const {
  std::optional<std::size_t> const position = position_of(key, hash_of(session(), key));
  return position ? &entries_[*position].second : nullptr;
}

void Dict::set(Value key, Value value) {
  std::size_t const hash = hash_of(session(), key);
  if (std::optional<std::size_t> const position = position_of(key, hash)) {
    entries_[*position].second = std::move(value);
    return;
  }
  entries_.emplace_back(std::move(key), std::move(value));
  account_for(sizeof(Dict) + entries_.capacity() * (sizeof(Entry) + 64));
  if (entries_.size() <= objects::largest_without_index) return;
  if (index_.size() + 1 == entries_.size()) {
    index_.emplace(hash, entries_.size() - 1);
    return;
  }
  index_.clear();
  for (std::size_t at = 0; at < entries_.size(); ++at) index_.emplace(hash_of(session(), entries_[at].first), at);
}

std::optional<Value> Dict::remove(Value const& key) {
  std::optional<std::size_t> const position = position_of(key, hash_of(session(), key));
  if (!position) return std::nullopt;
  session().spend(1 + entries_.size() / 8);
  Value removed = std::move(entries_[*position].second);
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(*position));
  index_.clear();
  if (entries_.size() > objects::largest_without_index) {
    for (std::size_t at = 0; at < entries_.size(); ++at) index_.emplace(hash_of(session(), entries_[at].first), at);
  }
  return removed;
}

void Dict::clear() {
  entries_.clear();
  index_.clear();
}

void Dict::mark_changed() {
  if (!kept_) session().keep(*this);
  kept_ = true;
}

Value make_list(Session& session, Values values) {
  return make_shared<Sequence>(session, SequenceKind::list, std::move(values));
}

Value make_tuple(Session& session, Values values) {
  return make_shared<Sequence>(session, SequenceKind::tuple, std::move(values));
}

Value make_iterator(Session& session, std::string_view type, Iterator::Next next) {
  return make_shared<Iterator>(session, type, std::move(next));
}

}  // namespace prompty::jinja
