#include "harness/report/gzip.hpp"

#include <zlib.h>

#include <stdexcept>

#include "mock-provider/values/encoding.hpp"

namespace conformance {
namespace {

constexpr int gzip_window = 15 + 16;
constexpr int memory_level = 8;

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib cannot begin to compress a report");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  // zlib takes what it reads as bytes that it might change, and does not.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  int const end = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (end != Z_STREAM_END) throw std::runtime_error("zlib cannot compress a report");
  return packed;
}

}  // namespace

std::string gzip_base64(std::string_view bytes) {
  return mock_provider::base64::encoded(gzipped(bytes));
}

}  // namespace conformance
