#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "prompty/conversation/stored_message.hpp"

namespace prompty::conversation {

/// Where conversations are kept, each by the id of its session. Implementations are shared between threads; one session
/// is used by one run at a time.
class SessionMemory {
 public:
  virtual ~SessionMemory() = default;

  /// All messages of the session, in order; none when it is new.
  [[nodiscard]] virtual std::vector<StoredMessage> load(std::string const& session_id) const = 0;

  /// Adds a message at the end. Once it returns, the message is kept whatever happens to the process, as far as this
  /// memory keeps anything.
  virtual void append(std::string const& session_id, StoredMessage const& message) = 0;
};

/// Keeps sessions as long as it lives itself.
class InProcessMemory final : public SessionMemory {
 public:
  [[nodiscard]] std::vector<StoredMessage> load(std::string const& session_id) const override;
  void append(std::string const& session_id, StoredMessage const& message) override;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<StoredMessage>> sessions_;
};

}  // namespace prompty::conversation
