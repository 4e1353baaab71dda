#include "prompty/trace/trace_time.hpp"

#include <fmt/core.h>

#include <ctime>

namespace prompty {
namespace trace_time {
namespace {

std::tm calendar(std::chrono::system_clock::time_point time) {
  std::time_t const seconds = std::chrono::system_clock::to_time_t(std::chrono::floor<std::chrono::seconds>(time));
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return parts;
}

}  // namespace
}  // namespace trace_time

std::string iso_time(std::chrono::system_clock::time_point time) {
  std::tm const parts = trace_time::calendar(time);
  std::chrono::milliseconds::rep const fraction =
      std::chrono::floor<std::chrono::milliseconds>(time - std::chrono::floor<std::chrono::seconds>(time)).count();
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, fraction);
}

std::string file_stamp(std::chrono::system_clock::time_point time) {
  std::tm const parts = trace_time::calendar(time);
  return fmt::format("{:04}{:02}{:02}.{:02}{:02}{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string unix_nanoseconds(std::chrono::system_clock::time_point time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count());
}

}  // namespace prompty
