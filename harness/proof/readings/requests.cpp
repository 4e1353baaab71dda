#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "harness/judge/deviations/proxy.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/proof/readings/reading_rule.hpp"

namespace conformance::readings {
namespace {

using mutants::member_at;
using mutants::Rule;
using mutants::Sending;
using mutants::sends_request;

// Requests to providers, whether an operation shows them or sends them.

using ChangeBody = std::function<void(Json& body, Json const& params)>;

bool shows_request(std::string const& operation) {
  return operation == "build_request" || operation == "project_tools";
}

/// `project_tools` as if it were a request that has nothing but tools.
void change_projected_tools(Json& result, Json const& params, ChangeBody const& change) {
  if (!member(result, "tools").is_array()) return;
  Json body{{"tools", result["tools"]}};
  change(body, params);
  result["tools"] = member(body, "tools").empty() ? Json(nullptr) : Json(body["tools"]);
}

/// Changes the body of a request for these agents: what `build_request` and `project_tools` answer (of the latter only
/// `tools`), and what `run`, `execute` and `turn` send.
Rule changed_bodies(bool (*is_about)(Json const& agent), ChangeBody change) {
  return [is_about, change = std::move(change)](std::string const& operation, Json const& params,
                                                AskReference const& reference) {
    if (!is_about(member(params, "agent"))) return reference(operation, params);
    if (sends_request(operation, params)) {
      mutants::ProxyHooks const hooks{.change_request = [&](Json& body) { change(body, params); }};
      return mutants::call_through_proxy(hooks, operation, params, reference);
    }
    Reply reply = reference(operation, params);
    if (!shows_request(operation) || reply.status != Reply::Status::result) return reply;
    if (operation == "build_request") {
      change(reply.value["body"], params);
    } else {
      change_projected_tools(reply.value, params, change);
    }
    return reply;
  };
}

bool has_tools(Json const& agent) {
  return !member(agent, "tools").empty();
}

bool has_schemas(Json const& agent) {
  return has_tools(agent) || !member(agent, "outputs").empty();
}

bool is_responses_agent(Json const& agent) {
  Json const& model = member(agent, "model");
  return member(model, "provider") != "anthropic" && member(model, "apiType") == "responses";
}

//

bool has_empty_description(Json const& params, Json const& name) {
  Json const& tools = member_at(params, {"agent", "tools"});
  return std::any_of(tools.begin(), tools.end(), [&](Json const& tool) {
    return member(tool, "name") == name && member(tool, "description") == "";
  });
}

/// In the form of any provider. An empty description of the agent stays empty.
ChangeBody descriptions_added(Json const& description) {
  return [description](Json& body, Json const& params) {
    if (!member(body, "tools").is_array()) return;
    for (Json& tool : body["tools"]) {
      Json& function = member(tool, "function").is_object() ? tool["function"] : tool;
      if (function.contains("description")) continue;
      function["description"] = has_empty_description(params, member(function, "name")) ? Json("") : description;
    }
  };
}

//

void require_all_properties(Json& schema) {
  if (member(schema, "properties").empty()) return;
  Json const required = schema.value("required", Json::array());
  Json names = Json::array();
  for (auto const& [name, property] : schema["properties"].items()) {
    names.push_back(name);
    bool const was_required = std::find(required.begin(), required.end(), Json(name)) != required.end();
    if (was_required || !member(property, "type").is_string()) continue;
    property["type"] = Json::array({property["type"], "null"});
    if (property.contains("enum")) property["enum"].push_back(nullptr);
  }
  schema["required"] = std::move(names);
}

/// Where a request demands structured answers: the object that holds `strict` and `schema`.
Json* format_in(Json& body) {
  if (member(member(body, "response_format"), "json_schema").is_object())
    return &body["response_format"]["json_schema"];
  if (member(member(body, "text"), "format").is_object()) return &body["text"]["format"];
  return nullptr;
}

/// In the parameters of strict tools and in the schema of the outputs.
void require_all_of_strict_schemas(Json& body, Json const& params) {
  if (member(body, "tools").is_array() && has_tools(params["agent"])) {
    for (Json& tool : body["tools"]) {
      Json& function = member(tool, "function").is_object() ? tool["function"] : tool;
      if (member(function, "strict") == true && member(function, "parameters").is_object())
        require_all_properties(function["parameters"]);
    }
  }
  Json* const format = format_in(body);
  if (format == nullptr || member(params["agent"], "outputs").empty()) return;
  bool const is_strict = member(*format, "strict") == true;
  Json& schema = (*format)["schema"];
  if (is_strict) require_all_properties(schema);
  (*format)["strict"] = is_strict;
}

//

void flatten_tools(Json& body, Json const&) {
  if (!member(body, "tools").is_array()) return;
  for (Json& tool : body["tools"]) {
    Json const function = member(tool, "function");
    if (!function.is_object()) continue;
    tool.erase("function");
    tool.update(function);
  }
}

// how a request is sent

/// A rule for requests that are built, and one for requests that are sent. What is traced is left alone, since a
/// mutant that sends records no span.
Rule built_and_sent(std::function<void(Json& built, Json const& params)> change_built, Rule sent) {
  return [change_built = std::move(change_built), sent = std::move(sent)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    if (member(params, "trace") == true) return reference(operation, params);
    if (operation != "build_request") return sent(operation, params, reference);
    Reply reply = reference(operation, params);
    if (reply.status == Reply::Status::result) change_built(reply.value, params);
    return reply;
  };
}

/// The place and the headers of a request as another library chooses them: the key in another header that carries
/// keys.
void move_key(Sending& sending) {
  std::string const bearer = "Bearer ";
  if (sending.provider == "anthropic" && sending.headers.contains("x-api-key")) {
    sending.headers["Authorization"] = bearer + sending.headers["x-api-key"];
    sending.headers.erase("x-api-key");
  } else if (sending.headers.contains("Authorization")) {
    sending.headers["api-key"] = sending.headers["Authorization"].substr(bearer.size());
    sending.headers.erase("Authorization");
  }
}

bool is_for_azure(Json const& params) {
  Json const& provider = member_at(params, {"agent", "model", "provider"});
  return provider.is_string() && mutants::is_azure(provider.get<std::string>());
}

/// Applies the rule to these requests only.
Rule only_for(std::function<bool(Json const& params)> applies, Rule rule) {
  return [applies = std::move(applies), rule = std::move(rule)](std::string const& operation, Json const& params,
                                                                AskReference const& reference) {
    return applies(params) ? rule(operation, params, reference) : reference(operation, params);
  };
}

Rule left_to_a_library() {
  return built_and_sent(
      [](Json& built, Json const& params) {
        if (is_for_azure(params)) return;
        if (member(built, "path").is_string()) built["path"] = built["path"].get<std::string>() + "?";
        built.erase("headers");
      },
      mutants::sent_otherwise(move_key));
}

/// The path behind the endpoint, whatever that ends in.
Rule joined_as_it_stands() {
  return only_for(
      [](Json const& params) {
        Json const& endpoint = member_at(params, {"agent", "model", "connection", "endpoint"});
        return endpoint.is_string() && endpoint.get<std::string>().ends_with('/');
      },
      mutants::sent_otherwise([](Sending&) {}, {.joint = mutants::Joint::as_it_stands}));
}

/// The path below the endpoint that names no deployment and no version.
std::string without_deployment(std::string const& path) {
  std::string const deployments = "/openai/deployments/";
  if (!path.starts_with(deployments)) return path;
  std::size_t const start = path.find('/', deployments.size());
  return "/openai/v1" + path.substr(start, path.find('?') - start);
}

Rule path_without_deployment() {
  Rule const rule = built_and_sent(
      [](Json& built, Json const&) {
        if (member(built, "path").is_string()) built["path"] = without_deployment(built["path"].get<std::string>());
      },
      mutants::sent_otherwise([](Sending& sending) { sending.path = without_deployment(sending.path); }));
  return only_for(is_for_azure, rule);
}

Rule redirected_on_one_host() {
  return mutants::sent_otherwise([](Sending&) {}, {.follows = [](int status, std::string const& location) {
                                   return status >= 300 && status <= 399 && !mutants::is_absolute(location);
                                 }});
}

bool may_succeed_later(int status) {
  return status == 408 || status == 409 || status == 429 || status >= 500;
}

/// Sends a request once more by itself. What is traced is left alone, since a mutant that sends records no span, and
/// what is streamed as well, since the server between holds it back.
Reply repeated(std::string const& operation, Json const& params, AskReference const& reference) {
  if (member(params, "trace") == true || member(params, "stream") == true) return reference(operation, params);
  bool is_repeat = false;
  mutants::ProxyHooks const hooks{.retries = [&](int status, std::string const&) {
    is_repeat = !is_repeat && may_succeed_later(status);
    return is_repeat;
  }};
  return mutants::call_through_proxy(hooks, operation, params, reference);
}

Rule repeated_by_the_executor() {
  return only_for([](Json const& params) { return member_at(params, {"agent", "model"}).is_object(); }, repeated);
}

}  // namespace

std::vector<ReadingRule> requests() {
  return {
      {.decision = "A-019", .reading = "out-of-scope", .answer = left_to_a_library()},
      {.decision = "A-069", .reading = "emptied", .answer = changed_bodies(has_tools, descriptions_added(""))},
      {.decision = "A-069", .reading = "null", .answer = changed_bodies(has_tools, descriptions_added(nullptr))},
      {.decision = "A-070",
       .reading = "all-required",
       .answer = changed_bodies(has_schemas, require_all_of_strict_schemas)},
      {.decision = "A-083", .reading = "flat", .answer = changed_bodies(is_responses_agent, flatten_tools)},
      {.decision = "A-211", .reading = "as-it-stands", .answer = joined_as_it_stands()},
      {.decision = "A-331", .reading = "v1-path", .answer = path_without_deployment()},
      {.decision = "A-334", .reading = "same-origin-only", .answer = redirected_on_one_host()},
      {.decision = "A-436", .reading = "repeated", .answer = repeated_by_the_executor()},
  };
}

}  // namespace conformance::readings
