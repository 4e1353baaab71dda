#include "mock-provider/http/content_coding.hpp"

#include <fmt/core.h>
#include <zlib.h>

#include <array>

#include "mock-provider/request.hpp"

namespace mock_provider::http::content_coding {
namespace {

/// zlib tells gzip and deflate apart by itself with this added to the size of the window.
constexpr int either_format = 32;

class Inflater {
 public:
  Inflater() { is_ready_ = inflateInit2(&stream_, MAX_WBITS + either_format) == Z_OK; }
  Inflater(Inflater const&) = delete;
  Inflater& operator=(Inflater const&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  std::variant<std::string, Refusal> inflated(std::string& body, std::size_t limit) {
    std::string result;
    std::array<char, 16'384> room{};
    stream_.next_in = bytes(body.data());
    stream_.avail_in = static_cast<unsigned>(body.size());
    for (int state = is_ready_ ? Z_OK : Z_STREAM_ERROR; state != Z_STREAM_END;) {
      stream_.next_out = bytes(room.data());
      stream_.avail_out = static_cast<unsigned>(room.size());
      if (state == Z_OK) state = inflate(&stream_, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END)
        return Refusal{.status = 400, .message = "The compressed body is broken."};
      result.append(room.data(), room.size() - stream_.avail_out);
      if (result.size() > limit) {
        return Refusal{.status = 413, .message = fmt::format("The body is larger than {} bytes.", limit)};
      }
    }
    return result;
  }

 private:
  static Bytef* bytes(char* text) { return static_cast<Bytef*>(static_cast<void*>(text)); }

  z_stream stream_{};
  bool is_ready_ = false;
};

}  // namespace

std::variant<std::string, Refusal> decoded(std::string body, std::string_view coding, std::size_t limit) {
  if (same_header_name(coding, "identity")) return body;
  if (same_header_name(coding, "gzip") || same_header_name(coding, "deflate")) return Inflater().inflated(body, limit);
  return Refusal{.status = 415, .message = "Of content codings gzip, deflate and identity are understood."};
}

}  // namespace mock_provider::http::content_coding
