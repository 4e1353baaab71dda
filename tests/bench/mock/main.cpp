// How fast the mock provider answers, held against a bare cpp-httplib server and npm's aimock in the same run. The
// servers take turns, so that a busy moment hits all of them, and a ratio is that of one round: its median and range
// are printed, since the range is what another machine, or a busy one, may see. Beside it stands the ratio of the time
// that the servers were at work for an answer, which other programs on the machine change least.
#include <fmt/core.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "bench/mock/load.hpp"
#include "bench/mock/questions.hpp"
#include "bench/mock/servers.hpp"
#include "support/temporary_folder.hpp"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 9;
constexpr std::chrono::milliseconds time_of_a_round{700};
constexpr int port_of_aimock = 14'010;

struct Spread {
  double least = 0;
  double median = 0;
  double most = 0;
};

/// Of at least one value.
Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {.least = values.front(), .median = values[values.size() / 2], .most = values.back()};
}

struct Contestant {
  std::string name;
  bench::RunningServer const* server = nullptr;  ///< its port is 0 when it is not there
  std::vector<double> rates = {};                ///< answers a second, by round
  std::vector<double> work = {};                 ///< seconds of processors for an answer, by round
};

/// Answers per second of each, in the order of the contestants.
void measure(std::vector<Contestant>& contestants, std::string const& request, int clients) {
  // The first round warms up.
  for (int round = 0; round <= rounds; ++round) {
    for (Contestant& contestant : contestants) {
      if (contestant.server->port == 0) continue;
      pid_t const process = contestant.server->program->process();
      double const before = bench::cpu_seconds(process);
      Clock::time_point const start = Clock::now();
      double const seconds = bench::seconds_per_answer(
          {.port = contestant.server->port, .request = request, .clients = clients}, time_of_a_round);
      double const share =
          (bench::cpu_seconds(process) - before) / std::chrono::duration<double>(Clock::now() - start).count();
      if (round == 0) continue;
      contestant.rates.push_back(1 / seconds);
      contestant.work.push_back(share * seconds);
    }
  }
}

/// How many times as much, round by round.
Spread ratios_of(std::vector<double> const& values, std::vector<double> const& to) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < to.size(); ++round) ratios.push_back(values[round] / to[round]);
  return spread_of(std::move(ratios));
}

void report(std::string const& what, std::vector<Contestant> const& contestants, std::vector<double> const& aims) {
  Contestant const& ours = contestants[0];
  fmt::print("{:<44}{:>8.0f}/s {:>6.0f} us at work\n", what + ", mock", spread_of(ours.rates).median,
             1e6 * spread_of(ours.work).median);
  for (std::size_t other = 1; other < contestants.size(); ++other) {
    Contestant const& theirs = contestants[other];
    if (theirs.rates.empty()) continue;
    Spread const ratio = ratios_of(ours.rates, theirs.rates);
    Spread const work = ratios_of(theirs.work, ours.work);
    fmt::print(
        "{:<44}{:>8.0f}/s {:>6.0f} us at work   ratio {:.2f}, from {:.2f} to {:.2f} (aim: at least {}); "
        "of work {:.2f}, from {:.2f} to {:.2f}\n",
        what + ", " + theirs.name, spread_of(theirs.rates).median, 1e6 * spread_of(theirs.work).median, ratio.median,
        ratio.least, ratio.most, aims[other - 1], work.median, work.least, work.most);
  }
}

/// What was measured where, so that another run can be compared.
void report_machine() {
  double load = 0;
  getloadavg(&load, 1);
  fmt::print("{} cores, load {:.1f} before it began; the load generator runs beside the servers\n",
             std::thread::hardware_concurrency(), load);
  fmt::print("chat request: {} bytes; {} rounds of {} ms each, in turns, median and range\n\n",
             bench::chat_request().size(), rounds, time_of_a_round.count());
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
             1000 * spread_of(totals).median, 1000 * spread_of(gaps).median);
}

}  // namespace

int main() {
  report_machine();
  prompty_tests::TemporaryFolder const folder;
  bench::RunningServer const paced = bench::start_mock(folder.path());
  fmt::print("start: {:.0f} ms (aim: under 50)\n", 1000 * paced.start_seconds);
  measure_paced(paced);
  fmt::print("memory after them: {:.0f} MB (aim: under 80)\n\n", bench::peak_megabytes(paced.program->process()));

  bench::RunningServer const mock = bench::start_mock(folder.path());
  bench::RunningServer const plain = bench::start_plain();
  bench::RunningServer const aimock = bench::start_aimock(folder.path(), port_of_aimock, 0);
  if (aimock.port == 0) fmt::print("aimock is not installed: run scripts/bench\n");
  for (int const clients : {16, 64, 256}) {
    std::vector<Contestant> contestants = {{"mock", &mock}, {"cpp-httplib", &plain}, {"aimock", &aimock}};
    measure(contestants, bench::chat_request(), clients);
    report(fmt::format("chat, {} connections", clients), contestants, {0.7, 5});
  }
  std::vector<Contestant> streams = {{"mock", &mock}, {"aimock", &aimock}};
  measure(streams, bench::stream_request(), 16);
  report("streams of 100 chunks, 16 connections", streams, {10});
}
