#include "prompty/conversation/sqlite_memory.hpp"

#include <fmt/core.h>
#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "prompty/conversation/errors.hpp"
#include "prompty/conversation/stored_message_codec.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::conversation {

/// One connection, used by one thread at a time.
struct SqliteMemory::Database {
  explicit Database(std::string const& path) : file(path) {}
  ~Database() { sqlite3_close(connection); }
  Database(Database const&) = delete;
  Database& operator=(Database const&) = delete;

  std::string file;
  sqlite3* connection = nullptr;
  std::mutex mutex;

  void demand(bool holds) const {
    if (!holds) throw errors::sessions_unusable(file, sqlite3_errmsg(connection));
  }

  /// SQLite waits for most locks by itself, but not where waiting could be for ever: who switches to the write-ahead
  /// log while another one is about to write is turned away at once.
  [[nodiscard]] int execute(char const* statement) const;

  /// SQLITE_OK, or why the file cannot be written to.
  [[nodiscard]] int prepare_to_write() const;

  /// Whether there is a file whose sessions can be read where none can be kept.
  [[nodiscard]] bool open_to_read();
};

namespace sqlite_memory {
namespace {

constexpr int patience_ms = 10'000;
constexpr std::chrono::milliseconds pause{10};

bool is_locked(int status) {
  return status == SQLITE_BUSY || status == SQLITE_LOCKED;
}

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

/// The file as it is: nobody who cannot write it needs a lock.
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

/// A statement in the making, let go at the end.
class Statement {
 public:
  Statement(sqlite3* connection, char const* text) {
    is_ready_ = sqlite3_prepare_v2(connection, text, -1, &statement_, nullptr) == SQLITE_OK;
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(Statement const&) = delete;
  Statement& operator=(Statement const&) = delete;

  [[nodiscard]] bool is_ready() const { return is_ready_; }

  /// `text` must outlive the statement.
  [[nodiscard]] bool bind(int place, std::string const& text) {
    return sqlite3_bind_text64(statement_, place, text.data(), text.size(), nullptr, SQLITE_UTF8) == SQLITE_OK;
  }

  [[nodiscard]] int step() { return sqlite3_step(statement_); }

  [[nodiscard]] std::string text() const {
    unsigned char const* const bytes = sqlite3_column_text(statement_, 0);
    int const count = sqlite3_column_bytes(statement_, 0);
    return bytes == nullptr ? std::string() : std::string(bytes, bytes + count);
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  bool is_ready_ = false;
};

}  // namespace
}  // namespace sqlite_memory

int SqliteMemory::Database::execute(char const* statement) const {
  std::chrono::steady_clock::time_point const deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(sqlite_memory::patience_ms);
  while (true) {
    int const status = sqlite3_exec(connection, statement, nullptr, nullptr, nullptr);
    if (!sqlite_memory::is_locked(status) || std::chrono::steady_clock::now() >= deadline) return status;
    std::this_thread::sleep_for(sqlite_memory::pause);
  }
}

int SqliteMemory::Database::prepare_to_write() const {
  for (char const* const statement :
       {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
        "CREATE TABLE IF NOT EXISTS messages (session TEXT NOT NULL, place INTEGER NOT NULL, message TEXT NOT NULL, "
        "PRIMARY KEY (session, place)) WITHOUT ROWID"}) {
    int const status = execute(statement);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}

bool SqliteMemory::Database::open_to_read() {
  if (sqlite_memory::has_unwritten_messages(file)) return false;
  sqlite3* reading = nullptr;
  constexpr int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  std::string const address = sqlite_memory::immutable_address(file);
  bool const is_readable = sqlite3_open_v2(address.c_str(), &reading, flags, nullptr) == SQLITE_OK &&
                           sqlite_memory::Statement(reading, sqlite_memory::load_statement).is_ready();
  if (is_readable) std::swap(reading, connection);
  sqlite3_close(reading);
  return is_readable;
}

SqliteMemory::SqliteMemory(std::string const& path) : database_(std::make_unique<Database>(path)) {
  constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  database_->demand(sqlite3_open_v2(path.c_str(), &database_->connection, flags, nullptr) == SQLITE_OK);
  database_->demand(sqlite3_busy_timeout(database_->connection, sqlite_memory::patience_ms) == SQLITE_OK);
  int const status = database_->prepare_to_write();
  if (sqlite_memory::forbids_writing(status) && database_->open_to_read()) return;
  database_->demand(status == SQLITE_OK);
}

SqliteMemory::~SqliteMemory() = default;

std::vector<StoredMessage> SqliteMemory::load(std::string const& session_id) const {
  Json messages = Json::array();
  std::scoped_lock const lock(database_->mutex);
  sqlite_memory::Statement statement(database_->connection, sqlite_memory::load_statement);
  database_->demand(statement.is_ready() && statement.bind(1, session_id));
  int status = statement.step();
  for (; status == SQLITE_ROW; status = statement.step()) {
    std::optional<Json> message = json_text::parse(statement.text());
    if (!message) throw errors::sessions_unusable(database_->file, "a message in it is not JSON");
    messages.push_back(*std::move(message));
  }
  database_->demand(status == SQLITE_DONE);
  return stored_message_codec::read(messages, session_id);
}

void SqliteMemory::append(std::string const& session_id, StoredMessage const& message) {
  std::string const text = json_text::dump(stored_message_codec::write(message));
  std::scoped_lock const lock(database_->mutex);
  sqlite_memory::Statement statement(database_->connection, sqlite_memory::append_statement);
  database_->demand(statement.is_ready() && statement.bind(1, session_id) && statement.bind(2, text));
  database_->demand(statement.step() == SQLITE_DONE);
}

}  // namespace prompty::conversation
