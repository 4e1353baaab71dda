#include "harness/proof/sharpness/trivial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>
#include <variant>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "mock-provider/values/whole_file.hpp"

namespace conformance {
namespace {

constexpr char const* neighbour_name = "neighbour";

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

std::map<std::string, Answer> const& answers_by_name() {
  static std::map<std::string, Answer> const by_name = {
      {"accept-all", accept_all},     {"reject-all", reject_all}, {"echo", echo},
      {"empty-object", empty_object}, {"fixed", fixed_text},      {"null", always_null}};
  return by_name;
}

/// What the reference declares, which is all that the protocol names, and every operation.
Capabilities all_capabilities(std::string const& name, std::vector<std::string> const& editions) {
  Capabilities capabilities = InProcessSubject(editions).capabilities();
  capabilities.name = name;
  capabilities.version = "1";
  capabilities.language = "none";
  capabilities.operations.clear();
  for (Json::const_iterator entry = minimal_results().begin(); entry != minimal_results().end(); ++entry) {
    capabilities.operations.insert(entry.key());
  }
  return capabilities;
}

class TrivialSubject final : public Subject {
 public:
  TrivialSubject(std::string const& name, Answer answer, std::vector<std::string> const& editions)
      : capabilities_(all_capabilities(name, editions)), answer_(answer) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return answer_(operation, params);
  }
  [[nodiscard]] std::string scratch() const override { return scratch_.path(); }

 private:
  Capabilities const capabilities_;
  Answer const answer_;
  ScratchFolder const scratch_;
};

/// Has an answer copied: each request gets what a good subject answered to the request before it, whichever operation
/// that was; the first gets null. It declares what the good subject declares, but no operation that asks a provider,
/// since a request that was sent cannot be taken back.
class NeighbourSubject final : public Subject {
 public:
  explicit NeighbourSubject(std::unique_ptr<Subject> good)
      : good_(std::move(good)), capabilities_(good_->capabilities()) {
    capabilities_.name = neighbour_name;
    for (char const* operation : {"execute", "run", "invoke", "turn", "converse"}) {
      capabilities_.operations.erase(operation);
    }
  }

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    if (!capabilities_.operations.contains(operation)) {
      return reply_without_value(Reply::Status::unsupported, operation + " asks a provider, and is not copied");
    }
    Reply own = good_->call(operation, params);
    std::lock_guard const lock(mutex_);
    return std::exchange(before_, std::move(own));
  }
  [[nodiscard]] std::string scratch() const override { return good_->scratch(); }

 private:
  std::unique_ptr<Subject> const good_;
  Capabilities capabilities_;
  std::mutex mutex_;
  Reply before_;
};

}  // namespace

std::vector<std::string> trivial_subject_names() {
  std::vector<std::string> names;
  for (std::pair<std::string const, Answer> const& entry : answers_by_name()) names.push_back(entry.first);
  names.emplace_back(neighbour_name);
  std::sort(names.begin(), names.end());
  return names;
}

std::unique_ptr<Subject> make_trivial_subject(std::string const& name, std::vector<std::string> const& editions) {
  if (name == neighbour_name) return std::make_unique<NeighbourSubject>(std::make_unique<InProcessSubject>(editions));
  std::map<std::string, Answer>::const_iterator const found = answers_by_name().find(name);
  if (found == answers_by_name().end()) {
    throw SubjectStartError(
        fmt::format("there is no trivial subject {}; there are {}", name, fmt::join(trivial_subject_names(), ", ")));
  }
  return std::make_unique<TrivialSubject>(name, found->second, editions);
}

}  // namespace conformance
