#include "mock-provider/fault_form.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>

#include "mock-provider/error_form.hpp"
#include "mock-provider/scenario_members.hpp"

namespace mock_provider::fault_form {
namespace {

constexpr std::int64_t most_bytes = 1'073'741'824;
constexpr std::int64_t most_frames = 1'000'000;
constexpr std::int64_t longest_pause_ms = 600'000;

std::optional<std::size_t> size(ClosedObject const& object, std::string_view name, std::int64_t least,
                                std::int64_t most) {
  std::optional<std::int64_t> const number = object.whole_number(name, least, most);
  return number ? std::optional<std::size_t>(static_cast<std::size_t>(*number)) : std::nullopt;
}

Extent extent(ClosedObject const& object) {
  if (object.has("afterBytes") && object.has("afterFrames")) {
    throw ScenarioError(object.pointer_of("afterFrames"), "does not go with afterBytes: keep one");
  }
  if (object.has("afterFrames")) {
    return {.count = *size(object, "afterFrames", 0, most_frames), .unit = Extent::Unit::frames};
  }
  return {.count = size(object, "afterBytes", 0, most_bytes).value_or(0), .unit = Extent::Unit::bytes};
}

Ending ending(ClosedObject const& object, Ending otherwise) {
  std::optional<std::string> const name = object.text("end");
  if (!name) return otherwise;
  if (*name == "close") return Ending::close;
  if (*name == "reset") return Ending::reset;
  if (*name == "stall") return Ending::stall;
  throw ScenarioError(object.pointer_of("end"), "must be one of close, reset, stall");
}

std::string one_line(ClosedObject const& object, std::string_view name, std::string otherwise) {
  std::string text = object.text(name).value_or(std::move(otherwise));
  if (text.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
    throw ScenarioError(object.pointer_of(name), "must not hold line breaks or NUL");
  }
  return text;
}

Fault cut(ClosedObject const& object) {
  return CutBody{.after = extent(object), .ending = ending(object, Ending::close)};
}

Fault stall(ClosedObject const& object) {
  return CutBody{.after = extent(object), .ending = Ending::stall};
}

Fault silence(ClosedObject const& object) {
  return Silence{.ending = ending(object, Ending::stall)};
}

Fault truncated_json(ClosedObject const& object) {
  return TruncatedJson{.keep_bytes = size(object, "keepBytes", 0, most_bytes)};
}

Fault html(ClosedObject const& object) {
  return HtmlPage{.status = static_cast<int>(object.whole_number("status", 200, 599).value_or(HtmlPage{}.status))};
}

Fault wrong_content_type(ClosedObject const& object) {
  return WrongContentType{.content_type = one_line(object, "contentType", WrongContentType{}.content_type)};
}

Fault malformed_event(ClosedObject const& object) {
  MalformedEvent const usual;
  return MalformedEvent{.after_frames = size(object, "afterFrames", 0, most_frames).value_or(usual.after_frames),
                        .line = one_line(object, "line", usual.line)};
}

Fault error_event(ClosedObject const& object) {
  return ErrorEvent{.after_frames = size(object, "afterFrames", 0, most_frames).value_or(ErrorEvent{}.after_frames),
                    .error = object.has("error") ? error_form::decode(object) : ProviderError{}};
}

Fault huge_body(ClosedObject const& object) {
  return HugeBody{.bytes = size(object, "bytes", 1, most_bytes).value_or(HugeBody{}.bytes)};
}

Fault drip(ClosedObject const& object) {
  SlowDrip const usual;
  return SlowDrip{.bytes = size(object, "bytes", 1, most_bytes).value_or(usual.bytes),
                  .first_bytes = size(object, "firstBytes", 1, most_bytes),
                  .every = std::chrono::milliseconds(
                      object.whole_number("everyMs", 0, longest_pause_ms).value_or(usual.every.count()))};
}

Fault split(ClosedObject const& object) {
  std::string const inside = object.text("inside").value_or("character");
  if (inside == "character") return SplitWrites{.inside = SplitWrites::Inside::character};
  if (inside == "lineEnd") return SplitWrites{.inside = SplitWrites::Inside::line_end};
  throw ScenarioError(object.pointer_of("inside"), "must be character or lineEnd");
}

/// A kind of fault: which members it has besides `kind`, and how it is read.
struct Kind {
  std::string_view name;
  std::array<std::string_view, 3> members;
  Fault (*decode)(ClosedObject const& object);
};

Fault other_form(ClosedObject const&) {
  return OtherForm{};
}

constexpr std::array<Kind, 12> kinds{{
    {"cut", {"afterBytes", "afterFrames", "end"}, cut},
    {"stall", {"afterBytes", "afterFrames"}, stall},
    {"silence", {"end"}, silence},
    {"truncatedJson", {"keepBytes"}, truncated_json},
    {"html", {"status"}, html},
    {"wrongContentType", {"contentType"}, wrong_content_type},
    {"malformedEvent", {"afterFrames", "line"}, malformed_event},
    {"errorEvent", {"afterFrames", "error"}, error_event},
    {"hugeBody", {"bytes"}, huge_body},
    {"drip", {"bytes", "firstBytes", "everyMs"}, drip},
    {"split", {"inside"}, split},
    {"otherForm", {}, other_form},
}};

std::string names_of_kinds() {
  std::string names;
  for (Kind const& kind : kinds) names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return names;
}

void admit_only(ClosedObject const& object, Kind const& kind) {
  for (std::string_view const name : members::fault) {
    bool const is_own = std::find(kind.members.begin(), kind.members.end(), name) != kind.members.end();
    if (name == "kind" || is_own || !object.has(name)) continue;
    throw ScenarioError(object.pointer_of(name), fmt::format("does not go with the fault \"{}\"", kind.name));
  }
}

bool counts_events(Fault const& fault) {
  CutBody const* const cut = std::get_if<CutBody>(&fault);
  return cut != nullptr && cut->after.unit == Extent::Unit::frames && cut->after.count > 0;
}

}  // namespace

void require_fit_for_whole(ClosedObject const& respond, Fault const& fault, std::string_view form) {
  ClosedObject const object(respond.required("fault"), respond.pointer_of("fault"), members::fault);
  if (counts_events(fault)) {
    throw ScenarioError(object.pointer_of("afterFrames"),
                        fmt::format("counts the events of a stream, and \"{}\" is none: use afterBytes", form));
  }
  bool const is_of_streams = std::holds_alternative<MalformedEvent>(fault) || std::holds_alternative<ErrorEvent>(fault);
  if (!is_of_streams) return;
  throw ScenarioError(object.pointer_of("kind"),
                      fmt::format("goes into a stream, and \"{}\" is none: give \"chunks\" or a short form, or use a "
                                  "fault such as truncatedJson",
                                  form));
}

Fault decode(ClosedObject const& respond) {
  ClosedObject const object(respond.required("fault"), respond.pointer_of("fault"), members::fault);
  std::string const name = object.required_text("kind");
  auto const kind = std::find_if(kinds.begin(), kinds.end(), [&](Kind const& row) { return row.name == name; });
  if (kind == kinds.end()) throw ScenarioError(object.pointer_of("kind"), "must be one of " + names_of_kinds());
  admit_only(object, *kind);
  return kind->decode(object);
}

}  // namespace mock_provider::fault_form
