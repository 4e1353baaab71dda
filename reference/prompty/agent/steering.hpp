#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace prompty {

/// What a user says while a turn runs (§13). For many threads at once.
class Steering {
 public:
  /// Joins the conversation as a message of the user when the next iteration begins; what comes after the last one
  /// stays here.
  void send(std::string text);

  /// Everything that was sent and not drained, in order; afterwards there is nothing.
  [[nodiscard]] std::vector<std::string> drain();

 private:
  std::mutex mutex_;
  std::vector<std::string> waiting_;
};

}  // namespace prompty
