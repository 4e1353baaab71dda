#include "mock-provider/journal_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "mock-provider/html_text.hpp"
#include "mock-provider/json_text.hpp"

namespace mock_provider::journal_page {
namespace {

constexpr std::size_t most_shown = 200;
constexpr std::size_t longest_body = 16'384;

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
    std::size_t const broken = static_cast<std::size_t>(
        std::count_if(view_.entries.begin(), view_.entries.end(),
                      [](std::shared_ptr<JournalEntry const> const& entry) { return !entry->findings.empty(); }));
    add("<h1>Mock provider: journal</h1>\n<p class=\"faint\">{}, {} with findings, {} dropped. Times are in UTC.</p>\n",
        plural(view_.entries.size(), "request"), broken, view_.dropped);
  }

  void form() {
    add("<form method=\"get\" action=\"/_mock/\"><label>Scenario <select name=\"scenario\">"
        "<option value=\"\">all</option>");
    for (std::string const& name : names()) {
      add("<option{}>{}</option>", name == view_.scenario ? " selected" : "", escaped(name));
    }
    add("</select></label><label><input type=\"checkbox\" name=\"findings\" value=\"only\"{}> only with "
        "findings</label>"
        "<button>Show</button><a href=\"/_mock/requests?format=jsonl\">JSON Lines</a>"
        "<a href=\"/_mock/metrics\">Metrics</a></form>\n",
        view_.only_findings ? " checked" : "");
  }

  /// Names to choose from: of what is played, of what was asked for, and what is chosen now.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (auto const& [name, player] : view_.scenarios) names.push_back(name);
    for (std::shared_ptr<JournalEntry const> const& entry : view_.entries) names.push_back(entry->scenario);
    if (!view_.scenario.empty()) names.push_back(view_.scenario);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

  void scenarios() {
    if (view_.scenarios.empty()) return;
    add("<h2>Scenarios</h2>\n<table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Answered</th>"
        "<th scope=\"col\">Not played out</th></tr></thead><tbody>\n");
    for (auto const& [name, player] : view_.scenarios) {
      if (!view_.scenario.empty() && name != view_.scenario) continue;
      add("<tr><td>{}</td><td>{}</td><td>", escaped(name), player->turns());
      std::vector<UnplayedStep> const unplayed = player->unplayed();
      if (unplayed.empty()) add("<span class=\"faint\">nothing</span>");
      for (UnplayedStep const& step : unplayed) {
        std::string const wanted = step.plays ? fmt::format("{}", *step.plays) : std::string("1 or more");
        add("<div>step {} of {}: played {} of {}</div>", step.step, step.steps, step.played, wanted);
      }
      add("</td></tr>\n");
    }
    add("</tbody></table>\n");
  }

  void requests() {
    add("<h2>Requests</h2>\n");
    std::size_t shown = 0;
    for (auto entry = view_.entries.rbegin(); entry != view_.entries.rend() && shown < most_shown; ++entry) {
      if (view_.only_findings && (*entry)->findings.empty()) continue;
      request(**entry);
      ++shown;
    }
    if (shown == 0) add("<p class=\"faint\">No request yet that fits.</p>\n");
    if (shown == most_shown) {
      add("<p class=\"faint\">Only the last {} are shown; <a href=\"/_mock/requests\">all of them as JSON</a>.</p>\n",
          most_shown);
    }
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
    findings(entry);
    headers(entry);
    body(entry);
    add("</div></details>\n");
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

  void headers(JournalEntry const& entry) {
    add("<h3>Headers</h3><table class=\"headers mono\"><tbody>\n");
    for (auto const& [name, value] : entry.headers) {
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
