#include "bench/mock/servers.hpp"

#include <time.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "bench/mock/client.hpp"
#include "bench/mock/questions.hpp"
#include "support/sdk.hpp"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char const* peers = PROMPTY_BENCH_OUT "/bench-peers";

RunningServer started(std::vector<std::string> const& words, std::string const& before_port) {
  Clock::time_point const start = Clock::now();
  RunningServer server;
  server.program = std::make_unique<prompty_tests::BackgroundProgram>(words);
  std::string line = server.program->read_line();
  while (!line.empty() && line.find(before_port) == std::string::npos) line = server.program->read_line();
  if (line.empty()) throw std::runtime_error("a server did not start: " + words.front());
  server.start_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  server.port = std::stoi(line.substr(line.find(before_port) + before_port.size()));
  return server;
}

/// For a server that says nothing when it listens.
void wait_until_it_listens(int port) {
  Clock::time_point const until = Clock::now() + std::chrono::seconds(20);
  for (;;) {
    try {
      static_cast<void>(Client(port));
      return;
    } catch (std::runtime_error const&) {
      if (Clock::now() > until) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

}  // namespace

RunningServer start_mock(std::string const& folder) {
  std::string const file = folder + "/bench.json";
  std::ofstream(file) << mock_scenario().dump();
  return started({prompty_tests::built_program("prompty-mock-provider"), "--scenario", file}, "http://127.0.0.1:");
}

RunningServer start_plain() {
  return started({prompty_tests::built_program("prompty_bench_plain_server"), "1024"}, "");
}

RunningServer start_aimock(std::string const& folder, int port, int latency_ms) {
  std::string const program = std::string(peers) + "/node_modules/@copilotkit/aimock/dist/cli.js";
  if (!std::ifstream(program)) return {};
  // The peer wants a newer node than Debian's; that of the SDKs will do.
  std::string const node = prompty_tests::sdk_node();
  std::string const file = folder + "/aimock.json";
  std::ofstream(file) << aimock_fixtures().dump();
  RunningServer server{.program = std::make_unique<prompty_tests::BackgroundProgram>(
                           std::vector<std::string>{node, program, "-p", std::to_string(port), "-f", file, "-c", "20",
                                                    "-l", std::to_string(latency_ms), "--log-level", "silent"}),
                       .port = port};
  wait_until_it_listens(port);
  return server;
}

double cpu_seconds(pid_t process) {
  clockid_t clock{};
  timespec time{};
  bool const is_known = clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0;
  if (!is_known) throw std::runtime_error("a server has ended");
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double peak_megabytes(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

}  // namespace bench
