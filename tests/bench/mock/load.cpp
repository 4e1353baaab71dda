#include "bench/mock/load.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "bench/mock/client.hpp"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int longest_wait_ms = 10'000;

double seconds(Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

/// The clients of a load, and which of them have something to read.
class Clients {
 public:
  explicit Clients(Load const& load) : poll_(epoll_create1(EPOLL_CLOEXEC)) {
    for (int index = 0; index < load.clients; ++index) {
      clients_.emplace_back(load.port);
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u32 = static_cast<std::uint32_t>(index);
      epoll_ctl(poll_, EPOLL_CTL_ADD, clients_.back().descriptor(), &event);
    }
  }
  Clients(Clients const&) = delete;
  Clients& operator=(Clients const&) = delete;
  ~Clients() { close(poll_); }

  [[nodiscard]] std::vector<Client>& all() { return clients_; }

  /// Hands the index of each client that can read to `action`.
  template <class Action>
  void wait(Action&& action) {
    std::array<epoll_event, 256> events{};
    int const count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), longest_wait_ms);
    if (count <= 0) throw std::runtime_error("a server answers no more");
    for (int index = 0; index < count; ++index) action(events[static_cast<std::size_t>(index)].data.u32);
  }

 private:
  int poll_;
  std::vector<Client> clients_;
};

double at_fraction(std::vector<double>& values, double fraction) {
  if (values.empty()) return 0;
  std::size_t const index = static_cast<std::size_t>(fraction * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
  return values[index];
}

}  // namespace

double seconds_per_answer(Load const& load, std::chrono::milliseconds time) {
  Clients clients(load);
  for (Client const& client : clients.all()) client.send(load.request);
  Clock::time_point const start = Clock::now();
  std::size_t answers = 0;
  while (Clock::now() - start < time) {
    clients.wait([&](std::size_t index) {
      Client& client = clients.all()[index];
      if (!client.receive()) return;
      ++answers;
      client.send(load.request);
    });
  }
  if (answers == 0) throw std::runtime_error("a server gave no answer");
  return seconds(Clock::now() - start) / static_cast<double>(answers);
}

StreamTimes stream_times(Load const& load) {
  Clients clients(load);
  Clock::time_point const start = Clock::now();
  for (Client const& client : clients.all()) client.send(load.request);
  std::vector<Clock::time_point> last(clients.all().size(), Clock::time_point{});
  std::vector<double> gaps;
  std::vector<double> totals;
  while (totals.size() < clients.all().size()) {
    clients.wait([&](std::size_t index) {
      bool const is_complete = clients.all()[index].receive();
      Clock::time_point const now = Clock::now();
      if (last[index] != Clock::time_point{}) gaps.push_back(seconds(now - last[index]));
      last[index] = now;
      if (is_complete) totals.push_back(seconds(now - start));
    });
  }
  return {.median_seconds = at_fraction(totals, 0.5), .gap_p99_seconds = at_fraction(gaps, 0.99)};
}

}  // namespace bench
