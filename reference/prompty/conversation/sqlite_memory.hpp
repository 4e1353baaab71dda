#pragma once

#include <memory>
#include <string>
#include <vector>

#include "prompty/conversation/session_memory.hpp"

namespace prompty::conversation {

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
