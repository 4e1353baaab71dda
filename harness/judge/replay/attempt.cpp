#include "harness/judge/replay/attempt.hpp"

#include <fmt/core.h>

#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

Json without_items(Reply const& reply) {
  switch (reply.status) {
    case Reply::Status::result:
      return {{"result", reply.value}};
    case Reply::Status::error:
      return {{"error", reply.value}};
    case Reply::Status::unsupported:
      return {{"status", "unsupported"}, {"detail", reply.detail}};
    case Reply::Status::unsupported_input:
      return {{"status", "unsupported input"}, {"detail", reply.detail}};
    case Reply::Status::crash:
      return {{"status", "crash"}, {"detail", reply.detail}};
    case Reply::Status::timeout:
      return {{"status", "timeout"}, {"detail", reply.detail}};
    case Reply::Status::protocol_fault:
      return {{"status", "protocol fault"}, {"detail", reply.detail}};
    case Reply::Status::not_asked:
      return {{"status", "not asked"}, {"detail", reply.detail}};
  }
  return nullptr;
}

constexpr std::size_t most_kept_bytes = std::size_t{16} * 1024;
constexpr std::size_t bytes_of_a_beginning = 2000;

std::string text_cut_to_be_kept(std::string const& text) {
  return fmt::format("{} ({} bytes, of which only the first are kept)", one_line_excerpt(text, bytes_of_a_beginning),
                     text.size());
}

/// At least as many bytes as the value takes as JSON text, without writing it.
std::size_t most_bytes_of(Json const& value) {
  constexpr std::size_t of_a_scalar = 32;
  constexpr std::size_t of_an_escaped_byte = 6;
  if (std::string const* const text = value.get_ptr<std::string const*>()) return 2 + of_an_escaped_byte * text->size();
  if (!value.is_structured()) return of_a_scalar;
  std::size_t bytes = 2;
  for (auto const& [key, member] : value.items()) bytes += 4 + of_an_escaped_byte * key.size() + most_bytes_of(member);
  return bytes;
}

void shorten_value(Json& value) {
  if (most_bytes_of(value) <= most_kept_bytes) return;
  std::string const text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most_kept_bytes) value = text_cut_to_be_kept(text);
}

}  // namespace

std::string way_text(Attempt const& attempt) {
  if (!attempt.variation) return std::string(way_name(attempt.way));
  return fmt::format("{} {} of {}", way_name(attempt.way), variation_name(*attempt.variation),
                     way_name(attempt.variation->of));
}

void shorten(Attempt& attempt) {
  shorten_value(attempt.answered);
  for (Difference& difference : attempt.judgement.differences) {
    shorten_value(difference.expected);
    shorten_value(difference.got);
  }
  for (HttpExchange& exchange : attempt.exchanges) {
    if (exchange.body.size() > most_kept_bytes) exchange.body = text_cut_to_be_kept(exchange.body);
  }
}

void mask(Attempt& attempt, Secrets const& secrets) {
  if (secrets.empty()) return;
  for (std::string* const text : {&attempt.judgement.detail, &attempt.stderr_excerpt}) *text = secrets.masked(*text);
  for (Json* const value : {&attempt.sent, &attempt.answered}) *value = secrets.masked_json(*value);
  for (Difference& difference : attempt.judgement.differences) {
    for (std::string* const text : {&difference.pointer, &difference.message, &difference.inside})
      *text = secrets.masked(*text);
    difference.expected = secrets.masked_json(difference.expected);
    difference.got = secrets.masked_json(difference.got);
  }
  for (HttpExchange& exchange : attempt.exchanges) {
    for (std::string* const text : {&exchange.path, &exchange.body}) *text = secrets.masked(*text);
    exchange.headers = secrets.masked_json(exchange.headers);
    for (RequestFinding& finding : exchange.findings) finding.message = secrets.masked(finding.message);
  }
}

Json reply_as_json(Reply const& reply) {
  Json shown = without_items(reply);
  if (!reply.items.empty()) shown["items"] = reply.items;
  return shown;
}

std::string ending_of(Attempt const& attempt) {
  if (!attempt.answered.is_object()) return "";
  Json const status = attempt.answered.value("status", Json());
  return status.is_string() ? status.get<std::string>() : "";
}

Json exchange_as_json(HttpExchange const& exchange) {
  Json findings = Json::array();
  for (RequestFinding const& finding : exchange.findings) {
    findings.push_back({{"rule", finding.rule}, {"pointer", finding.pointer}, {"message", finding.message}});
  }
  return {{"method", exchange.method}, {"path", exchange.path},     {"headers", exchange.headers},
          {"body", exchange.body},     {"status", exchange.status}, {"findings", std::move(findings)}};
}

}  // namespace conformance
