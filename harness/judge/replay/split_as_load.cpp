#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "harness/judge/replay/replay.hpp"
#include "mock-provider/matching/expectation.hpp"
#include "mock-provider/matching/matcher.hpp"

namespace conformance {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool is_indented(std::string_view line) {
  return !line.empty() && (line.front() == ' ' || line.front() == '\t');
}

/// Words and blanks that YAML reads as exactly this text.
bool is_plain_text(std::string_view value) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ";
  static std::set<std::string, std::less<>> const other_types = {"true", "false", "null", "yes", "no",
                                                                 "on",   "off",   "y",    "n"};
  if (value.empty() || value.front() == ' ' || value.back() == ' ') return false;
  if (value.find_first_not_of(letters) != std::string_view::npos) return false;
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return !other_types.contains(lower);
}

/// Whether the value of a line goes on below it: the next line with text is indented.
bool is_continued(std::vector<std::string_view> const& lines, std::size_t index) {
  auto const next = std::find_if_not(lines.begin() + static_cast<std::ptrdiff_t>(index) + 1, lines.end(), is_blank);
  return next != lines.end() && is_indented(*next);
}

/// Properties that stand as plain "name: text" lines; anything that YAML could read otherwise is left to load vectors.
Json plain_properties(std::string_view frontmatter) {
  Json properties = Json::object();
  std::vector<std::string_view> const lines = lines_of(frontmatter);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    if (is_continued(lines, index)) continue;
    for (std::string_view const name : {"name", "description", "displayName"}) {
      std::string const start = std::string(name) + ": ";
      if (!lines[index].starts_with(start)) continue;
      std::string_view const value = lines[index].substr(start.size());
      if (is_plain_text(value)) properties[std::string(name)] = std::string(value);
    }
  }
  return properties;
}

bool is_mapping_or_empty(std::string const& frontmatter) {
  try {
    YAML::Node const node = YAML::Load(frontmatter);
    return node.IsMap() || node.IsNull();
  } catch (YAML::Exception const&) {
    return false;
  }
}

/// The members of the split that an expectation names; nothing when it names none.
std::optional<Json> expected_members(Json const& value) {
  if (is_matcher(value, "$subset")) return value["$subset"];
  if (!value.is_object() || has_dollar_key(value)) return std::nullopt;
  return value;
}

bool is_loadable(ExpectedOutcome const& split) {
  if (!split.value) return true;
  std::optional<Json> const members = expected_members(*split.value);
  if (!members) return false;
  Json const frontmatter = members->value("frontmatter", Json());
  return frontmatter.is_null() || (frontmatter.is_string() && is_mapping_or_empty(frontmatter.get<std::string>()));
}

/// The instructions below a frontmatter; a loader may read the lines of a file as its language does, all ending in LF.
Json instructions_of(std::string const& body) {
  std::string with_line_feeds;
  for (std::size_t at = 0; at < body.size(); ++at) {
    bool const is_first_of_two = body.compare(at, 2, "\r\n") == 0;
    if (!is_first_of_two) with_line_feeds += body[at] == '\r' ? '\n' : body[at];
  }
  if (with_line_feeds == body) return {{"$trimEnd", body}};
  return {{"$oneOf", Json::array({{{"$trimEnd", body}}, {{"$trimEnd", with_line_feeds}}})}};
}

/// Whether a body of nothing but white space is what is expected.
bool may_be_empty(Json const& body, Json const& instructions) {
  bool const is_of_text = body.is_string() || is_matcher(body, "$match");
  return is_of_text && !first_difference(instructions, "");
}

/// Of a split only what the agent shows of it. Where there is no text below the frontmatter, an agent may be without
/// instructions; a name that no frontmatter gives may be shown as an empty text.
ExpectedOutcome loaded(ExpectedOutcome const& split) {
  if (!split.value) return split;
  Json const expected = *expected_members(*split.value);
  Json members = Json::object();
  if (expected.contains("body"))
    members["instructions"] =
        expected["body"].is_string() ? instructions_of(expected["body"].get<std::string>()) : expected["body"];
  if (expected.contains("frontmatter") && expected["frontmatter"].is_string())
    members.update(plain_properties(expected["frontmatter"].get<std::string>()));
  else if (expected.contains("frontmatter"))
    members["name"] = {{"$optional", ""}};
  if (expected.contains("body") && may_be_empty(expected["body"], members["instructions"]))
    members["instructions"] = {{"$optional", members["instructions"]}};
  return {.value = Json{{"$subset", std::move(members)}}, .error = std::nullopt};
}

ExpectedAnswer loaded(ExpectedAnswer const& split) {
  ExpectedAnswer answer;
  if (split.readings.empty()) answer.outcome = loaded(split.outcome);
  for (ExpectedReading const& reading : split.readings)
    answer.readings.push_back({.name = reading.name, .outcome = loaded(reading.outcome)});
  return answer;
}

}  // namespace

bool loads_as_split(Vector const& vector) {
  if (vector.steps.size() != 1 || vector.steps.front().operation != "split") return false;
  ExpectedAnswer const& expect = vector.steps.front().expect;
  if (expect.readings.empty()) return is_loadable(expect.outcome);
  return std::all_of(expect.readings.begin(), expect.readings.end(),
                     [](ExpectedReading const& reading) { return is_loadable(reading.outcome); });
}

Judgement judge_split_as_load(Vector const& vector, Reply const& reply, ClauseRegistry const& registry,
                              Profile profile) {
  return judge_reply(loaded(vector.steps.front().expect), reply, vector, registry, profile);
}

Attempt replay_split_as_load(Vector const& vector, ReplayContext const& context) {
  Step const& step = vector.steps.front();
  Workspace const workspace(context.subject.scratch(), {{"prompt.prompty", step.given.value("text", "")}});
  Attempt attempt{.vector = &vector, .way = Way::load, .operation = "load"};
  attempt.sent = {{"path", (workspace.folder() / "prompt.prompty").string()}};
  Reply reply = context.subject.call("load", attempt.sent);
  attempt.answered = reply_as_json(reply);
  reply = reply_without_unset_members("load", std::move(reply));
  attempt.stderr_excerpt = reply.stderr_excerpt;
  attempt.judgement = judge_split_as_load(vector, reply, context.registry, context.profile);
  return attempt;
}

}  // namespace conformance
