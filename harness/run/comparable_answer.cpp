#include "harness/run/comparable_answer.hpp"

#include <re2/re2.h>

#include <nlohmann/json.hpp>
#include <string_view>

namespace conformance {
namespace comparable_answer_text {
namespace {

std::string replaced(std::string text, std::string const& from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace
}  // namespace comparable_answer_text

std::string comparable_answer(Attempt const& attempt, std::string const& scratch) {
  std::string text = attempt.answered.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string const path = attempt.sent.is_object() ? attempt.sent.value("path", "") : "";
  if (!path.empty()) text = comparable_answer_text::replaced(std::move(text), path, "<path>");
  text = comparable_answer_text::replaced(std::move(text), scratch, "<scratch>");
  static RE2 const workspace("<scratch>/w[0-9]+");
  RE2::GlobalReplace(&text, workspace, "<workspace>");
  // Each replay has a scenario of its own; spans and errors show where they were sent.
  static RE2 const scenario("http://127\\.0\\.0\\.1:[0-9]+/[A-Za-z0-9_-]+");
  RE2::GlobalReplace(&text, scenario, "<mock>");
  static RE2 const request("\\(request id [^)]*\\)");
  RE2::GlobalReplace(&text, request, "(request id)");
  // P5.1-07: no two renderings have a nonce in common.
  static RE2 const nonce("__PROMPTY_THREAD_(?:[0-9a-f]{16}|[0-9a-f]{8})_");
  RE2::GlobalReplace(&text, nonce, "__PROMPTY_THREAD_<nonce>_");
  return text;
}

}  // namespace conformance
