#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mock-provider/finding.hpp"
#include "mock-provider/request.hpp"

namespace mock_provider {

/// One request as it was received.
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

  bool operator==(JournalEntry const&) const = default;
};

/// How much the journal keeps; beyond either bound the oldest entries go.
struct JournalBounds {
  std::size_t entries = 10'000;
  std::size_t bytes = 268'435'456;  ///< of bodies, headers and findings together, as they are in memory
};

/// What was received, in order, for every scenario. Thread-safe.
class Journal {
 public:
  using Entries = std::vector<std::shared_ptr<JournalEntry const>>;

  struct PageBounds {
    std::uint64_t after = 0;  ///< the number of the last entry that is not wanted any more
    std::size_t entries = 10'000;
    std::size_t bytes = 16'777'216;
  };
  struct Page {
    Entries entries;
    bool has_more = false;
  };

  explicit Journal(JournalBounds bounds);

  /// Numbers the entry and keeps it; returns its number.
  std::uint64_t add(JournalEntry entry);
  [[nodiscard]] Entries of_scenario(std::string const& scenario) const;
  [[nodiscard]] Entries all() const;
  /// The oldest of one scenario's entries, or of all, that come after a number. One entry fits however large it is.
  [[nodiscard]] Page page(std::optional<std::string> const& scenario, PageBounds const& bounds) const;
  [[nodiscard]] std::size_t size() const;
  /// Entries that went because a bound was reached.
  [[nodiscard]] std::uint64_t dropped() const;
  /// Notes that the client went when so many bytes of the answer's body were sent. An entry that is gone is no error.
  void note_abort(std::uint64_t sequence, std::size_t body_bytes);
  void forget(std::string const& scenario);
  void clear();

 private:
  using Ring = std::deque<std::shared_ptr<JournalEntry const>>;

  void drop_oldest();

  JournalBounds const bounds_;
  mutable std::mutex mutex_;
  Ring ring_;
  std::unordered_map<std::string, Ring> by_scenario_;
  std::uint64_t next_sequence_ = 1;
  std::uint64_t dropped_ = 0;
  std::size_t bytes_ = 0;
};

/// The value of a header as it may be shown: of secrets (authorization, cookie, x-api-key, api-key, x-goog-api-key and
/// the like) only the last 4 characters, and not even those of a secret shorter than 12.
[[nodiscard]] std::string shown_header(std::string_view name, std::string const& value);

/// A query as it may be shown: of the values of parameters that carry keys (key, api_key, access_token and the like)
/// only as much as of such headers.
[[nodiscard]] std::string shown_query(std::string_view query);

}  // namespace mock_provider
