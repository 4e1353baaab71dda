#include "prompty/trace/back_ends.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <ostream>
#include <system_error>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/trace/sinks.hpp"

namespace prompty {
namespace {

using WriteLine = std::function<void(std::string const& line)>;

class ConsoleSink final : public SpanSink {
 public:
  ConsoleSink(WriteLine write, std::string name) : write_(std::move(write)), name_(std::move(name)) {}

  void emit(std::string const&, Json const&) override {}

  void end(SpanEnd const& end) override {
    std::chrono::milliseconds::rep const duration =
        std::chrono::duration_cast<std::chrono::milliseconds>(end.duration).count();
    std::string const failure = end.failure ? fmt::format(": {}: {}", end.failure->kind, end.failure->message) : "";
    write_(fmt::format("[prompty] \u25c0 {} ({}ms){}", name_, duration, failure));
  }

 private:
  WriteLine write_;
  std::string name_;
};

constexpr int most_files_a_second = 1000;

struct TracyFrame {
  RecordedSpan span;
  std::vector<std::shared_ptr<TracyFrame>> frames = {};
};

Json time_of(RecordedSpan const& span) {
  Json time{{"start", trace_value(span.start.time)}};
  if (!span.end) return time;
  time["end"] = trace_value(span.end->time);
  time["duration"] = std::chrono::duration<double, std::milli>(span.end->duration).count();
  return time;
}

Json frame_to_json(TracyFrame const& frame) {
  RecordedSpan const& span = frame.span;
  Json json{{"name", span.start.name}, {"__time", time_of(span)}};
  for (auto const& [key, value] : span.attributes.items()) {
    if (key != "__usage") json[key] = value;
  }
  if (!frame.frames.empty()) json["__frames"] = Json::array();
  for (std::shared_ptr<TracyFrame> const& inner : frame.frames) json["__frames"].push_back(frame_to_json(*inner));
  if (!span.events.empty()) json["__events"] = Json::array();
  for (SpanEvent const& event : span.events) {
    json["__events"].push_back(
        Json{{"name", event.name}, {"time", trace_value(event.time)}, {"attributes", event.attributes}});
  }
  if (span.attributes.contains("__usage")) json["__usage"] = span.attributes["__usage"];
  return json;
}

RuntimeError trace_not_written(std::string_view path, int system_error) {
  return RuntimeError(fmt::format("The trace could not be written to {}: {}; name a folder that can be written to",
                                  path, std::generic_category().message(system_error)));
}

/// A new file of that name, or of the first of its numbered siblings that is free.
int open_new_file(std::filesystem::path const& folder, std::string const& stem) {
  for (int number = 1; number < most_files_a_second; ++number) {
    std::string const suffix = number == 1 ? "" : fmt::format("-{}", number);
    std::filesystem::path const path = folder / (stem + suffix + ".tracy");
    // Prompts and answers are private.
    int const file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) return file;
    if (errno != EEXIST) throw trace_not_written(path.string(), errno);
  }
  throw trace_not_written((folder / (stem + ".tracy")).string(), EEXIST);
}

void write_whole(int file, std::string const& text, std::string const& folder) {
  std::size_t written = 0;
  while (written < text.size()) {
    ssize_t const count = ::write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      int const reason = errno;
      ::close(file);
      throw trace_not_written(folder, reason);
    }
    written += static_cast<std::size_t>(count);
  }
  if (::close(file) != 0) throw trace_not_written(folder, errno);
}

class TracyFiles {
 public:
  explicit TracyFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::shared_ptr<TracyFrame> open(SpanStart const& start) {
    std::shared_ptr<TracyFrame> frame = std::make_shared<TracyFrame>(TracyFrame{.span = {.start = start}});
    std::unique_lock<std::mutex> const lock(mutex);
    if (TracyFrame* const above = find(start.parent)) above->frames.push_back(frame);
    frames_[start.id] = frame;
    return frame;
  }

