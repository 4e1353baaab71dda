#include <fmt/core.h>

#include <exception>
#include <string>

#include "bench/judging/measurement.hpp"

namespace {

using conformance::judging_bench::Amount;
using conformance::judging_bench::measure_apart;
using conformance::judging_bench::Measurement;
using conformance::judging_bench::Playing;

// A run of one corpus ends with a wait for its slowest vector, which sleeps for 0.3 s: the rates are of eight.
constexpr Amount several{.vectors = 20'000, .copies_at_once = 8};
constexpr Amount once{.vectors = 1};
constexpr Amount few{.vectors = 20'000};
constexpr Amount many{.vectors = 100'000};

double per_second(Measurement const& measured) {
  return static_cast<double>(measured.vectors) / measured.seconds;
}

double microseconds_each(Measurement const& measured) {
  return 1e6 / per_second(measured);
}

void row(std::string const& what, double value) {
  fmt::print("{:<84}{:>10.2f}\n", what, value);
}

void compare(std::string const& self) {
  Measurement const overhead = measure_apart(self, Playing::null_subject, several);
  Measurement const direct = measure_apart(self, Playing::direct, several);
  Measurement const silent = measure_apart(self, Playing::silent_adapter, several);
  Measurement const adapter = measure_apart(self, Playing::adapter, several);
  Measurement const every_way = measure_apart(self, Playing::every_way, few);
  row("linked in, vectors a second (aim: at least 10,000)", per_second(direct));
  row("  time, to a subject that answers null at once", microseconds_each(direct) / microseconds_each(overhead));
  row("adapter process, vectors a second (aim: at least 3,000)", per_second(adapter));
  row("  time, to a process that answers null at once", microseconds_each(adapter) / microseconds_each(silent));
  row("direct, HTTP and process with a JSON Lines report, vectors a second", per_second(every_way));
  row("  the corpus once, seconds (aim: less than 5)", every_way.seconds / static_cast<double>(every_way.rounds));
}

void grow(std::string const& self) {
  Measurement const small = measure_apart(self, Playing::direct, once);
  Measurement const large = measure_apart(self, Playing::direct, many);
  Measurement const every_way = measure_apart(self, Playing::every_way, many);
  row("linked in: a vector of 100,000, to one of the corpus once (linear: 1; aim: at most 1.2)",
      microseconds_each(large) / microseconds_each(small));
  row("  most memory at 100,000, MB (aim: less than 200)", large.peak_bytes / 1e6);
  row("  most memory of every way at 100,000, MB (aim: less than 200)", every_way.peak_bytes / 1e6);
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count == 5 && std::string(words[1]) == "--measure") {
      conformance::judging_bench::print_measurement(words[2], words[3], words[4]);
      return 0;
    }
    if (count != 1) {
      fmt::print(stderr, "{}: takes no arguments\n", words[0]);
      return 2;
    }
    compare(words[0]);
    grow(words[0]);
    return 0;
  } catch (std::exception const& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
