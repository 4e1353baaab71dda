#include "mock-provider/journal/journal_json.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "mock-provider/scenario/masking.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/encoding.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::journal_query {
namespace {

using Use = JournalQuery::Use;

constexpr std::array<std::string_view, 8> of_lists{"scenario", "path",  "status", "since",
                                                   "findings", "limit", "after",  "format"};
constexpr std::array<std::string_view, 7> of_pages{"scenario", "path",  "status", "since",
                                                   "findings", "limit", "before"};
constexpr std::array<std::string_view, 1> of_removals{"scenario"};

std::span<std::string_view const> parameters_of(Use use) {
  if (use == Use::removal) return of_removals;
  return use == Use::page ? std::span<std::string_view const>(of_pages) : of_lists;
}

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value = 0;
  std::from_chars_result const parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  bool const is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number ? std::optional<Number>(value) : std::nullopt;
}

std::optional<JournalFilter::Statuses> statuses(std::string_view text) {
  bool const is_class = text.size() == 3 && text.substr(1) == "xx";
  std::optional<int> const value = number<int>(is_class ? text.substr(0, 1) : text);
  if (!value || *value < 0) return std::nullopt;
  if (!is_class) return JournalFilter::Statuses{.first = *value, .last = *value};
  return JournalFilter::Statuses{.first = *value * 100, .last = *value * 100 + 99};
}

/// The number that stands at the beginning, of so many digits, and the sign behind it; both are taken away.
std::optional<int> take_number(std::string_view& text, std::size_t digits, char sign) {
  if (text.size() < digits) return std::nullopt;
  std::optional<int> const value = number<int>(text.substr(0, digits));
  text.remove_prefix(digits);
  if (sign == '\0') return value;
  if (text.empty() || text.front() != sign) return std::nullopt;
  text.remove_prefix(1);
  return value;
}

/// Microseconds of a fraction such as ".25"; nothing when it is not a fraction.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
  if (text.empty() || text.front() != '.') return 0;
  text.remove_prefix(1);
  std::int64_t value = 0;
  std::int64_t unit = 1'000'000;
  bool has_digits = false;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
    has_digits = true;
    unit /= 10;
    value += (text.front() - '0') * unit;
  }
  return has_digits ? std::optional<std::int64_t>(value) : std::nullopt;
}

/// Microseconds since 1970 of "2026-11-25T13:00:00.5Z"; the seconds and the Z may be left out, as browsers do.
std::optional<std::int64_t> instant(std::string_view text) {
  std::optional<int> const year = take_number(text, 4, '-');
  std::optional<int> const month = take_number(text, 2, '-');
  std::optional<int> const day = take_number(text, 2, 'T');
  std::optional<int> const hour = take_number(text, 2, ':');
  std::optional<int> const minute = take_number(text, 2, '\0');
  if (!year || !month || !day || !hour || !minute) return std::nullopt;
  int seconds = 0;
  if (!text.empty() && text.front() == ':') {
    text.remove_prefix(1);
    std::optional<int> const second = take_number(text, 2, '\0');
    if (!second) return std::nullopt;
    seconds = *second;
  }
  std::optional<std::int64_t> const fraction = take_fraction(text);
  if (!fraction || (!text.empty() && text != "Z")) return std::nullopt;
  std::chrono::year_month_day const date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || seconds > 60) return std::nullopt;
  std::chrono::microseconds const midnight = std::chrono::sys_days(date).time_since_epoch();
  return midnight.count() + ((*hour * 60LL + *minute) * 60 + seconds) * 1'000'000 + *fraction;
}

