#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "harness/replay/scenario.hpp"
#include "harness/vectors/vector.hpp"

namespace conformance {

/// A stream that the mock provider holds back: everything from that chunk on, counted from 0, until so many items were
/// seen.
struct Hold {
  std::size_t chunk = 0;
  std::size_t items = 0;

  bool operator==(Hold const&) const = default;
};

/// What the first of the vector's steps for the provider holds back: `hold` says from where on, `afterItems` how many
/// items come before, as many as chunks when it is left out. Nothing when nothing is held.
[[nodiscard]] std::optional<Hold> hold_of(Vector const& vector);

/// The vector's scenario as the mock provider knows it, without what is meant for the harness alone. It asks for no key
/// when the vector has an anonymous connection, which is made to servers of that kind.
/// `respond_besides`, null or an object, goes into every answer.
[[nodiscard]] Json scenario_of(Vector const& vector, Json const& respond_besides = nullptr);

/// Lets what is held out as soon as enough items were seen, or when its patience is at an end.
class HeldStream {
 public:
  /// `scenario` must outlive this.
  HeldStream(Scenario const& scenario, Hold hold, std::chrono::milliseconds patience);
  ~HeldStream();
  HeldStream(HeldStream const&) = delete;
  HeldStream& operator=(HeldStream const&) = delete;

  void see_item();

  /// What went wrong when the items did not come while the stream was held, "" otherwise.
  [[nodiscard]] std::string problem() const;

 private:
  void wait();

  Scenario const& scenario_;
  Hold const hold_;
  std::chrono::milliseconds const patience_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t seen_ = 0;
  std::size_t seen_in_time_ = 0;
  bool is_over_ = false;
  bool has_lost_patience_ = false;
  std::thread waiting_;
};

}  // namespace conformance
