#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "mock-provider/http/channel.hpp"

namespace mock_provider_tests {

/// A channel of the server and the client's end of the same connection, without a network.
class ChannelPair {
 public:
  /// How long the client may be silent, and how long it may take in all.
  explicit ChannelPair(std::chrono::milliseconds silence = std::chrono::seconds(2),
                       std::chrono::milliseconds total = std::chrono::seconds(60));
  ~ChannelPair();
  ChannelPair(ChannelPair const&) = delete;
  ChannelPair& operator=(ChannelPair const&) = delete;

  [[nodiscard]] mock_provider::http::Channel& server() { return *server_; }

  void client_sends(std::string_view bytes) const;
  void client_finishes_sending() const;
  void client_leaves();
  /// What the server has written so far.
  [[nodiscard]] std::string client_hears() const;

 private:
  int client_ = -1;
  std::unique_ptr<mock_provider::http::Channel> server_;
};

}  // namespace mock_provider_tests