/// What is wrong with the value of a parameter, "" for nothing.
std::string take_parameter(std::string_view name, std::string value, JournalQuery& query) {
  JournalFilter& filter = query.filter;
  if (name == "limit") {
    std::size_t const most = query.bounds.entries;
    std::optional<std::size_t> const limit = number<std::size_t>(value);
    if (!limit || *limit == 0 || *limit > most)
      return fmt::format("\"limit\" must be a whole number from 1 to {}.", most);
    query.bounds.entries = *limit;
  } else if (name == "after" || name == "before") {
    std::optional<std::uint64_t> const sequence = number<std::uint64_t>(value);
    if (!sequence) return fmt::format("\"{}\" must be the sequence of an entry.", name);
    (name == "after" ? query.bounds.after : query.before) = *sequence;
  } else if (value.empty()) {
    // A form in a browser sends the fields that were not filled in, too.
  } else if (name == "scenario") {
    filter.scenario = std::move(value);
  } else if (name == "path") {
    filter.path = std::move(value);
  } else if (name == "status") {
    filter.status = statuses(value);
    if (!filter.status) return "\"status\" must be a status such as 404, or a class of them such as 4xx.";
  } else if (name == "since") {
    std::optional<std::int64_t> const since =
        value.find('-') == std::string::npos ? number<std::int64_t>(value) : instant(value);
    if (!since) return "\"since\" must be a time such as 2026-11-25T13:00:00Z, or microseconds since 1970.";
    filter.since_us = *since;
  } else if (name == "findings") {
    if (value != "only") return "\"findings\" must be only, or be left out.";
    filter.findings = JournalFilter::Findings::some;
  } else if (name == "format") {
    if (value == "jsonl") {
      query.form = JournalQuery::Form::lines;
    } else if (value == "plain") {
      query.form = JournalQuery::Form::plain;
    } else if (value != "json") {
      return "\"format\" must be json, jsonl or plain.";
    }
  }
  return "";
}

std::string_view take_pair(std::string_view& query) {
  std::string_view const pair = query.substr(0, query.find('&'));
  query.remove_prefix(std::min(query.size(), pair.size() + 1));
  return pair;
}

}  // namespace

std::variant<JournalQuery, std::string> read(std::string_view query, Use use) {
  std::span<std::string_view const> const known = parameters_of(use);
  JournalQuery result;
  if (use == Use::page) result.bounds.entries = most_on_page;
  std::vector<std::string_view> taken;
  while (!query.empty()) {
    std::string_view const pair = take_pair(query);
    if (pair.empty()) continue;
    std::string_view const name = pair.substr(0, pair.find('='));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fmt::format("There is no parameter {} here; known are: {}.", json_text::excerpt(std::string(name), 60),
                         fmt::join(known, ", "));
    }
    if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
      return fmt::format("The parameter \"{}\" stands there twice: keep one.", name);
    }
    taken.push_back(name);
    std::string_view const value = pair.substr(std::min(pair.size(), name.size() + 1));
    std::string problem = take_parameter(name, percent_decoded(value), result);
    if (!problem.empty()) return problem;
  }
  return result;
}

std::string next_page(std::string_view query, JournalQuery const& read, std::uint64_t last) {
  std::string address = fmt::format("requests?after={}&limit={}", last, read.bounds.entries);
  while (!query.empty()) {
    std::string_view const pair = take_pair(query);
    std::string_view const name = pair.substr(0, pair.find('='));
    // What would end the address in a header.
    bool const is_odd = pair.find_first_of("<>\"") != std::string_view::npos;
    if (pair.empty() || name == "after" || name == "limit" || is_odd) continue;
    address.append("&").append(pair);
  }
  return address;
}

}  // namespace mock_provider::journal_query

namespace mock_provider {
namespace journal_json {
namespace {

/// Writes members one after the other, without a value in between: ten thousand entries take a tenth of a second so.
class Writer {
 public:
  Writer(std::string& text, Secrets secrets) : text_(text), secrets_(secrets) {}

  void entry(JournalEntry const& entry) {
    text_ += '{';
    number("sequence", entry.sequence);
    string("scenario", entry.scenario);
    string("method", entry.method);
    string("path", entry.path);
    string("query", secrets_ == Secrets::shown ? entry.query : shown_query(entry.query));
    headers(entry.headers);
    number("receivedAtUs", entry.received_at_us);
    number("status", entry.status);
    if (std::string_view const id = request_id_of(entry); !id.empty()) string("requestId", id);
    if (!entry.refused.empty()) string("refused", entry.refused);
    if (entry.choice) choice(*entry.choice);
    findings(entry.findings);
    if (entry.aborted_after_bytes) number("abortedAfterBytes", *entry.aborted_after_bytes);
    body(entry.body, entry.body_form);
    answer(entry.answer);
    text_ += '}';
  }

 private:
  std::string& text_;
  Secrets const secrets_;

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
      json_text::append_string(text_, secrets_ == Secrets::shown ? value : shown_header(header, value));
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

  void body(std::string const& body, BodyForm form) {
    if (form == BodyForm::bytes) return string("bodyBase64", base64::encoded(body));
    string("body", body);
    if (form != BodyForm::json) return;
    name("json");
    std::size_t const start = text_.size();
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    text_ += std::string_view(body).substr(body.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
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

void append(std::string& text, JournalEntry const& entry, Secrets secrets) {
  Writer(text, secrets).entry(entry);
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
