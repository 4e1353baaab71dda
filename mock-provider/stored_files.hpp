#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider {

/// A file that a client has uploaded.
struct StoredFile {
  std::string scenario;
  std::string id;
  std::string filename;
  std::string content_type;
  std::string purpose;          ///< OpenAI's; "" for Anthropic
  std::int64_t created_at = 0;  ///< seconds since 1970
  std::optional<std::int64_t> expires_at = {};
  std::string content;

  bool operator==(StoredFile const&) const = default;
};

/// The newest 1,000 files that were uploaded, 256 MiB of them at most. Thread-safe.
class StoredFiles {
 public:
  using File = std::shared_ptr<StoredFile const>;

  /// Keeps the file under an id that begins with `prefix` and is the same for the same content, but for a number when
  /// that is taken.
  File add(StoredFile file, std::string const& prefix);
  /// nullptr when there is none.
  [[nodiscard]] File find(std::string const& scenario, std::string_view id) const;
  /// Whether there was one.
  bool remove(std::string const& scenario, std::string_view id);
  /// Those whose ids begin with `prefix`, the oldest first.
  [[nodiscard]] std::vector<File> all(std::string const& scenario, std::string_view prefix) const;
  void clear();

 private:
  [[nodiscard]] std::deque<File>::const_iterator place_of(std::string const& scenario, std::string_view id) const;

  mutable std::mutex mutex_;
  std::deque<File> files_;
  std::size_t bytes_ = 0;
};

}  // namespace mock_provider

/// OpenAI's `/v1/files`: to upload, list, look up, download and delete files.
namespace mock_provider::openai_files {

[[nodiscard]] Answer respond(Request const& request, Route const& route, StoredFiles& files);

}  // namespace mock_provider::openai_files

/// The same of Anthropic, of whose files the mock lets each be downloaded.
namespace mock_provider::anthropic_files {

[[nodiscard]] Answer respond(Request const& request, Route const& route, StoredFiles& files);

}  // namespace mock_provider::anthropic_files
