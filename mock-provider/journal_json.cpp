#include "mock-provider/journal_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "mock-provider/base64.hpp"
#include "mock-provider/json_text.hpp"

namespace mock_provider {
namespace journal_json {
namespace {

/// Writes members one after the other, without a value in between: ten thousand entries take a tenth of a second so.
class Writer {
 public:
  explicit Writer(std::string& text) : text_(text) {}

  void entry(JournalEntry const& entry) {
    text_ += '{';
    number("sequence", entry.sequence);
    string("scenario", entry.scenario);
    string("method", entry.method);
    string("path", entry.path);
    string("query", shown_query(entry.query));
    headers(entry.headers);
    number("receivedAtUs", entry.received_at_us);
    number("status", entry.status);
    if (std::string_view const id = request_id_of(entry); !id.empty()) string("requestId", id);
    if (!entry.refused.empty()) string("refused", entry.refused);
    if (entry.choice) choice(*entry.choice);
    findings(entry.findings);
    if (entry.aborted_after_bytes) number("abortedAfterBytes", *entry.aborted_after_bytes);
    body(entry.body);
    answer(entry.answer);
    text_ += '}';
  }

 private:
  std::string& text_;

  void separate() {
    if (text_.back() != '{' && text_.back() != '[') text_ += ',';
  }

  /// Names of members need no escapes.
  void name(std::string_view name) {
    separate();
    text_ += '"';
    text_ += name;
    text_ += "\":";
  }

  void string(std::string_view member, std::string_view value) {
    name(member);
    json_text::append_string(text_, value);
  }

  template <typename Number>
  void number(std::string_view member, Number value) {
    name(member);
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }

  void headers(Headers const& headers) {
    name("headers");
    text_ += '[';
    for (auto const& [header, value] : headers) {
      separate();
      text_ += '[';
      json_text::append_string(text_, header);
      text_ += ',';
      json_text::append_string(text_, shown_header(header, value));
      text_ += ']';
    }
    text_ += ']';
  }

  void choice(Choice const& choice) {
    name("choice");
    text_ += '{';
    if (choice.step) number("step", *choice.step + 1);
    if (!choice.sequence.empty()) string("sequence", choice.sequence);
    name("passedOver");
    text_ += '[';
    for (PassedOver const& steps : choice.passed_over) {
      separate();
      text_ += '{';
      number("from", steps.first + 1);
      number("to", steps.last + 1);
      string("reason", steps.reason);
      text_ += '}';
    }
    text_ += ']';
    if (choice.omitted > 0) number("omitted", choice.omitted);
    text_ += '}';
  }

  void findings(std::vector<Finding> const& findings) {
    name("findings");
    text_ += '[';
    for (Finding const& finding : findings) {
      separate();
      text_ += '{';
      string("rule", finding.rule);
      string("pointer", finding.pointer);
      string("message", finding.message);
      text_ += '}';
    }
    text_ += ']';
  }

  void body(std::string const& body) {
    if (!json_text::is_utf8(body)) return string("bodyBase64", base64::encoded(body));
    string("body", body);
    std::string_view json = body;
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (json.starts_with(byte_order_mark)) json.remove_prefix(byte_order_mark.size());
    // The parser takes NUL for the end of its text.
    if (json.find('\0') != std::string_view::npos || !json_text::is_json(json)) return;
    name("json");
    std::size_t const start = text_.size();
    text_ += json;
    // Outside of strings, where JSON has none, line breaks are blanks; JSON Lines must not have them.
    std::replace_if(
        text_.begin() + static_cast<std::ptrdiff_t>(start), text_.end(),
        [](char character) { return character == '\n' || character == '\r'; }, ' ');
  }

  void answer(SentAnswer const& answer) {
    name("answer");
    text_ += '{';
    string("contentType", answer.content_type);
    headers(answer.headers);
    number("bytes", answer.bytes);
    if (answer.form == SentAnswer::Form::stream) {
      events(answer.body);
    } else {
      string("body", answer.body);
    }
    if (answer.body.size() < answer.bytes) number("kept", answer.body.size());
    text_ += '}';
  }

  void events(std::string const& stream) {
    name("events");
    text_ += '[';
    for (std::string_view const event : events_of(stream)) {
      separate();
      json_text::append_string(text_, event);
    }
    text_ += ']';
  }
};

}  // namespace

void append(std::string& text, JournalEntry const& entry) {
  Writer(text).entry(entry);
}

}  // namespace journal_json

std::vector<std::string_view> events_of(std::string_view stream) {
  std::vector<std::string_view> events;
  while (!stream.empty()) {
    std::size_t const lf = stream.find("\n\n");
    std::size_t const crlf = stream.find("\r\n\r\n");
    std::size_t const end = std::min({lf, crlf, stream.size()});
    std::size_t const blank = end == stream.size() ? 0 : (end == lf ? 2 : 4);
    events.push_back(stream.substr(0, end));
    stream.remove_prefix(end + blank);
  }
  return events;
}

std::string_view request_id_of(JournalEntry const& entry) {
  for (std::string_view const name : {"x-request-id", "request-id"}) {
    if (std::string const* const id = header_named(entry.answer.headers, name)) return *id;
  }
  return "";
}

}  // namespace mock_provider
