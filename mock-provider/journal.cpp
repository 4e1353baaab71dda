#include "mock-provider/journal.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mock_provider {
namespace journal {
namespace {

std::size_t size_of(JournalEntry const& entry) {
  std::size_t size = entry.body.size() + entry.path.size() + entry.query.size();
  for (auto const& [name, value] : entry.headers) size += name.size() + value.size();
  return size;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
  return result;
}

bool is_secret(std::string_view name) {
  constexpr std::array<std::string_view, 4> secrets{"authorization", "proxy-authorization", "x-api-key", "api-key"};
  return std::find(secrets.begin(), secrets.end(), lower(name)) != secrets.end();
}

/// How many characters the name of the scheme takes, with the blank after it; 0 when the value is the bare secret.
std::size_t scheme_length(std::string const& value) {
  for (std::string_view const scheme : {"bearer ", "basic "}) {
    if (lower(value.substr(0, scheme.size())) == scheme) return scheme.size();
  }
  return 0;
}

using Ring = std::deque<std::shared_ptr<JournalEntry const>>;

/// Entries stand in the order of their numbers.
Ring::iterator find(Ring& ring, std::uint64_t sequence) {
  Ring::iterator const found = std::lower_bound(
      ring.begin(), ring.end(), sequence,
      [](std::shared_ptr<JournalEntry const> const& entry, std::uint64_t number) { return entry->sequence < number; });
  return found != ring.end() && (*found)->sequence == sequence ? found : ring.end();
}

}  // namespace
}  // namespace journal

Journal::Journal(JournalBounds bounds) : bounds_(bounds) {}

std::uint64_t Journal::add(JournalEntry entry) {
  std::size_t const size = journal::size_of(entry);
  std::lock_guard const lock(mutex_);
  entry.sequence = next_sequence_++;
  std::uint64_t const sequence = entry.sequence;
  std::shared_ptr<JournalEntry const> const kept = std::make_shared<JournalEntry const>(std::move(entry));
  ring_.push_back(kept);
  by_scenario_[kept->scenario].push_back(kept);
  bytes_ += size;
  while (ring_.size() > bounds_.entries || (bytes_ > bounds_.bytes && !ring_.empty())) drop_oldest();
  return sequence;
}

void Journal::drop_oldest() {
  std::shared_ptr<JournalEntry const> const oldest = ring_.front();
  ring_.pop_front();
  bytes_ -= journal::size_of(*oldest);
  ++dropped_;
  std::unordered_map<std::string, Ring>::iterator const found = by_scenario_.find(oldest->scenario);
  found->second.pop_front();
  if (found->second.empty()) by_scenario_.erase(found);
}

Journal::Entries Journal::of_scenario(std::string const& scenario) const {
  std::lock_guard const lock(mutex_);
  std::unordered_map<std::string, Ring>::const_iterator const found = by_scenario_.find(scenario);
  if (found == by_scenario_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

Journal::Entries Journal::all() const {
  std::lock_guard const lock(mutex_);
  return {ring_.begin(), ring_.end()};
}

std::uint64_t Journal::dropped() const {
  std::lock_guard const lock(mutex_);
  return dropped_;
}

void Journal::note_abort(std::uint64_t sequence, std::size_t body_bytes) {
  std::lock_guard const lock(mutex_);
  Ring::iterator const entry = journal::find(ring_, sequence);
  if (entry == ring_.end()) return;
  // Whoever has read the entry keeps what it was then.
  std::shared_ptr<JournalEntry> changed = std::make_shared<JournalEntry>(**entry);
  changed->aborted_after_bytes = body_bytes;
  Ring& of_scenario = by_scenario_.at(changed->scenario);
  *journal::find(of_scenario, sequence) = changed;
  *entry = std::move(changed);
}

void Journal::forget(std::string const& scenario) {
  std::lock_guard const lock(mutex_);
  if (by_scenario_.erase(scenario) == 0) return;
  std::erase_if(ring_, [&](std::shared_ptr<JournalEntry const> const& entry) {
    if (entry->scenario != scenario) return false;
    bytes_ -= journal::size_of(*entry);
    return true;
  });
}

void Journal::clear() {
  std::lock_guard const lock(mutex_);
  ring_.clear();
  by_scenario_.clear();
  bytes_ = 0;
}

std::string shown_header(std::string_view name, std::string const& value) {
  if (!journal::is_secret(name)) return value;
  std::size_t const start = journal::scheme_length(value);
  constexpr std::size_t shown = 4;
  std::string const tail = value.size() - start < 3 * shown ? "" : value.substr(value.size() - shown);
  return value.substr(0, start) + "****" + tail;
}

}  // namespace mock_provider
