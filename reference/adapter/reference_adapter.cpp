#include "adapter/reference_adapter.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "adapter/canned_handlers.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::adapter {
namespace {

constexpr int protocol_version = 6;

constexpr char const* features = R"([
  "sync", "async", "stream", "response-streams", "env", "register", "handlers", "discovered", "profiles", "jinja2",
  "mustache", "strict", "undefined-error", "tool-registry", "prompty-tools", "mcp", "openapi", "parallel-tools",
  "cancellation", "context-budget", "guardrails", "steering", "events", "retries", "repair", "trace", "raw",
  "turn-number", "run-time-tools", "anthropic-streams", "file-details", "jinja2-details", "render-limits",
  "parse-details", "transport-details", "turn-details", "stream-details", "whole-answers", "rich-results"
])";

enum Code : int {
  raised = -32000,
  unsupported_input = -32001,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603
};

Json failure(Json const& id, Code code, std::string const& message, Json data = nullptr) {
  Json error{{"code", static_cast<int>(code)}, {"message", message}};
  if (!data.is_null()) error["data"] = std::move(data);
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

Json success(Json const& id, Json result) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

/// The newest edition of those that are offered, the default one where none of them is known.
Edition edition_for(Json const& params) {
  static Json const none = Json::array();
  Json const& offered = params.contains("editions") ? params["editions"] : none;
  Edition chosen = default_edition;
  for (Edition const edition : all_editions) {
    if (std::ranges::find(offered, Json(edition_name(edition))) != offered.end()) chosen = edition;
  }
  return chosen;
}

/// The features of an edition, without those that mean nothing in it.
Json features_of(Edition edition) {
  Json names = *json_text::parse(features);
  auto const leave_out = [&](char const* name) { names.erase(std::ranges::find(names, Json(name))); };
  if (!prompts_are_tools(edition)) leave_out("prompty-tools");
  if (!results_have_parts(edition)) leave_out("rich-results");
  return names;
}

Json capabilities(Json const& params, Edition edition) {
  if (!params.contains("protocolVersion") || params["protocolVersion"] != Json(protocol_version)) {
    throw InvalidParams{fmt::format("params.protocolVersion must be {}", protocol_version)};
  }
  Json names = Json::array();
  for (Operation const& operation : operations()) names.push_back(operation.name);
  Json editions = Json::array();
  for (Edition const known : all_editions) editions.push_back(edition_name(known));
  return Json{{"protocolVersion", protocol_version},
              {"implementation", Json{{"name", "prompty-reference"}, {"version", version()}, {"language", "C++"}}},
              {"operations", std::move(names)},
              {"editions", std::move(editions)},
              {"providers", Json::array({"openai", "anthropic", "azure", "foundry"})},
              {"apiTypes", Json::array({"chat", "embedding", "image", "responses"})},
              {"connectionKinds", Json::array({"key", "reference", "remote", "anonymous", "foundry", "oauth"})},
              {"features", features_of(edition)},
              {"maxInFlight", max_in_flight}};
}

bool is_request(Json const& request) {
  if (!request.is_object() || !request.contains("method") || !request["method"].is_string()) return false;
  if (!request.contains("jsonrpc") || request["jsonrpc"] != Json("2.0")) return false;
  return !request.contains("id") || request["id"].is_string() || request["id"].is_number();
}

/// The answer with the spans in its result or in the data of its error.
Json with_spans(Json answer, Recorder const& recorder) {
  bool const is_result = answer.contains("result");
  if (!is_result && !answer["error"].contains("data")) return answer;
  (is_result ? answer["result"] : answer["error"]["data"])["spans"] = spans_to_json(recorder.spans());
  return answer;
}

/// The answer to a request that registered components, whose result then stands beside what they were called with.
Json with_doubles(Json answer, SharedList const& called) {
  if (!answer.contains("result")) return answer;
  Json result = std::move(answer["result"]);
  answer["result"] = Json{{"value", std::move(result)}, {"doublesCalled", called.elements()}};
  return answer;
}

/// The answer to a request, errors of the library included.
Json answered(Json const& id, std::string const& method, Json const& params, Runtime const& runtime,
              Common const& common, ItemSink const& deliver) {
  try {
    if (method == "initialize") return success(id, capabilities(params, common.edition));
    auto const operation = std::ranges::find(operations(), method, &Operation::name);
    if (operation == operations().end())
      return failure(id, method_not_found, fmt::format("The method '{}' is unknown", method));
    if (is_enabled(params, "trace") && operation->spans == Spans::refused) {
      throw UnsupportedInput{"params.trace is not supported"};
    }
    if (operation->perform_alone == nullptr) return success(id, operation->perform(params, runtime, deliver));
    std::unique_ptr<Runtime> const own = fresh_runtime(params, std::make_shared<SharedList>(), common);
    return success(id, operation->perform_alone(params, *own));
  } catch (Error const& error) {
    return failure(id, raised, error.what(), Json{{"kind", error.kind()}, {"message", error.what()}});
  } catch (FailedPartly const& failed) {
    return failure(id, raised, failed.message,
                   Json{{"kind", failed.kind}, {"message", failed.message}, {"partial", failed.partial}});
  }
}

}  // namespace

