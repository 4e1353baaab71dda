#include "mock-provider/journal/journal.hpp"

#include <algorithm>
#include <set>

#include "mock-provider/matching/pattern.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {
namespace {

/// What an entry takes in memory, so that many tiny headers or findings are counted for what they are.
std::size_t size_of(JournalEntry const& entry) {
  std::size_t size = entry.body.size() + entry.path.size() + entry.query.size() + entry.answer.body.size();
  size += entry.answer.headers.size() * sizeof(Headers::value_type);
  for (auto const& [name, value] : entry.answer.headers) size += name.size() + value.size();
  if (entry.choice) {
    for (PassedOver const& steps : entry.choice->passed_over) size += sizeof(PassedOver) + steps.reason.size();
  }
  size += entry.headers.size() * sizeof(Headers::value_type) + entry.findings.size() * sizeof(Finding);
  for (auto const& [name, value] : entry.headers) size += name.size() + value.size();
  for (Finding const& finding : entry.findings) {
    size += finding.rule.size() + finding.pointer.size() + finding.message.size();
  }
  return size;
}

using Ring = std::deque<std::shared_ptr<JournalEntry const>>;

/// Entries stand in the order of their numbers.
template <typename AnyRing>
auto find(AnyRing& ring, std::uint64_t sequence) {
  auto const found = std::lower_bound(
      ring.begin(), ring.end(), sequence,
      [](std::shared_ptr<JournalEntry const> const& entry, std::uint64_t number) { return entry->sequence < number; });
  return found != ring.end() && (*found)->sequence == sequence ? found : ring.end();
}

/// The first entry of a higher number.
Ring::const_iterator first_after(Ring const& ring, std::uint64_t sequence) {
  return std::upper_bound(
      ring.begin(), ring.end(), sequence,
      [](std::uint64_t number, std::shared_ptr<JournalEntry const> const& entry) { return number < entry->sequence; });
}

bool fits(JournalFilter const& filter, JournalEntry const& entry) {
  if (entry.received_at_us < filter.since_us) return false;
  if (filter.status && (entry.status < filter.status->first || entry.status > filter.status->last)) return false;
  if (filter.findings == JournalFilter::Findings::some && entry.findings.empty()) return false;
  if (filter.scenario && entry.scenario != *filter.scenario) return false;
  return !filter.path || conformance::matches_glob(*filter.path, entry.path);
}

/// The entries of two rings after a number, in the order of their numbers.
class Merged {
 public:
  Merged(Ring const& left, Ring const& right, std::uint64_t after)
      : left_(first_after(left, after)),
        left_end_(left.end()),
        right_(first_after(right, after)),
        right_end_(right.end()) {}

  /// nullptr at the end.
  std::shared_ptr<JournalEntry const> const* next() {
    bool const has_left = left_ != left_end_;
    bool const has_right = right_ != right_end_;
    if (!has_left && !has_right) return nullptr;
    bool const takes_left = has_left && (!has_right || (*left_)->sequence < (*right_)->sequence);
    return takes_left ? &*left_++ : &*right_++;
  }

 private:
  Ring::const_iterator left_;
  Ring::const_iterator left_end_;
  Ring::const_iterator right_;
  Ring::const_iterator right_end_;
};

}  // namespace

BodyForm body_form_of(std::string_view body) {
  if (!json_text::is_utf8(body)) return BodyForm::bytes;
  return json_text::is_json(body) ? BodyForm::json : BodyForm::text;
}

Journal::Journal(JournalBounds bounds) : bounds_(bounds) {}

std::shared_ptr<JournalEntry const> Journal::add(JournalEntry entry) {
  std::size_t const size = size_of(entry);
  if (entry.body_form == BodyForm::unknown) entry.body_form = body_form_of(entry.body);
  // Memory is taken and given back while no other thread has to wait.
  std::shared_ptr<JournalEntry> kept = std::make_shared<JournalEntry>(std::move(entry));
  Entries dropped;
  std::lock_guard const lock(mutex_);
  kept->sequence = next_sequence_++;
  ring_.push_back(kept);
  by_scenario_[kept->scenario].push_back(kept);
  bytes_ += size;
  while (ring_.size() > bounds_.entries || (bytes_ > bounds_.bytes && !ring_.empty())) dropped.push_back(drop_oldest());
  return kept;
}

std::shared_ptr<JournalEntry const> Journal::drop_oldest() {
  std::shared_ptr<JournalEntry const> oldest = std::move(ring_.front());
  ring_.pop_front();
  bytes_ -= size_of(*oldest);
  ++dropped_;
  std::unordered_map<std::string, Ring>::iterator const found = by_scenario_.find(oldest->scenario);
  found->second.pop_front();
  if (found->second.empty()) by_scenario_.erase(found);
  return oldest;
}

