#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace mock_provider_tests {

/// How long a busy machine may take for what waits for nothing; what these tests give it to wait for takes a minute.
inline constexpr std::chrono::seconds at_once(20);

/// A TCP connection to loopback that sends any bytes. Reading gives up after ten seconds without a byte.
class RawSocket {
 public:
  explicit RawSocket(int port);
  ~RawSocket();
  RawSocket(RawSocket&& other) noexcept;
  RawSocket(RawSocket const&) = delete;
  RawSocket& operator=(RawSocket const&) = delete;
  RawSocket& operator=(RawSocket&&) = delete;

  [[nodiscard]] bool is_connected() const { return descriptor_ >= 0; }
  /// Whether all bytes went out; a peer that closes meanwhile is no failure of the test.
  bool send(std::string_view bytes) const;
  /// Says that nothing more will be sent.
  void finish_sending() const;
  /// Whether the peer has sent something or closed within that time.
  [[nodiscard]] bool receives_items_within(std::chrono::milliseconds limit) const;
  /// Everything until the peer closes.
  [[nodiscard]] std::string read_to_end() const;
  /// Everything until it ends with that, or with the connection. Gives up as reading does.
  [[nodiscard]] std::string read_until(std::string_view end) const;
  /// What has come as soon as that is in it, maybe with more behind it.
  [[nodiscard]] std::string read_including(std::string_view text) const;
  /// Reads to the end; whether that was RST.
  [[nodiscard]] bool is_reset_at_the_end() const;

 private:
  int descriptor_ = -1;
};

}  // namespace mock_provider_tests