/// What requests of one edition share.
struct ReferenceAdapter::Parts {
  Parts(Omissions left_out, Edition edition) : common{.omissions = std::move(left_out), .edition = edition} {}

  Common const common;
  std::unique_ptr<Runtime> const as_written = runtime_for(Json::object(), common);
  std::unique_ptr<Runtime> const live = runtime_for(Json{{"options", {{"profile", "live"}}}}, common);
};

ReferenceAdapter::ReferenceAdapter(Omissions const& omissions) {
  for (Edition const edition : all_editions) parts_.emplace(edition, std::make_unique<Parts const>(omissions, edition));
}

ReferenceAdapter::~ReferenceAdapter() = default;

Json ReferenceAdapter::answer(Json const& request, ItemSink const& deliver) const {
  if (!is_request(request)) {
    return failure(nullptr, invalid_request, "The message is not a JSON-RPC 2.0 request with a method and an id");
  }
  if (!request.contains("id")) return nullptr;
  Json const& id = request["id"];
  static Json const none = Json::object();
  Json const& params = request.contains("params") ? request["params"] : none;
  try {
    if (!params.is_object()) throw InvalidParams{"params must be an object"};
    std::string const method = request["method"].get<std::string>();
    if (method == "initialize") edition_ = edition_for(params);
    Parts const& parts = *parts_.at(edition_);
    std::shared_ptr<SharedList> const called = std::make_shared<SharedList>();
    Recorder recorder;
    std::unique_ptr<Runtime> own = own_runtime(params, called, parts.common);
    bool const is_traced = is_enabled(params, "trace");
    // A runtime of the request alone, so that no other is recorded.
    if (is_traced && own == nullptr) own = runtime_for(params, parts.common);
    if (is_traced) own->tracer.add("recorder", recorder.back_end());
    Runtime const& shared = profile_of(params) == Profile::live ? *parts.live : *parts.as_written;
    Json answer = answered(id, method, params, own == nullptr ? shared : *own, parts.common, deliver);
    // Operations that look into registries show what they found there; all others use it.
    bool const shows_doubles = registers_components(params) && method != "registry" && method != "lookup";
    if (shows_doubles) answer = with_doubles(std::move(answer), *called);
    return is_traced ? with_spans(std::move(answer), recorder) : answer;
  } catch (InvalidParams const& problem) {
    return failure(id, invalid_params, problem.reason);
  } catch (UnsupportedInput const& problem) {
    return failure(id, unsupported_input, problem.reason);
  } catch (std::exception const& unexpected) {
    return failure(id, internal_error, unexpected.what());
  }
}

}  // namespace prompty::adapter