void Journal::add_refused(JournalEntry entry) {
  constexpr std::size_t most_refused = 200;
  constexpr std::size_t most_bytes = 4'096;
  entry.body.resize(std::min(entry.body.size(), most_bytes));
  entry.body_form = body_form_of(entry.body);
  std::lock_guard const lock(mutex_);
  entry.sequence = next_sequence_++;
  refused_.push_back(std::make_shared<JournalEntry const>(std::move(entry)));
  if (refused_.size() > most_refused) refused_.pop_front();
}

Journal::Ring const& Journal::ring_of(std::optional<std::string> const& scenario) const {
  static Ring const none;
  if (!scenario) return ring_;
  std::unordered_map<std::string, Ring>::const_iterator const found = by_scenario_.find(*scenario);
  return found == by_scenario_.end() ? none : found->second;
}

Journal::Entries Journal::of_scenario(std::string const& scenario) const {
  std::lock_guard const lock(mutex_);
  Ring const& ring = ring_of(scenario);
  return {ring.begin(), ring.end()};
}

Journal::Entries Journal::all() const {
  std::lock_guard const lock(mutex_);
  return {ring_.begin(), ring_.end()};
}

Journal::Page Journal::page(JournalFilter const& filter, PageBounds const& bounds) const {
  std::lock_guard const lock(mutex_);
  Page page;
  Merged entries(ring_of(filter.scenario), refused_, bounds.after);
  while (std::shared_ptr<JournalEntry const> const* const entry = entries.next()) {
    if (!fits(filter, **entry)) continue;
    std::size_t const size = size_of(**entry);
    page.has_more =
        page.entries.size() == bounds.entries || (page.bytes + size > bounds.bytes && !page.entries.empty());
    if (page.has_more) return page;
    page.bytes += size;
    page.entries.push_back(*entry);
  }
  return page;
}

Journal::Newest Journal::newest(JournalFilter const& filter, std::uint64_t before, std::size_t most) const {
  std::lock_guard const lock(mutex_);
  Newest newest;
  std::deque<std::shared_ptr<JournalEntry const>> last;
  Merged entries(ring_of(filter.scenario), refused_, 0);
  while (std::shared_ptr<JournalEntry const> const* const entry = entries.next()) {
    if (!fits(filter, **entry)) continue;
    ++newest.fitting;
    newest.with_findings += (*entry)->findings.empty() ? 0 : 1;
    if ((*entry)->sequence >= before) continue;
    last.push_back(*entry);
    if (last.size() > most) last.pop_front();
  }
  newest.entries.assign(last.rbegin(), last.rend());
  return newest;
}

std::vector<std::string> Journal::scenario_names() const {
  std::lock_guard const lock(mutex_);
  std::set<std::string> names;
  for (auto const& [name, ring] : by_scenario_) names.insert(name);
  for (std::shared_ptr<JournalEntry const> const& entry : refused_) names.insert(entry->scenario);
  return {names.begin(), names.end()};
}

std::size_t Journal::size() const {
  std::lock_guard const lock(mutex_);
  return ring_.size();
}

std::uint64_t Journal::last_sequence() const {
  std::lock_guard const lock(mutex_);
  return next_sequence_ - 1;
}

std::uint64_t Journal::dropped() const {
  std::lock_guard const lock(mutex_);
  return dropped_;
}

void Journal::change(std::uint64_t sequence, std::function<void(JournalEntry&)> const& change) {
  std::lock_guard const lock(mutex_);
  Ring::iterator const entry = find(ring_, sequence);
  if (entry == ring_.end()) return;
  std::shared_ptr<JournalEntry> changed = std::make_shared<JournalEntry>(**entry);
  change(*changed);
  bytes_ += size_of(*changed);
  bytes_ -= size_of(**entry);
  Ring& of_scenario = by_scenario_.at(changed->scenario);
  *find(of_scenario, sequence) = changed;
  *entry = std::move(changed);
}

void Journal::note_abort(std::uint64_t sequence, std::size_t body_bytes) {
  change(sequence, [&](JournalEntry& entry) { entry.aborted_after_bytes = body_bytes; });
}

void Journal::note_body(std::uint64_t sequence, std::string const& body) {
  change(sequence, [&](JournalEntry& entry) {
    entry.answer.body = body.substr(0, bounds_.answer_bytes);
    entry.answer.bytes = body.size();
  });
}

void Journal::forget(std::string const& scenario) {
  std::lock_guard const lock(mutex_);
  std::erase_if(refused_,
                [&](std::shared_ptr<JournalEntry const> const& entry) { return entry->scenario == scenario; });
  if (by_scenario_.erase(scenario) == 0) return;
  std::erase_if(ring_, [&](std::shared_ptr<JournalEntry const> const& entry) {
    if (entry->scenario != scenario) return false;
    bytes_ -= size_of(*entry);
    return true;
  });
}

void Journal::clear() {
  std::lock_guard const lock(mutex_);
  ring_.clear();
  refused_.clear();
  by_scenario_.clear();
  bytes_ = 0;
}

}  // namespace mock_provider
