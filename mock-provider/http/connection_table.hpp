#pragma once

#include <mutex>
#include <unordered_set>

namespace mock_provider::http {

/// The descriptors of the connections that are being served, so that all can be ended at once. Thread-safe.
class ConnectionTable {
 public:
  /// Whether it may be served; false once all have been ended.
  [[nodiscard]] bool add(int descriptor);
  /// To be called before the descriptor is closed, since its number may be used anew from then on.
  void remove(int descriptor);
  /// Ends every connection, and those to come.
  void end_all();

 private:
  std::mutex mutex_;
  std::unordered_set<int> descriptors_;
  bool ended_ = false;
};

}  // namespace mock_provider::http
