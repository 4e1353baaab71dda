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

std::string masked(std::string const& secret) {
  constexpr std::size_t shown = 4;
  constexpr std::size_t shortest = 12;
  return secret.size() < shortest ? "****" : "****" + secret.substr(secret.size() - shown);
}

std::string without(std::string text, std::string const& secret) {
  std::string const mask = masked(secret);
  for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + mask.size()))
    text.replace(at, secret.size(), mask);
  return text;
}

std::string cut(std::string const& text) {
  if (text.size() <= most_traced_text) return text;
  std::size_t end = most_traced_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{} … ({} more bytes)", text.substr(0, end), text.size() - end);
}

/// Longest first, so that none is left half when another is a part of it.
std::vector<std::string> in_order_of_masking(std::vector<std::string> secrets) {
  std::erase(secrets, "");
  std::sort(secrets.begin(), secrets.end(),
            [](std::string const& one, std::string const& other) { return one.size() > other.size(); });
  return secrets;
}

}  // namespace
}  // namespace exchange_trace

ExchangeTrace::ExchangeTrace(Vector const& vector, std::vector<std::string> secrets)
    : secrets_(exchange_trace::in_order_of_masking(std::move(secrets))) {
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
  line.update(shown(members));
  std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (bytes_ + text.size() > most_traced_bytes) {
    ++left_out_;
    return;
  }
  bytes_ += text.size();
  lines_.push_back({.is_request = type == "request", .text = std::move(text)});
}

Json ExchangeTrace::shown(Json const& value) const {
  if (value.is_string()) return shown(value.get<std::string>());
  if (value.is_array()) {
    Json elements = Json::array();
    for (Json const& element : value) elements.push_back(shown(element));
    return elements;
  }
  if (!value.is_object()) return value;
  Json members = Json::object();
  for (auto const& [key, member] : value.items()) members[shown(std::string(key))] = shown(member);
  return members;
}

std::string ExchangeTrace::shown(std::string text) const {
  for (std::string const& secret : secrets_) text = exchange_trace::without(std::move(text), secret);
  return exchange_trace::cut(text);
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
