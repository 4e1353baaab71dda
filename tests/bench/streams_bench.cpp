#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "bench/samples.hpp"
#include "prompty/transport/sse.hpp"

namespace bench {
namespace {

// What arrives from a socket at once.
constexpr std::size_t bytes_of_a_read = 16'384;

void decode_events(benchmark::State& state) {
  std::string const stream = typical_event_stream();
  for (auto _ : state) {
    prompty::SseDecoder decoder;
    std::size_t bytes = 0;
    for (std::size_t at = 0; at < stream.size(); at += bytes_of_a_read) {
      decoder.feed(std::string_view(stream).substr(at, bytes_of_a_read),
                   [&](prompty::SseEvent const& event) { bytes += event.data.size(); });
    }
    benchmark::DoNotOptimize(bytes);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(stream.size()) * state.iterations());
}
BENCHMARK(decode_events);

}  // namespace
}  // namespace bench
