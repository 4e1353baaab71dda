#include "harness/judge/run/exchange_trace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/judge/files/file_target.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  std::chrono::microseconds const passed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
  return static_cast<double>(passed.count()) / 1000;
}

/// What is judged runs meanwhile: a link or a pipe that it puts at the path is replaced.
void write_in_place(std::filesystem::path const& path, std::string const& text) {
  replace_file(FileTarget{.named = path, .path = path}, text);
}

Json with_texts_shortened(Json const& value) {
  if (value.is_string()) return shortened_text(value.get<std::string>(), most_traced_text);
  Json shown = value;
  if (value.is_structured())
    for (Json& element : shown) element = with_texts_shortened(element);
  return shown;
}

}  // namespace

ExchangeTrace::ExchangeTrace(Vector const& vector, Secrets secrets) : secrets_(std::move(secrets)) {
  Json operations = Json::array();
  for (Step const& step : vector.steps) operations.push_back(step.operation);
  add("vector",
      {{"id", vector.id}, {"clauses", vector.clauses}, {"why", vector.why}, {"operations", std::move(operations)}});
}

void ExchangeTrace::add(std::string_view type, Json const& members) {
  std::lock_guard const lock(mutex_);
  append(type, members);
}

void ExchangeTrace::append(std::string_view type, Json const& members) {
  Json line = {{"type", type}, {"at", milliseconds_since(begin_)}};
  line.update(with_texts_shortened(secrets_.masked_json(members)));
  std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (bytes_ + text.size() > most_traced_bytes) {
    ++left_out_;
    return;
  }
  bytes_ += text.size();
  lines_.push_back({.is_request = type == "request", .text = std::move(text)});
}

std::size_t ExchangeTrace::size() const {
  std::lock_guard const lock(mutex_);
  return lines_.size();
}

void ExchangeTrace::keep_last_request(std::size_t size) {
  std::lock_guard const lock(mutex_);
  std::vector<Line>::iterator const from = lines_.begin() + static_cast<std::ptrdiff_t>(std::min(size, lines_.size()));
  std::vector<Line>::iterator last = lines_.end();
  std::size_t requests = 0;
  for (std::vector<Line>::iterator line = from; line != lines_.end(); ++line) {
    if (!line->is_request) continue;
    last = line;
    ++requests;
  }
  if (requests < 2) return;
  for (std::vector<Line>::iterator line = from; line != last; ++line) bytes_ -= line->text.size();
  lines_.erase(from, last);
  append("note", {{"text", fmt::format("the last of {} replays is shown; those before it passed", requests)}});
}

std::string ExchangeTrace::text() const {
  std::lock_guard const lock(mutex_);
  std::string text;
  for (Line const& line : lines_) text += line.text + "\n";
  if (left_out_ > 0) text += Json({{"type", "left-out"}, {"lines", left_out_}}).dump() + "\n";
  return text;
}

template <typename Call>
Reply TracedSubject::traced(std::string const& operation, Json const& params, ItemListener const& on_item,
                            Call const& call) {
  trace_.add("request", {{"operation", operation}, {"params", params}});
  Clock::time_point const begin = Clock::now();
  std::atomic<bool> has_items{false};
  Reply reply = call([&](Json const& item) {
    has_items = true;
    trace_.add("item", {{"item", item}});
    if (on_item) on_item(item);
  });
  Json shown = {{"tookMs", milliseconds_since(begin)}};
  shown.update(reply_as_json(reply));
  // Each has a line of its own already.
  if (has_items) shown.erase("items");
  trace_.add("reply", shown);
  if (!reply.stderr_excerpt.empty()) trace_.add("stderr", {{"text", reply.stderr_excerpt}});
  return reply;
}

Reply TracedSubject::call(std::string const& operation, Json const& params) {
  return call_with_items(operation, params, {});
}

Reply TracedSubject::call_with_items(std::string const& operation, Json const& params, ItemListener const& on_item) {
  return traced(operation, params, on_item,
                [&](ItemListener const& tell) { return inner_.call_with_items(operation, params, tell); });
}

Reply TracedSubject::call_in_ascii(std::string const& operation, Json const& params, ItemListener const& on_item) {
  return traced(operation, params, on_item,
                [&](ItemListener const& tell) { return ask_in_ascii(inner_, operation, params, tell); });
}

TraceFolder::TraceFolder(std::filesystem::path folder, Json const& about) : folder_(std::move(folder)) {
  try {
    write_in_place(folder_ / "run.json", about.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } catch (std::exception const& error) {
    throw InputError(
        fmt::format("--trace {}: name a folder that may be written or made: {}", folder_.string(), error.what()));
  }
}

std::string TraceFolder::save(Vector const& vector, ExchangeTrace const& trace) {
  std::filesystem::path const path = folder_ / (vector.id + ".jsonl");
  try {
    write_in_place(path, trace.text());
    return path.string();
  } catch (std::exception const& error) {
    std::lock_guard const lock(mutex_);
    if (problem_.empty()) problem_ = fmt::format("a trace could not be written: {}", error.what());
    return "";
  }
}

void TraceFolder::demand_whole() const {
  std::lock_guard const lock(mutex_);
  if (!problem_.empty()) throw InputError(problem_);
}

}  // namespace conformance
