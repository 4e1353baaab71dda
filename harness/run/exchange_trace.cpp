#include "harness/run/exchange_trace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <utility>

namespace conformance {
namespace exchange_trace {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  std::chrono::microseconds const passed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
  return static_cast<double>(passed.count()) / 1000;
}

std::string cut(std::string const& text) {
  if (text.size() <= most_traced_text) return text;
  std::size_t end = most_traced_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{} … ({} more bytes)", text.substr(0, end), text.size() - end);
}

Json cut(Json const& value) {
  if (value.is_string()) return cut(value.get<std::string>());
  Json shown = value;
  if (value.is_structured())
    for (Json& element : shown) element = cut(element);
  return shown;
}

}  // namespace
}  // namespace exchange_trace

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
  Json line = {{"type", type}, {"at", exchange_trace::milliseconds_since(begin_)}};
  line.update(exchange_trace::cut(secrets_.masked_json(members)));
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

template <typename Ask>
Reply TracedSubject::traced(std::string const& operation, Json const& params, HearItem const& hear, Ask const& ask) {
  trace_.add("request", {{"operation", operation}, {"params", params}});
  exchange_trace::Clock::time_point const begin = exchange_trace::Clock::now();
  std::atomic<bool> was_told{false};
  Reply reply = ask([&](Json const& item) {
    was_told = true;
    trace_.add("item", {{"item", item}});
    if (hear) hear(item);
  });
  Json told = {{"tookMs", exchange_trace::milliseconds_since(begin)}};
  told.update(reply_as_json(reply));
  if (was_told) told.erase("items");
  trace_.add("reply", told);
  if (!reply.stderr_excerpt.empty()) trace_.add("stderr", {{"text", reply.stderr_excerpt}});
  return reply;
}

Reply TracedSubject::call(std::string const& operation, Json const& params) {
  return call_and_hear(operation, params, {});
}

Reply TracedSubject::call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) {
  return traced(operation, params, hear,
                [&](HearItem const& tell) { return inner_.call_and_hear(operation, params, tell); });
}

Reply TracedSubject::call_in_ascii(std::string const& operation, Json const& params, HearItem const& hear) {
  return traced(operation, params, hear,
                [&](HearItem const& tell) { return ask_in_ascii(inner_, operation, params, tell); });
}

}  // namespace conformance
