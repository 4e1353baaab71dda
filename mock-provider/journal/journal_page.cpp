#include "mock-provider/journal/journal_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "mock-provider/scenario/masking.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::html_text {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_control(char byte) {
  unsigned char const value = static_cast<unsigned char>(byte);
  return (value < 0x20 && byte != '\t' && byte != '\n') || value == 0x7F;
}

void append(std::string& result, char byte) {
  switch (byte) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += byte;
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  bool const is_utf8 = json_text::is_utf8(text);
  std::string result;
  result.reserve(text.size());
  for (char const byte : text) {
    bool const is_foreign = !is_utf8 && static_cast<unsigned char>(byte) >= 0x80;
    if (is_control(byte) || is_foreign) {
      result += replacement;
    } else {
      append(result, byte);
    }
  }
  return result;
}

}  // namespace mock_provider::html_text

namespace mock_provider::journal_page {
namespace {

constexpr std::size_t longest_body = 16'384;
constexpr std::size_t most_unplayed = 20;

using html_text::escaped;

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "14:05:09.250", in UTC.
std::string time_of_day(std::int64_t microseconds) {
  std::time_t const seconds = static_cast<std::time_t>(microseconds / 1'000'000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:02}:{:02}:{:02}.{:03}", parts.tm_hour, parts.tm_min, parts.tm_sec, microseconds / 1000 % 1000);
}

std::string_view mood_of(int status) {
  if (status < 400) return "good";
  return status < 500 ? "warn" : "bad";
}

/// As much of a body as is shown, no character cut in two.
std::string_view beginning_of(std::string_view text) {
  if (text.size() <= longest_body) return text;
  std::size_t end = longest_body;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

std::string percent_encoded(std::string_view text) {
  std::string result;
  for (char const character : text) {
    bool const is_plain = std::isalnum(static_cast<unsigned char>(character)) != 0 ||
                          std::string_view("-._~/:*").find(character) != std::string_view::npos;
    result += is_plain ? std::string(1, character) : fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return result;
}

class Page {
 public:
  explicit Page(View const& view) : view_(view) {}

  std::string take() {
    head();
    form();
    scenarios();
    requests();
    text_ += "</main></body></html>\n";
    return std::move(text_);
  }

 private:
  View const& view_;
  std::string text_;

  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void head() {
    add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<title>Mock provider: journal</title><style>{}</style></head><body><main>\n",
        style());
    add("<h1>Mock provider: journal</h1>\n<p class=\"faint\">{}, {} with findings, {} dropped. Times are in UTC.</p>\n",
        plural(view_.requests.fitting, "request"), view_.requests.with_findings, view_.dropped);
    if (!view_.problem.empty()) add("<p class=\"badge bad\" role=\"alert\">{}</p>\n", escaped(view_.problem));
  }

  void form() {
    JournalFilter const& filter = view_.query.filter;
    add("<form method=\"get\" action=\"/_mock/\"><label>Scenario <select name=\"scenario\">"
        "<option value=\"\">all</option>");
    for (std::string const& name : names()) {
      add("<option{}>{}</option>", name == filter.scenario ? " selected" : "", escaped(name));
    }
    add("</select></label>");
    field("Path", "path", filter.path.value_or(""), "/v1/*");
    field("Status", "status", view_.status, "4xx");
    field("Since", "since", view_.since, "2026-11-25T13:00:00Z");
    add("<label><input type=\"checkbox\" name=\"findings\" value=\"only\"{}> only with findings</label>"
        "<button>Show</button><a href=\"/_mock/requests?format=jsonl{}\">JSON Lines</a>"
        "<a href=\"/_mock/metrics\">Metrics</a></form>\n",
        filter.findings == JournalFilter::Findings::some ? " checked" : "", escaped(filters()));
  }

  void field(std::string_view label, std::string_view name, std::string const& value, std::string_view example) {
    add("<label>{} <input name=\"{}\" value=\"{}\" placeholder=\"{}\" size=\"{}\"></label>", label, name,
        escaped(value), example, example.size());
  }

  /// What the form says, as the rest of a query.
  [[nodiscard]] std::string filters() const {
    JournalFilter const& filter = view_.query.filter;
    std::string text;
    if (filter.scenario) text += "&scenario=" + percent_encoded(*filter.scenario);
    if (filter.path) text += "&path=" + percent_encoded(*filter.path);
    if (!view_.status.empty()) text += "&status=" + percent_encoded(view_.status);
    if (!view_.since.empty()) text += "&since=" + percent_encoded(view_.since);
    if (filter.findings == JournalFilter::Findings::some) text += "&findings=only";
    return text;
  }

  /// Names to choose from: of what is played, of what was asked for, and what is chosen now.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names = view_.scenario_names;
    for (auto const& [name, player] : view_.scenarios) names.push_back(name);
    if (view_.query.filter.scenario) names.push_back(*view_.query.filter.scenario);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

  void scenarios() {
    if (view_.scenarios.empty()) return;
    add("<h2>Scenarios</h2>\n<table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Answered</th>"
        "<th scope=\"col\">Not played out</th></tr></thead><tbody>\n");
    for (auto const& [name, player] : view_.scenarios) {
      if (view_.query.filter.scenario && name != *view_.query.filter.scenario) continue;
      add("<tr><td>{}</td><td>{}</td><td>", escaped(name), player->turns());
      std::vector<UnplayedStep> const unplayed = player->unplayed();
      if (unplayed.empty()) add("<span class=\"faint\">nothing</span>");
      std::size_t const listed = std::min(unplayed.size(), most_unplayed);
      for (UnplayedStep const& step : std::span(unplayed).first(listed)) {
        std::string const wanted = step.plays ? fmt::format("{}", *step.plays) : std::string("1 or more");
        add("<div>step {} of {}: played {} of {}{}</div>", step.step, step.steps, step.played, wanted,
            step.sequence.empty() ? "" : " for " + escaped(step.sequence));
      }
      if (listed < unplayed.size()) add("<div class=\"faint\">and {} more</div>", unplayed.size() - listed);
      add("</td></tr>\n");
    }
    add("</tbody></table>\n");
  }

  void requests() {
    add("<h2>Requests</h2>\n");
    for (std::shared_ptr<JournalEntry const> const& entry : view_.requests.entries) request(*entry);
    if (view_.requests.entries.empty()) add("<p class=\"faint\">No request yet that fits.</p>\n");
    std::size_t const limit = view_.query.bounds.entries;
    if (view_.requests.entries.size() < limit) return;
    std::string const rest = escaped(filters());
    std::string const same_limit = limit == most_on_page ? "" : fmt::format("&amp;limit={}", limit);
    add("<p class=\"faint\"><a rel=\"next\" href=\"/_mock/?before={}{}{}\">Older requests</a>; "
        "<a href=\"/_mock/requests?{}\">all of them as JSON</a>.</p>\n",
        view_.requests.entries.back()->sequence, same_limit, rest,
        rest.substr(0, 5) == "&amp;" ? rest.substr(5) : rest);
  }

  void request(JournalEntry const& entry) {
    add("<details><summary><span class=\"faint\">#{}</span><span class=\"mono faint\">{}</span><b>{}</b>"
        "<span class=\"path mono\">{}{}{} <span class=\"faint\">{}</span></span>",
        entry.sequence, time_of_day(entry.received_at_us), escaped(entry.method), escaped(entry.path),
        entry.query.empty() ? "" : "?", escaped(shown_query(entry.query)), escaped(entry.scenario));
    add("{}<span class=\"badge {}\">{}</span></summary><div>\n",
        entry.findings.empty()
            ? std::string("<span></span>")
            : fmt::format("<span class=\"badge bad\">{}</span>", plural(entry.findings.size(), "finding")),
        mood_of(entry.status), entry.status);
    if (entry.aborted_after_bytes) {
      add("<p>The client went after {} of the answer.</p>\n", plural(*entry.aborted_after_bytes, "byte"));
    }
    if (!entry.refused.empty()) add("<p>Refused: {}</p>\n", escaped(entry.refused));
    choice(entry);
    findings(entry);
    headers("Headers", entry.headers);
    body(entry);
    answer(entry);
    add("</div></details>\n");
  }

  void choice(JournalEntry const& entry) {
    if (!entry.choice) return;
    Choice const& choice = *entry.choice;
    std::string const taken = choice.step ? fmt::format("step {} took it", *choice.step + 1) : "no step took it";
    std::string const sequence = choice.sequence.empty() ? "" : ", in the sequence " + escaped(choice.sequence);
    add("<h3>Scenario {}: {}{}</h3>\n", escaped(entry.scenario), taken, sequence);
    if (choice.passed_over.empty()) return;
    add("<ul>\n");
    for (PassedOver const& steps : choice.passed_over) {
      std::string const number = steps.first == steps.last
                                     ? fmt::format("step {}", steps.first + 1)
                                     : fmt::format("steps {} to {}", steps.first + 1, steps.last + 1);
      add("<li>{}: {}</li>\n", number, escaped(steps.reason));
    }
    if (choice.omitted > 0) add("<li>and {} more</li>\n", choice.omitted);
    add("</ul>\n");
  }

  void answer(JournalEntry const& entry) {
    SentAnswer const& answer = entry.answer;
    add("<h3>Answer, {}, {}</h3>", plural(answer.bytes, "byte"), escaped(answer.content_type));
    headers("", answer.headers);
    bool const is_stream = answer.form == SentAnswer::Form::stream;
    add("<pre tabindex=\"0\">{}</pre>\n", escaped(is_stream ? answer.body : readable(answer.body)));
    if (answer.body.size() < answer.bytes) {
      add("<p class=\"faint\">The journal keeps the first {}.</p>\n", plural(answer.body.size(), "byte"));
    }
  }

  void findings(JournalEntry const& entry) {
    if (entry.findings.empty()) return;
    add("<h3>Findings</h3><ul>\n");
    for (Finding const& finding : entry.findings) {
      add("<li><code>{}</code>{} {}</li>\n", escaped(finding.rule),
          finding.pointer.empty() ? "" : " at <code>" + escaped(finding.pointer) + "</code>:",
          escaped(finding.message));
    }
    add("</ul>\n");
  }

  void headers(std::string_view title, Headers const& headers) {
    if (!title.empty()) add("<h3>{}</h3>", title);
    add("<table class=\"headers mono\"><tbody>\n");
    for (auto const& [name, value] : headers) {
      add("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(name), escaped(shown_header(name, value)));
    }
    add("</tbody></table>\n");
  }

  void body(JournalEntry const& entry) {
    if (entry.body.empty()) return;
    std::string const text = readable(entry.body);
    add("<h3>Body, {}</h3><pre tabindex=\"0\">{}</pre>\n", plural(entry.body.size(), "byte"),
        escaped(beginning_of(text)));
    if (text.size() > longest_body) {
      add("<p class=\"faint\">The rest is in <a href=\"/_mock/requests\">the journal as JSON</a>.</p>\n");
    }
  }

  /// JSON with a line for each member, anything else as it is.
  static std::string readable(std::string const& body) {
    if (body.size() > longest_body) return body;
    std::variant<Json, json_text::Problem> const parsed = json_text::parse(body);
    Json const* const value = std::get_if<Json>(&parsed);
    return value == nullptr ? body : json_text::indented(*value);
  }
};

}  // namespace

std::string html(View const& view) {
  return Page(view).take();
}

}  // namespace mock_provider::journal_page