  void close(TracyFrame const& frame) {
    SpanStart const& start = frame.span.start;
    std::unique_lock<std::mutex> lock(mutex);
    frames_.erase(start.id);
    // P3.5-01: each root has its file; a span whose parent is not open here counts as a root.
    if (find(start.parent) != nullptr) return;
    Json const trace{{"runtime", "cpp"}, {"version", version()}, {"trace", frame_to_json(frame)}};
    lock.unlock();
    // If this fails, opening the file says why.
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    std::string const stem = sanitized_file_name(start.name) + "." + file_stamp(frame.span.end->time);
    write_whole(open_new_file(folder_, stem), json_text::dump_indented(trace) + "\n", folder_.string());
  }

  /// Held where a span of a frame is read or changed.
  std::mutex mutex;

 private:
  TracyFrame* find(std::optional<std::string> const& id) {
    if (!id) return nullptr;
    std::map<std::string, std::shared_ptr<TracyFrame>>::iterator const found = frames_.find(*id);
    return found == frames_.end() ? nullptr : found->second.get();
  }

  std::filesystem::path folder_;
  std::map<std::string, std::shared_ptr<TracyFrame>> frames_;
};

}  // namespace

bool RecordedSpan::operator==(RecordedSpan const&) const = default;

struct Recorder::Spans {
  std::mutex mutex;
  std::deque<RecordedSpan> list;
};

Recorder::Recorder() : spans_(std::make_shared<Spans>()) {}

BackEnd Recorder::back_end() const {
  return [spans = spans_](SpanStart const& start) {
    std::unique_lock<std::mutex> const lock(spans->mutex);
    RecordedSpan* const span = &spans->list.emplace_back(RecordedSpan{.start = start});
    return std::make_unique<RecordingSink>(std::shared_ptr<std::mutex>(spans, &spans->mutex),
                                           std::shared_ptr<RecordedSpan>(spans, span));
  };
}

std::vector<RecordedSpan> Recorder::spans() const {
  std::unique_lock<std::mutex> const lock(spans_->mutex);
  return {spans_->list.begin(), spans_->list.end()};
}

Json spans_to_json(std::vector<RecordedSpan> const& spans) {
  std::map<std::string, std::string> names;
  for (RecordedSpan const& span : spans) names.emplace(span.start.id, span.start.name);
  Json list = Json::array();
  for (RecordedSpan const& span : spans) {
    Json shown{{"name", span.start.name}, {"attributes", span.attributes}};
    if (span.start.parent && names.contains(*span.start.parent)) shown["parent"] = names[*span.start.parent];
    if (span.end && span.end->failure) {
      shown["error"] = Json{{"kind", span.end->failure->kind}, {"message", span.end->failure->message}};
    }
    list.push_back(std::move(shown));
  }
  return list;
}

BackEnd console_back_end(std::ostream& out) {
  WriteLine const write = [&out, mutex = std::make_shared<std::mutex>()](std::string const& line) {
    std::unique_lock<std::mutex> const lock(*mutex);
    out << line << '\n' << std::flush;
  };
  return [write](SpanStart const& start) -> std::unique_ptr<SpanSink> {
    // P3.5-02: written at once, so that work that hangs is visible.
    write(fmt::format("[prompty] \u25b6 {}", start.name));
    return std::make_unique<ConsoleSink>(write, start.name);
  };
}

BackEnd tracy_back_end(std::filesystem::path folder) {
  return [files = std::make_shared<TracyFiles>(std::move(folder))](SpanStart const& start) {
    std::shared_ptr<TracyFrame> const frame = files->open(start);
    return std::make_unique<RecordingSink>(std::shared_ptr<std::mutex>(files, &files->mutex),
                                           std::shared_ptr<RecordedSpan>(frame, &frame->span),
                                           [files, frame] { files->close(*frame); });
  };
}

std::string sanitized_file_name(std::string_view name) {
  constexpr std::size_t most_bytes = 100;
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  std::string safe(name.substr(0, most_bytes));
  for (char& c : safe) {
    if (harmless.find(c) == std::string_view::npos) c = '_';
  }
  return safe.empty() ? "trace" : safe;
}

}  // namespace prompty
