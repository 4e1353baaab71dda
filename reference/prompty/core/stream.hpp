#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <iterator>
#include <utility>

#include "prompty/core/outcome.hpp"

namespace prompty {

/// Values that are pulled one at a time. It keeps what it gave, and ends once: at the end of its source or by an error,
/// which every later call raises again, so that what was cut short never looks complete. One caller at a time.
template <class Item>
class PullStream {
 public:
  /// Gives the next value, or nothing at the end; throws when it cannot go on. Not called again after either.
  using Source = std::function<std::optional<Item>()>;
  /// Called once, at the end or at the error, with all that was given.
  using AtEnd = std::function<void(std::vector<Item> const& items)>;

  /// `source` is not called before the first `next`.
  explicit PullStream(Source source, AtEnd at_end = {}) : source_(std::move(source)), at_end_(std::move(at_end)) {}
  PullStream(PullStream&&) noexcept = default;
  PullStream& operator=(PullStream&&) noexcept = default;

  /// The next value, waiting for it; nothing at the end. Throws what the source threw, now or before.
  [[nodiscard]] std::optional<Item> next() {
    if (failure_) std::rethrow_exception(failure_);
    if (exhausted_) return std::nullopt;
    std::optional<Item> item;
    try {
      item = source_();
    } catch (...) {
      failure_ = std::current_exception();
      finish();
      throw;
    }
    exhausted_ = !item.has_value();
    if (exhausted_) {
      finish();
    } else {
      items_.push_back(*item);
    }
    return item;
  }

  /// As `next`, on another thread (P10.1-07). The stream must outlive the future and stay where it is.
  [[nodiscard]] std::future<std::optional<Item>> next_async() {
    return std::async(std::launch::async, [this] { return next(); });
  }

  /// What was given so far, in order.
  [[nodiscard]] std::vector<Item> const& items() const { return items_; }

  /// Whether it has come to its end, so that `items` is all there is.
  [[nodiscard]] bool is_exhausted() const { return exhausted_; }

  /// For `for (Item const& item : stream)`: what is still to come.
  class Iterator {
   public:
    using value_type = Item;                 ///< for std::input_iterator
    using difference_type = std::ptrdiff_t;  ///< for std::input_iterator

    /// Pulls the first item.
    explicit Iterator(PullStream& stream) : stream_(&stream), current_(stream.next()) {}

    /// The item pulled last.
    Item const& operator*() const { return *current_; }
    /// Pulls the next item.
    Iterator& operator++() {
      current_ = stream_->next();
      return *this;
    }
    /// Pulls the next item.
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return !current_.has_value(); }

   private:
    PullStream* stream_;
    std::optional<Item> current_;
  };

  /// Pulls an item at once; throws as `next`.
  [[nodiscard]] Iterator begin() { return Iterator(*this); }
  /// The end of the stream.
  [[nodiscard]] std::default_sentinel_t end() const { return std::default_sentinel; }

 private:
  void finish() {
    // Releases what the source holds, such as a connection.
    source_ = nullptr;
    if (at_end_) std::exchange(at_end_, nullptr)(items_);
  }

  Source source_;
  AtEnd at_end_;
  std::vector<Item> items_;
  std::exception_ptr failure_;
  bool exhausted_ = false;
};

/// The chunks of one provider's answer, decoded, in the order in which they arrive (§10). Every reader of the answer
/// pulls them through this (P8.6-13), so that afterwards all of its chunks are at hand (P10.1-08).
class PromptyStream final : public PullStream<Json> {
 public:
  using PullStream::PullStream;
};

/// A stream of chunks that are all known already.
[[nodiscard]] PromptyStream stream_of(std::vector<Json> chunks);

/// An item of a streamed answer: a piece of text, never empty, or a whole tool call.
using StreamItem = std::variant<std::string, ToolCall>;

/// The items of one answer, as they arrive.
using ItemStream = PullStream<StreamItem>;

/// The outcome of a whole streamed answer: the tool calls when there are any, otherwise all text, joined. Pulls the
/// rest, and throws what the stream throws: a stream that was cut short has no outcome.
[[nodiscard]] Outcome whole_outcome(ItemStream& stream);

/// A JSON string, or `{"id", "name", "arguments"}`.
[[nodiscard]] Json stream_item_to_json(StreamItem const& item);

}  // namespace prompty
