#include "harness/judge/deviations/split_when_loading.hpp"

#include <utility>

#include "harness/judge/deviations/prompt_file.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

/// The text of the file to load; nothing when it cannot be read or is not UTF-8: such text is never split.
std::optional<std::string> text_of(Json const& params) {
  Json const& path = member(params, "path");
  if (!path.is_string()) return std::nullopt;
  try {
    std::string text = read_file(path.get<std::string>());
    Json(text).dump();
    return text;
  } catch (InputError const&) {
    return std::nullopt;
  } catch (Json::exception const&) {
    return std::nullopt;
  }
}

/// The agent of frontmatter and body: that of a file which only the reference has to split.
Reply loaded(Json const& params, Json const& halves, AskReference const& reference) {
  Json const& frontmatter = member(halves, "frontmatter");
  std::string const text = frontmatter.is_string() ? "---\n" + frontmatter.get<std::string>() + "\n---\n." : ".";
  Reply reply = deviations::load_as_sibling(params, text, reference);
  if (reply.status == Reply::Status::result && reply.value.is_object())
    reply.value["instructions"] = member(halves, "body");
  return reply;
}

Reply load(Deviation const& deviation, Json const& params, AskReference const& reference) {
  std::optional<std::string> const text = text_of(params);
  if (!text) return reference("load", params);
  Json const given = {{"text", *text}};
  Reply const right = reference("split", given);
  Reply wrong = deviation.answer("split", given, reference);
  if (wrong.status == right.status && wrong.value == right.value) return reference("load", params);
  return wrong.status == Reply::Status::result ? loaded(params, wrong.value, reference) : std::move(wrong);
}

}  // namespace

Deviation made_when_loading(Deviation const& deviation) {
  Deviation made = deviation;
  if (!deviation.operations.contains("split")) return made;
  made.operations.insert("load");
  made.change = nullptr;
  made.answer = [&deviation](std::string const& operation, Json const& params, AskReference const& reference) {
    AskReference const splitting = [&](std::string const& requested, Json const& its_params) {
      return requested == "load" ? load(deviation, its_params, reference) : reference(requested, its_params);
    };
    return deviation.answer(operation, params, splitting);
  };
  return made;
}

}  // namespace conformance
