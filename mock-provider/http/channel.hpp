#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string_view>

namespace mock_provider::http {

using Clock = std::chrono::steady_clock;

/// The bytes of one accepted connection, which it closes when it ends. Used by one thread; only `shut_down` of its
/// descriptor may come from another.
class Channel {
 public:
  /// Owns the descriptor. Reading and writing fail when nothing comes or goes for `patience`.
  Channel(int descriptor, std::chrono::milliseconds patience);
  Channel(Channel const&) = delete;
  Channel& operator=(Channel const&) = delete;
  virtual ~Channel();

  /// Makes it ready for reading and writing; whether that succeeded.
  [[nodiscard]] virtual bool open() { return true; }

  /// How many bytes came, at least one; 0 when the peer has ended, the connection broke or its patience did.
  [[nodiscard]] virtual std::size_t read(std::span<char> room);
  /// Whether everything was handed to the network.
  [[nodiscard]] virtual bool write(std::string_view bytes);

  /// Returns at that time, or earlier when the peer has gone: then true.
  [[nodiscard]] bool is_left_before(Clock::time_point until) const;
  [[nodiscard]] bool is_left() const;

  /// Ends the connection in order. What the peer still sends is read for a moment, since unread bytes would turn the
  /// end into a reset, which can overtake the answer.
  virtual void finish();
  /// Ends the connection with RST.
  void reset() const;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 protected:
  /// Whether these events, of poll, happen before patience is over.
  [[nodiscard]] bool is_ready_for(short events) const;

 private:
  int descriptor_;
  std::chrono::milliseconds const patience_;
};

}  // namespace mock_provider::http
