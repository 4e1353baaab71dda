#include "prompty/trace/console_back_end.hpp"

#include <fmt/core.h>

#include <memory>
#include <mutex>
#include <ostream>
#include <utility>

namespace prompty {
namespace console {
namespace {

/// One line at a time, from whatever thread.
class Lines {
 public:
  explicit Lines(std::ostream& out) : out_(out) {}

  void write(std::string const& line) {
    std::unique_lock<std::mutex> const lock(mutex_);
    out_ << line << '\n' << std::flush;
  }

 private:
  std::ostream& out_;
  std::mutex mutex_;
};

class Sink final : public SpanSink {
 public:
  Sink(std::shared_ptr<Lines> lines, std::string name) : lines_(std::move(lines)), name_(std::move(name)) {}

  void emit(std::string const&, Json const&) override {}

  void end(SpanEnd const& end) override {
    std::chrono::milliseconds::rep const duration =
        std::chrono::duration_cast<std::chrono::milliseconds>(end.duration).count();
    std::string const failure = end.failure ? fmt::format(": {}: {}", end.failure->kind, end.failure->message) : "";
    lines_->write(fmt::format("[prompty] \u25c0 {} ({}ms){}", name_, duration, failure));
  }

 private:
  std::shared_ptr<Lines> lines_;
  std::string name_;
};

}  // namespace
}  // namespace console

BackEnd console_back_end(std::ostream& out) {
  return [lines = std::make_shared<console::Lines>(out)](SpanStart const& start) -> std::unique_ptr<SpanSink> {
    // P3.5-02: written at once, so that work that hangs can be seen.
    lines->write(fmt::format("[prompty] \u25b6 {}", start.name));
    return std::make_unique<console::Sink>(lines, start.name);
  };
}

}  // namespace prompty
