#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fuzz/support/bundle.hpp"
#include "fuzz/support/demand.hpp"
#include "fuzz/support/json_mutator.hpp"
#include "fuzz/support/memory_channel.hpp"
#include "mock-provider/check/finding.hpp"
#include "mock-provider/check/mcp_check.hpp"
#include "mock-provider/check/rule_table.hpp"
#include "mock-provider/http/caller_check.hpp"
#include "mock-provider/http/connection.hpp"
#include "mock-provider/provider.hpp"

namespace {

using namespace mock_provider;
using prompty_fuzz::demand;
using prompty_fuzz::MemoryChannel;
using prompty_fuzz::Part;

// Larger than any run of empty lines in an input, of which as many are skipped as come at once.
constexpr http::ReadLimits limits{.head_bytes = 5'000, .body_bytes = 3'000};

/// The lines of a part as HTTP: its name is the first line, headers stand up to an empty line, the rest is the body.
std::string request_of(Part const& part) {
  std::string const text = "\n" + part.text;
  std::size_t const empty_line = std::min(text.find("\n\n"), text.size());
  std::string const headers = empty_line == 0 ? "" : text.substr(1, empty_line - 1);
  std::string body = text.substr(std::min(empty_line + 2, text.size()));
  if (body.ends_with('\n')) body.pop_back();
  std::string bytes = part.name + " HTTP/1.1\r\n";
  for (char const character : headers) {
    if (character == '\n') bytes += '\r';
    bytes += character;
  }
  if (!headers.empty()) bytes += "\r\n";
  return bytes + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string bytes_of(std::string const& input) {
  std::vector<Part> const parts = prompty_fuzz::parts_of(input);
  if (parts.empty()) return input;
  std::string bytes;
  for (Part const& part : parts) bytes += request_of(part);
  return bytes;
}

/// Everything that was understood of the bytes.
std::vector<std::string> heard(std::string_view bytes, std::size_t piece) {
  MemoryChannel channel(bytes, piece);
  http::RequestReader reader(channel, limits);
  std::vector<std::string> all;
  for (;;) {
    std::variant<http::IncomingRequest, http::Refusal, http::NoRequest> const next = reader.next();
    if (std::holds_alternative<http::NoRequest>(next)) return all;
    if (http::Refusal const* const refusal = std::get_if<http::Refusal>(&next)) {
      demand(refusal->status >= 400 && !refusal->message.empty());
      all.push_back(refusal->message);
      return all;
    }
    Request const& request = std::get<http::IncomingRequest>(next).request;
    demand(request.body.size() <= limits.body_bytes);
    all.push_back(request.method + " " + request.target + "\n" + request.body);
    for (auto const& [name, value] : request.headers) all.insert(all.end(), {name, value});
  }
}

bool is_on_one_line(std::string const& text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos;
}

void check_answer(Answer const& answer, bool is_scripted) {
  demand(answer.status >= 200 && answer.status <= 599 && is_on_one_line(answer.content_type));
  for (auto const& [name, value] : answer.headers) demand(is_on_one_line(name) && is_on_one_line(value));
  bool const is_json = answer.content_type == "application/json" && !answer.events && !answer.body.empty();
  demand(is_scripted || !is_json || Json::accept(answer.body));
}

bool is_rule(std::string const& id) {
  auto const holds = [&](std::span<Rule const> rules) {
    return std::any_of(rules.begin(), rules.end(), [&](Rule const& rule) { return rule.id == id; });
  };
  return holds(chat_rules()) || holds(other_rules()) || holds(messages_rules()) || holds(mcp_rules());
}

void check_journal(Provider& provider) {
  for (std::shared_ptr<JournalEntry const> const& entry : provider.journal().all()) {
    for (Finding const& finding : entry->findings) {
      demand(is_rule(finding.rule) && !finding.message.empty());
      demand(finding.pointer.empty() || finding.pointer.starts_with('/'));
    }
  }
  Answer const page = provider.respond({.method = "GET", .target = "/_mock/", .headers = {}, .body = ""});
  demand(page.status == 200 && json_text::is_utf8(page.body) && page.body.find("<script") == std::string::npos);
  Answer const list = provider.respond({.method = "GET", .target = "/_mock/requests", .headers = {}, .body = ""});
  demand(list.status == 200 && Json::accept(list.body));
}

/// Whether it asks for more choices or numbers than a fuzzer has time to look at.
bool asks_for_much(Request const& request) {
  constexpr int most_choices = 4;
  constexpr int most_dimensions = 64;
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(request.body);
  Json const* const body = std::get_if<Json>(&parsed);
  Json const* const choices = body == nullptr ? nullptr : member(*body, "n");
  Json const* const dimensions = body == nullptr ? nullptr : member(*body, "dimensions");
  return (choices != nullptr && choices->is_number() && *choices > most_choices) ||
         (dimensions != nullptr && dimensions->is_number() && *dimensions > most_dimensions) ||
         request.body.find("hugeBody") != std::string::npos;
}

/// The same answer without its delays and without the end that waits for the client.
Answer at_once(Answer answer) {
  answer.delay = {};
  if (answer.early_end && answer.early_end->ending == Ending::stall) answer.early_end.reset();
  if (!answer.events) return answer;
  answer.events->between = {};
  answer.events->held_from.reset();
  answer.events->writes = EventFrames::Writes::together;
  return answer;
}

}  // namespace

std::string_view prompty_fuzz::words() {
  return "name seed steps mcp admits match respond repeat always method path query headers body $subset $absent $type "
         "status chunks text json toolCalls refusal reasoning form usage error fault finishReason verbatim delayMs "
         "chunkDelayMs "
         "chunkBy hold embedding image letters escaped url b64Json revisedPrompt id arguments promptTokens "
         "completionTokens type code param message retryAfterMs kind cut stall silence truncatedJson html "
         "wrongContentType malformedEvent errorEvent drip split afterBytes afterFrames end close reset keepBytes "
         "contentType line bytes everyMs inside firstBytes character lineEnd pageSize tools title description "
         "inputSchema outputSchema annotations result content structuredContent isError model messages role user "
         "assistant tool system developer tool_calls tool_call_id function parameters strict tool_choice required "
         "response_format json_schema schema properties additionalProperties items enum anyOf $ref #/$defs/a $defs "
         "stream stream_options include_usage n temperature top_p max_tokens stop logit_bias metadata image_url "
         "input_audio file input dimensions encoding_format base64 prompt response_format b64_json size "
         "previous_response_id function_call function_call_output call_id output max_output_tokens reasoning effort "
         "thinking tool_use tool_result tool_use_id is_error source media_type image/png thread jsonrpc 2.0 params "
         "sequencePerHeader usual otherForm lastUserMessage systemMessage toolResult resultOfTool offeredTool turn "
         "equals "
         "contains regex ignoreCase initialize tools/list tools/call cursor protocolVersion clientInfo capabilities "
         "derived with-key anyone";
}

// What comes in on connections of the mock: requests behind lines "%% METHOD TARGET", with their lengths made right, or
// any bytes. However they come in pieces, the same is understood; each request is answered, by a scenario that an
// earlier one put or without one; answers are HTTP, findings name known rules, and the page of the journal has no
// script.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const bytes = bytes_of(std::string(data, data + size));
  demand(heard(bytes, bytes.size() + 1) == heard(bytes, 3));
  constexpr CheckMode modes[] = {CheckMode::report, CheckMode::enforce, CheckMode::off};
  Provider provider(modes[size % std::size(modes)], {.entries = 20, .bytes = 10'000});
  MemoryChannel channel(bytes, bytes.size() + 1);
  http::serve(channel, limits,
              {.answer =
                   // What is thrown would be answered with 500 and not be noticed.
               [&](Request request) noexcept {
                 if (std::optional<std::string> const objection =
                         caller_check::objection(request.headers, {.hosts = {"a"}, .origins = {"http://a"}})) {
                   return provider.refuse(std::move(request), *objection);
                 }
                 if (asks_for_much(request)) return Answer{};
                 Answer answer = provider.respond(std::move(request));
                 check_answer(answer, provider.scenarios().size() > 0);
                 return at_once(std::move(answer));
               },
               .abandoned = [](Answer const&, http::Delivery const&) {},
               .refuse = [&](http::Refusal refusal) { return provider.refuse_unread(std::move(refusal)); }});
  demand(channel.written().empty() || channel.written().starts_with("HTTP/1.1 "));
  check_journal(provider);
  return 0;
}
