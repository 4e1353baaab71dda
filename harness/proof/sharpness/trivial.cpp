#include "harness/proof/sharpness/trivial.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "mock-provider/values/whole_file.hpp"

namespace conformance {
namespace {

using Answer = Reply (*)(std::string const& operation, Json const& params);

Json const& minimal_results() {
  static Json const empty_outcome = {{"type", "text"}, {"value", ""}};
  static Json const results = {
      {"split", {{"frontmatter", nullptr}, {"body", ""}}},
      {"load",
       {{"kind", "prompt"},
        {"template", {{"format", {{"kind", "jinja2"}}}, {"parser", {{"kind", "prompty"}}}}},
        {"instructions", ""}}},
      {"validate_inputs", Json::object()},
      {"render", {{"rendered", ""}}},
      {"parse", Json::array()},
      {"prepare", Json::array()},
      {"build_request",
       {{"method", "POST"},
        {"path", "/chat/completions"},
        {"body", {{"model", nullptr}, {"messages", Json::array()}}}}},
      {"project_tools", {{"tools", nullptr}}},
      {"process", empty_outcome},
      {"process_stream", {{"items", Json::array()}, {"outcome", empty_outcome}}},
      {"execute", Json::object()},
      {"run", empty_outcome},
      {"invoke", empty_outcome},
      {"turn",
       {{"outcome", empty_outcome},
        {"calls", Json::array()},
        {"messages", Json::array()},
        {"events", Json::array()},
        {"iterations", 0}}},
      {"registry", Json::array()},
      {"dispatch", {{"result", ""}, {"servedBy", "name"}, {"received", Json::object()}}},
      {"lookup", {{"found", true}}},
      {"messages_to_wire", Json::array()},
      {"messages_from_wire", {{"message", {{"role", "assistant"}, {"content", ""}}}}},
      {"run_tools", {{"messages", Json::array()}, {"gateCalls", Json::array()}, {"overlaps", Json::array()}}},
      {"converse", {{"sessions", Json::object()}, {"gateCalls", Json::array()}}},
      {"bind_tools", {{"bound", Json::array()}, {"warnings", Json::array()}}}};
  return results;
}

Json at_or(Json const& value, std::string const& pointer, Json const& otherwise) {
  Json::json_pointer const where(pointer);
  return value.contains(where) ? value.at(where) : otherwise;
}

std::string text_of_file(std::filesystem::path const& path) {
  auto read = mock_provider::whole_file::read(path, most_bytes_of_a_file);
  return std::holds_alternative<std::string>(read) ? std::get<std::string>(std::move(read)) : "";
}

Reply result_reply(Json value) {
  return Reply{.status = Reply::Status::result, .value = std::move(value)};
}

Json one_system_message(Json const& text) {
  Json const part = {{"kind", "text"}, {"value", text}};
  return Json::array({{{"role", "system"}, {"content", Json::array({part})}}});
}

Reply accept_all(std::string const& operation, Json const& params) {
  Json answer = at_or(minimal_results(), "/" + operation, Json::object());
  if (operation == "split") answer["body"] = at_or(params, "/text", "");
  if (operation == "load") answer["instructions"] = text_of_file(at_or(params, "/path", "").get<std::string>());
  if (operation == "render") answer["rendered"] = at_or(params, "/agent/instructions", "");
  if (operation == "parse") answer = one_system_message(at_or(params, "/rendered", ""));
  if (operation == "prepare") answer = one_system_message(at_or(params, "/agent/instructions", ""));
  if (operation == "build_request") answer["body"]["model"] = at_or(params, "/agent/model/id", nullptr);
  return result_reply(std::move(answer));
}

Reply reject_all(std::string const& operation, Json const& /*params*/) {
  return Reply{.status = Reply::Status::error,
               .value = {{"kind", "ValueError"}, {"message", operation + ": every input is rejected"}}};
}

Reply echo(std::string const& /*operation*/, Json const& params) {
  return result_reply(params);
}

Reply empty_object(std::string const& /*operation*/, Json const& /*params*/) {
  return result_reply(Json::object());
}

Reply always_null(std::string const& /*operation*/, Json const& /*params*/) {
  return result_reply(nullptr);
}

Reply fixed_text(std::string const& /*operation*/, Json const& /*params*/) {
  return result_reply({{"type", "text"}, {"value", "Hello"}});
}

Deviation answering(std::string name, std::string breaks, Answer answer) {
  return {.id = std::move(name),
          .clause = "",
          .breaks = std::move(breaks),
          .answer = [answer](std::string const& operation, Json const& params, AskReference const&) {
            return answer(operation, params);
          }};
}

/// The answer to the request before.
struct Kept {
  std::mutex mutex;
  Reply before;
};

Deviation neighbour() {
  return {.id = "neighbour",
          .clause = "",
          .breaks = "Each request gets the answer to the request before it, the first null.",
          .answer = [kept = std::make_shared<Kept>()](std::string const& operation, Json const& params,
                                                      AskReference const& reference) {
            static std::set<std::string> const asking = {"execute", "run", "invoke", "turn", "converse"};
            if (asking.contains(operation))
              return reply_without_value(Reply::Status::unsupported, operation + " asks a provider, and is not copied");
            Reply own = reference(operation, params);
            std::lock_guard const lock(kept->mutex);
            return std::exchange(kept->before, std::move(own));
          }};
}

}  // namespace

std::vector<Deviation> trivial_mutants() {
  return {answering("accept-all", "Every input gets the same minimal result.", accept_all),
          answering("echo", "Every answer is what was given.", echo),
          answering("empty-object", "Every answer is an empty object.", empty_object),
          answering("fixed", "Every answer is the same text.", fixed_text),
          neighbour(),
          answering("null", "Every answer is null.", always_null),
          answering("reject-all", "Every input is refused.", reject_all)};
}

}  // namespace conformance
