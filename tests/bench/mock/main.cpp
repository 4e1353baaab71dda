// How fast the mock provider answers, held against a bare cpp-httplib server and npm's aimock in the same run. Each
// rate is the median of rounds in which the servers take turns, so that a busy moment hits all of them.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "bench/mock/load.hpp"
#include "bench/mock/questions.hpp"
#include "bench/mock/servers.hpp"
#include "support/temporary_folder.hpp"

namespace {

constexpr int rounds = 5;
constexpr std::chrono::milliseconds time_of_a_round{700};
constexpr int port_of_aimock = 14'010;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

struct Contestant {
  std::string name;
  int port = 0;  ///< 0: not there
  std::vector<double> rates;
};

/// Answers per second of each, in the order of the contestants.
void measure(std::vector<Contestant>& contestants, std::string const& request, int clients) {
  for (Contestant& contestant : contestants) contestant.rates.clear();
  // The first round warms up.
  for (int round = 0; round <= rounds; ++round) {
    for (Contestant& contestant : contestants) {
      if (contestant.port == 0) continue;
      double const seconds =
          bench::seconds_per_answer({.port = contestant.port, .request = request, .clients = clients}, time_of_a_round);
      if (round > 0) contestant.rates.push_back(1 / seconds);
    }
  }
}

void report(std::string const& what, std::vector<Contestant> const& contestants, std::vector<double> const& aims) {
  double const ours = median(contestants[0].rates);
  fmt::print("{:<44}{:>10.0f}/s\n", what + ", mock", ours);
  for (std::size_t other = 1; other < contestants.size(); ++other) {
    double const theirs = median(contestants[other].rates);
    if (theirs <= 0) continue;
    fmt::print("{:<44}{:>10.0f}/s   ratio {:.2f} (aim: at least {})\n", what + ", " + contestants[other].name, theirs,
               ours / theirs, aims[other - 1]);
  }
}

void measure_paced(bench::RunningServer const& mock) {
  std::vector<double> totals;
  std::vector<double> gaps;
  for (int round = 0; round < rounds; ++round) {
    bench::StreamTimes const times =
        bench::stream_times({.port = mock.port, .request = bench::paced_request(), .clients = 256});
    totals.push_back(times.median_seconds);
    gaps.push_back(times.gap_p99_seconds);
  }
  fmt::print("256 paced streams: median {:.0f} ms (aim: at most 1100), p99 of gaps {:.1f} ms (aim: at most 20)\n",
             1000 * median(totals), 1000 * median(gaps));
}

}  // namespace

int main() {
  prompty_tests::TemporaryFolder const folder;
  bench::RunningServer const paced = bench::start_mock(folder.path());
  fmt::print("start: {:.0f} ms (aim: under 50)\n", 1000 * paced.start_seconds);
  measure_paced(paced);
  fmt::print("memory after them: {:.0f} MB (aim: under 40)\n\n", bench::peak_megabytes(paced.program->process()));

  bench::RunningServer const mock = bench::start_mock(folder.path());
  bench::RunningServer const plain = bench::start_plain();
  bench::RunningServer const aimock = bench::start_aimock(folder.path(), port_of_aimock, 0);
  if (aimock.port == 0) fmt::print("aimock is not installed: run scripts/bench\n");
  for (int const clients : {16, 64, 256}) {
    std::vector<Contestant> contestants = {
        {"mock", mock.port, {}}, {"cpp-httplib", plain.port, {}}, {"aimock", aimock.port, {}}};
    measure(contestants, bench::chat_request(), clients);
    report(fmt::format("chat, {} connections", clients), contestants, {0.7, 2});
  }
  std::vector<Contestant> streams = {{"mock", mock.port, {}}, {"aimock", aimock.port, {}}};
  measure(streams, bench::stream_request(), 16);
  report("streams of 100 chunks, 16 connections", streams, {5});
}
