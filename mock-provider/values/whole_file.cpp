#include "mock-provider/values/whole_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace mock_provider::whole_file {
namespace {

Refusal unreadable(int problem) {
  return {.why = fmt::format("cannot be read: {}", std::strerror(problem)),
          .advice = "name a file that is there and may be read"};
}

/// An open file, closed at the end.
class OpenFile {
 public:
  /// Does not wait for the writer of a pipe.
  explicit OpenFile(std::filesystem::path const& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)),
        problem_(number_ < 0 ? errno : 0) {}
  ~OpenFile() {
    if (number_ >= 0) ::close(number_);
  }
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;

  [[nodiscard]] int number() const { return number_; }

  /// Nothing for a regular file that is open.
  [[nodiscard]] std::optional<Refusal> refusal() const {
    if (number_ < 0) return unreadable(problem_);
    struct stat status {};
    ::fstat(number_, &status);
    if (S_ISREG(status.st_mode)) return std::nullopt;
    if (S_ISDIR(status.st_mode)) return Refusal{.why = "is a folder", .advice = "name a file"};
    return Refusal{.why = S_ISFIFO(status.st_mode) ? "is a pipe" : "is a device", .advice = "name a regular file"};
  }

 private:
  int number_;
  int problem_;
};

}  // namespace

std::variant<std::string, Refusal> read(std::filesystem::path const& path, std::size_t most_bytes) {
  OpenFile const file(path);
  if (std::optional<Refusal> const refusal = file.refusal()) return *refusal;
  std::string bytes;
  std::array<char, 65536> block{};
  // The size that the folder tells may be no longer true, or 0 as below /proc.
  while (bytes.size() <= most_bytes) {
    ssize_t const count = ::read(file.number(), block.data(), block.size());
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) return unreadable(errno);
    if (count > 0) bytes.append(block.data(), static_cast<std::size_t>(count));
  }
  return Refusal{.why = fmt::format("has more than {} bytes", most_bytes), .advice = "name a smaller file"};
}

std::optional<Refusal> refusal_of(std::filesystem::path const& path) {
  return OpenFile(path).refusal();
}

}  // namespace mock_provider::whole_file
