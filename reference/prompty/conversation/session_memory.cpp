#include "prompty/conversation/session_memory.hpp"

#include <sqlite3.h>

#include <filesystem>
#include <system_error>
#include <thread>

#include "prompty/conversation/errors.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::conversation {
namespace {

constexpr int lock_timeout_ms = 10'000;

/// Of the file, or of its folder: SQLite needs files beside it, for reading too.
bool forbids_writing(int status) {
  return status == SQLITE_READONLY || status == SQLITE_CANTOPEN;
}

/// What the write-ahead log beside the file holds is not in the file yet, and `immutable` would not look there.
bool has_unwritten_messages(std::string const& file) {
  std::error_code missing;
  std::uintmax_t const size = std::filesystem::file_size(file + "-wal", missing);
  return !missing && size > 0;
}

/// The file without locks: with `immutable` SQLite needs no files beside it.
std::string immutable_address(std::string const& file) {
  std::string address = "file:";
  for (char const c : file) {
    bool const has_meaning = c == '%' || c == '?' || c == '#';
    address += has_meaning ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return address + "?immutable=1";
}

// Two processes that append to one session get places of their own: the statement is one transaction.
constexpr char const* append_statement =
    "INSERT INTO messages (session, place, message) "
    "SELECT ?1, COALESCE(MAX(place) + 1, 0), ?2 FROM messages WHERE session = ?1";

constexpr char const* load_statement = "SELECT message FROM messages WHERE session = ?1 ORDER BY place";

using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

/// Null when the connection does not take it.
Statement prepared(sqlite3* connection, char const* text) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(connection, text, -1, &statement, nullptr);
  return {statement, sqlite3_finalize};
}

/// `text` must outlive the statement.
bool bind(Statement const& statement, int place, std::string const& text) {
  return sqlite3_bind_text64(statement.get(), place, text.data(), text.size(), nullptr, SQLITE_UTF8) == SQLITE_OK;
}

std::string text_of_row(Statement const& statement) {
  unsigned char const* const bytes = sqlite3_column_text(statement.get(), 0);
  int const count = sqlite3_column_bytes(statement.get(), 0);
  return bytes == nullptr ? std::string() : std::string(bytes, bytes + count);
}

}  // namespace

std::vector<StoredMessage> InProcessMemory::load(std::string const& session_id) const {
  std::scoped_lock const lock(mutex_);
  std::map<std::string, std::vector<StoredMessage>>::const_iterator const found = sessions_.find(session_id);
  // M2-07: an unused id is a new session and no error.
  return found == sessions_.end() ? std::vector<StoredMessage>() : found->second;
}

void InProcessMemory::append(std::string const& session_id, StoredMessage const& message) {
  std::scoped_lock const lock(mutex_);
  sessions_[session_id].push_back(message);
}

/// One connection, used by one thread at a time.
struct SqliteMemory::Database {
  explicit Database(std::string const& path) : file(path) {}
  ~Database() { sqlite3_close(connection); }
  Database(Database const&) = delete;
  Database& operator=(Database const&) = delete;

  void demand(bool holds) const {
    if (!holds) throw errors::sessions_unusable(file, sqlite3_errmsg(connection));
  }

  /// SQLite waits for most locks by itself, but a switch to the write-ahead log while another process is about to write
  /// fails at once.
  [[nodiscard]] int execute(char const* statement) const {
    std::chrono::steady_clock::time_point const deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(lock_timeout_ms);
    while (true) {
      int const status = sqlite3_exec(connection, statement, nullptr, nullptr, nullptr);
      bool const is_locked = status == SQLITE_BUSY || status == SQLITE_LOCKED;
      if (!is_locked || std::chrono::steady_clock::now() >= deadline) return status;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  /// SQLITE_OK, or why the file cannot be written to.
  [[nodiscard]] int prepare_to_write() const {
    for (char const* const statement :
         {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
          "CREATE TABLE IF NOT EXISTS messages (session TEXT NOT NULL, place INTEGER NOT NULL, message TEXT NOT NULL, "
          "PRIMARY KEY (session, place)) WITHOUT ROWID"}) {
      int const status = execute(statement);
      if (status != SQLITE_OK) return status;
    }
    return SQLITE_OK;
  }

  /// Whether the file can be opened for reading, although it cannot be written.
  [[nodiscard]] bool open_to_read() {
    if (has_unwritten_messages(file)) return false;
    sqlite3* reading = nullptr;
    constexpr int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    std::string const address = immutable_address(file);
    bool const is_readable = sqlite3_open_v2(address.c_str(), &reading, flags, nullptr) == SQLITE_OK &&
                             prepared(reading, load_statement) != nullptr;
    if (is_readable) std::swap(reading, connection);
    sqlite3_close(reading);
    return is_readable;
  }

  std::string file;
  sqlite3* connection = nullptr;
  std::mutex mutex;
};

SqliteMemory::SqliteMemory(std::string const& path) : database_(std::make_unique<Database>(path)) {
  constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  database_->demand(sqlite3_open_v2(path.c_str(), &database_->connection, flags, nullptr) == SQLITE_OK);
  database_->demand(sqlite3_busy_timeout(database_->connection, lock_timeout_ms) == SQLITE_OK);
  int const status = database_->prepare_to_write();
  if (forbids_writing(status) && database_->open_to_read()) return;
  database_->demand(status == SQLITE_OK);
}

SqliteMemory::~SqliteMemory() = default;

std::vector<StoredMessage> SqliteMemory::load(std::string const& session_id) const {
  Json messages = Json::array();
  std::scoped_lock const lock(database_->mutex);
  Statement const statement = prepared(database_->connection, load_statement);
  database_->demand(statement != nullptr && bind(statement, 1, session_id));
  int status = sqlite3_step(statement.get());
  for (; status == SQLITE_ROW; status = sqlite3_step(statement.get())) {
    std::optional<Json> message = json_text::parse(text_of_row(statement));
    if (!message) throw errors::sessions_unusable(database_->file, "a message in it is not JSON");
    messages.push_back(*std::move(message));
  }
  database_->demand(status == SQLITE_DONE);
  return stored_message_codec::read(messages, session_id);
}

void SqliteMemory::append(std::string const& session_id, StoredMessage const& message) {
  std::string const text = json_text::dump(stored_message_codec::write(message));
  std::scoped_lock const lock(database_->mutex);
  Statement const statement = prepared(database_->connection, append_statement);
  database_->demand(statement != nullptr && bind(statement, 1, session_id) && bind(statement, 2, text));
  database_->demand(sqlite3_step(statement.get()) == SQLITE_DONE);
}

}  // namespace prompty::conversation
