#include "prompty/trace/tracy_back_end.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "prompty/core/json_text.hpp"
#include "prompty/core/version.hpp"
#include "prompty/trace/errors.hpp"
#include "prompty/trace/trace_time.hpp"

namespace prompty {
namespace tracy {
namespace {

constexpr std::size_t most_name_bytes = 100;
constexpr int most_files_a_second = 1000;

struct Frame {
  SpanStart start;
  Json emitted = Json::object();
  std::optional<SpanEnd> end = std::nullopt;
  std::vector<std::shared_ptr<Frame>> frames = {};
};

Json time_of(Frame const& frame) {
  Json time{{"start", iso_time(frame.start.time)}};
  if (!frame.end) return time;
  time["end"] = iso_time(frame.end->time);
  time["duration"] = std::chrono::duration<double, std::milli>(frame.end->duration).count();
  return time;
}

Json to_json(Frame const& frame) {
  Json json{{"name", frame.start.name}, {"__time", time_of(frame)}};
  for (auto const& [key, value] : frame.emitted.items()) {
    if (key != "__usage") json[key] = value;
  }
  if (!frame.frames.empty()) json["__frames"] = Json::array();
  for (std::shared_ptr<Frame> const& inner : frame.frames) json["__frames"].push_back(to_json(*inner));
  if (frame.emitted.contains("__usage")) json["__usage"] = frame.emitted["__usage"];
  return json;
}

/// A new file of that name, or of the first of its numbered siblings that is free.
int open_new_file(std::filesystem::path const& folder, std::string const& stem) {
  for (int number = 1; number < most_files_a_second; ++number) {
    std::string const suffix = number == 1 ? "" : fmt::format("-{}", number);
    std::filesystem::path const path = folder / (stem + suffix + ".tracy");
    // What prompts and answers say is nobody else's business.
    int const file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) return file;
    if (errno != EEXIST) throw errors::trace_not_written(path.string(), errno);
  }
  throw errors::trace_not_written((folder / (stem + ".tracy")).string(), EEXIST);
}

void write_whole(int file, std::string const& text, std::string const& folder) {
  std::size_t written = 0;
  while (written < text.size()) {
    ssize_t const count = ::write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      int const reason = errno;
      ::close(file);
      throw errors::trace_not_written(folder, reason);
    }
    written += static_cast<std::size_t>(count);
  }
  if (::close(file) != 0) throw errors::trace_not_written(folder, errno);
}

class Traces {
 public:
  explicit Traces(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::shared_ptr<Frame> open(SpanStart const& start) {
    std::shared_ptr<Frame> frame = std::make_shared<Frame>(Frame{.start = start});
    std::unique_lock<std::mutex> const lock(mutex_);
    if (Frame* const above = find(start.parent)) above->frames.push_back(frame);
    frames_[start.id] = frame;
    return frame;
  }

  void emit(Frame& frame, std::string const& key, Json const& value) {
    std::unique_lock<std::mutex> const lock(mutex_);
    frame.emitted[key] = value;
  }

  void end(Frame& frame, SpanEnd const& end) {
    std::unique_lock<std::mutex> lock(mutex_);
    frame.end = end;
    frames_.erase(frame.start.id);
    // P3.5-01: each root has its file; a span whose parent is not open here counts as a root.
    if (find(frame.start.parent) != nullptr) return;
    Json const trace{{"runtime", "cpp"}, {"version", version()}, {"trace", to_json(frame)}};
    lock.unlock();
    // If there is no folder in the end, opening the file says why.
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    std::string const stem = sanitized_file_name(frame.start.name) + "." + file_stamp(frame.start.time);
    write_whole(open_new_file(folder_, stem), json_text::dump_indented(trace) + "\n", folder_.string());
  }

 private:
  Frame* find(std::optional<std::string> const& id) {
    if (!id) return nullptr;
    std::map<std::string, std::shared_ptr<Frame>>::iterator const found = frames_.find(*id);
    return found == frames_.end() ? nullptr : found->second.get();
  }

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Frame>> frames_;
};

class Sink final : public SpanSink {
 public:
  Sink(std::shared_ptr<Traces> traces, std::shared_ptr<Frame> frame)
      : traces_(std::move(traces)), frame_(std::move(frame)) {}

  void emit(std::string const& key, Json const& value) override { traces_->emit(*frame_, key, value); }
  void end(SpanEnd const& end) override { traces_->end(*frame_, end); }

 private:
  std::shared_ptr<Traces> traces_;
  std::shared_ptr<Frame> frame_;
};

bool is_harmless(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

}  // namespace
}  // namespace tracy

BackEnd tracy_back_end(std::filesystem::path folder) {
  return [traces = std::make_shared<tracy::Traces>(std::move(folder))](SpanStart const& start) {
    return std::unique_ptr<SpanSink>(std::make_unique<tracy::Sink>(traces, traces->open(start)));
  };
}

std::string sanitized_file_name(std::string_view name) {
  std::string safe(name.substr(0, tracy::most_name_bytes));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return !tracy::is_harmless(c); }, '_');
  return safe.empty() ? "trace" : safe;
}

}  // namespace prompty
