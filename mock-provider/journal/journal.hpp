#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/player.hpp"

namespace mock_provider {

/// What was answered, as much of it as the journal keeps.
struct SentAnswer {
  enum class Form : std::uint8_t { whole, stream };
  std::string content_type;
  Headers headers;        ///< without content-type
  std::string body;       ///< its beginning; of a stream its events, one after the other
  std::size_t bytes = 0;  ///< of the whole body, a fault that breaks it off not looked at
  Form form = Form::whole;

  bool operator==(SentAnswer const&) const = default;
};

/// What the bytes of a request's body are; JSON may have a byte order mark before it.
enum class BodyForm : std::uint8_t { unknown, bytes, text, json };

[[nodiscard]] BodyForm body_form_of(std::string_view body);

/// One request as it was received, and its answer.
struct JournalEntry {
  std::uint64_t sequence = 0;  ///< from 1, in the order in which requests were answered
  std::string scenario;        ///< "default" for requests without a prefix
  std::string method;
  std::string path;   ///< without the scenario's prefix and the query, else as received, e.g. "/v1/chat/completions"
  std::string query;  ///< after "?", as received
  Headers headers;    ///< names and order as received
  std::string body;   ///< the bytes as received
  std::int64_t received_at_us = 0;  ///< microseconds since 1970
  int status = 0;                   ///< of the answer
  std::vector<Finding> findings;
  std::optional<std::size_t> aborted_after_bytes;  ///< of the answer's body, when the client went before its end
  SentAnswer answer = {};
  std::optional<Choice> choice = {};       ///< of the scenario; nothing when none answered
  std::string refused = {};                ///< why the request was not taken, "" for one that was
  BodyForm body_form = BodyForm::unknown;  ///< looked for when the entry is kept, so that no list has to look again

  bool operator==(JournalEntry const&) const = default;
};

/// How secrets of requests stand in the journal as JSON.
enum class Secrets : std::uint8_t { masked, shown };

/// How much the journal keeps, and shows; beyond either bound the oldest entries go.
struct JournalBounds {
  std::size_t entries = 10'000;
  std::size_t bytes = 268'435'456;   ///< of bodies, headers and findings together, as they are in memory
  std::size_t answer_bytes = 4'096;  ///< of the body of each answer
  Secrets secrets = Secrets::masked;
};

/// Which entries are wanted; what is not set holds for all.
struct JournalFilter {
  /// A range of statuses, both ends in it.
  struct Statuses {
    int first = 0;
    int last = 999;
    bool operator==(Statuses const&) const = default;
  };
  enum class Findings : std::uint8_t { any, some };

  std::optional<std::string> scenario = {};
  std::optional<std::string> path = {};  ///< with "*" for any characters
  std::optional<Statuses> status = {};
  std::int64_t since_us = 0;  ///< microseconds since 1970
  Findings findings = Findings::any;

  bool operator==(JournalFilter const&) const = default;
};

/// What was received, in order, for every scenario. Thread-safe.
class Journal {
 public:
  using Entries = std::vector<std::shared_ptr<JournalEntry const>>;

  struct PageBounds {
    std::uint64_t after = 0;  ///< the number of the last entry that is not wanted any more
    std::size_t entries = 10'000;
    std::size_t bytes = 33'554'432;
  };
  struct Page {
    Entries entries;
    std::size_t bytes = 0;  ///< of the entries, as they are in memory
    bool has_more = false;
  };

  /// The newest entries first.
  struct Newest {
    Entries entries;
    std::size_t fitting = 0;        ///< how many the filter lets through
    std::size_t with_findings = 0;  ///< of these
  };

  explicit Journal(JournalBounds bounds);

  /// Numbers the entry and keeps it; returns it as it is kept.
  std::shared_ptr<JournalEntry const> add(JournalEntry entry);
  /// The same for a request that was not taken. The last 200 of these are kept apart, so that they cannot displace the
  /// others.
  void add_refused(JournalEntry entry);
  [[nodiscard]] JournalBounds const& bounds() const { return bounds_; }
  /// Without those that were refused.
  [[nodiscard]] Entries of_scenario(std::string const& scenario) const;
  /// The same of all scenarios.
  [[nodiscard]] Entries all() const;
  /// The oldest of the entries that come after a number. One entry fits however large it is.
  [[nodiscard]] Page page(JournalFilter const& filter, PageBounds const& bounds) const;
  /// At most so many of those before a number.
  [[nodiscard]] Newest newest(JournalFilter const& filter, std::uint64_t before, std::size_t most) const;
  /// The scenarios of all entries, in ascending order.
  [[nodiscard]] std::vector<std::string> scenario_names() const;
  [[nodiscard]] std::size_t size() const;
  /// The number of the newest entry; 0 before the first.
  [[nodiscard]] std::uint64_t last_sequence() const;
  /// Entries that went because a bound was reached.
  [[nodiscard]] std::uint64_t dropped() const;
  /// Notes that the client went when so many bytes of the answer's body were sent. An entry that is gone is no error.
  void note_abort(std::uint64_t sequence, std::size_t body_bytes);
  /// The body of an answer that was not known when its entry was added; as much of it is kept as of others.
  void note_body(std::uint64_t sequence, std::string const& body);
  void forget(std::string const& scenario);
  void clear();

 private:
  using Ring = std::deque<std::shared_ptr<JournalEntry const>>;

  std::shared_ptr<JournalEntry const> drop_oldest();
  /// Changes an entry; whoever has read it keeps what it was then. One that is gone is no error.
  void change(std::uint64_t sequence, std::function<void(JournalEntry&)> const& change);
  /// The entries of one scenario, or all, without those that were refused.
  [[nodiscard]] Ring const& ring_of(std::optional<std::string> const& scenario) const;

  JournalBounds const bounds_;
  mutable std::mutex mutex_;
  Ring ring_;
  Ring refused_;
  std::unordered_map<std::string, Ring> by_scenario_;
  std::uint64_t next_sequence_ = 1;
  std::uint64_t dropped_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace mock_provider
