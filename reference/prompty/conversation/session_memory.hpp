#pragma once

#include <memory>
#include <mutex>

#include "prompty/conversation/messages.hpp"

namespace prompty::conversation {

/// Stores conversations, each by the id of its session. Implementations are shared between threads; one session is used
/// by one run at a time.
class SessionMemory {
 public:
  virtual ~SessionMemory() = default;

  /// All messages of the session, in order; none when it is new.
  [[nodiscard]] virtual std::vector<StoredMessage> load(std::string const& session_id) const = 0;

  /// Adds a message at the end. It is stored when this returns, as durably as this memory stores anything.
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

/// Keeps sessions in a SQLite file, which several processes may share. What `append` has returned from is on the disk:
/// a process that is killed loses nothing of it, and leaves no half message behind.
class SqliteMemory final : public SessionMemory {
 public:
  /// Opens the file, or makes it; one that cannot be written, or whose folder cannot, is opened for reading. Throws
  /// RuntimeError, naming the file, when it cannot be used, and when others lock it for more than ten seconds.
  explicit SqliteMemory(std::string const& path);
  ~SqliteMemory() override;
  SqliteMemory(SqliteMemory const&) = delete;
  SqliteMemory& operator=(SqliteMemory const&) = delete;

  /// Throws RuntimeError when the file cannot be read, and ValueError when it holds what is no message.
  [[nodiscard]] std::vector<StoredMessage> load(std::string const& session_id) const override;

  /// Throws RuntimeError when the message cannot be written, as into a file opened for reading; it is not kept then.
  void append(std::string const& session_id, StoredMessage const& message) override;

 private:
  struct Database;
  std::unique_ptr<Database> database_;
};

}  // namespace prompty::conversation
