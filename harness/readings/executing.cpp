#include <string>

#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/mutants/sending_rules.hpp"
#include "harness/readings/chapters.hpp"
#include "harness/readings/exchanges.hpp"

namespace conformance::readings {
namespace executing_rules {
namespace {

using mutants::member_at;
using mutants::Rule;
using mutants::Sending;

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

bool asks_azure(Json const& params) {
  Json const& provider = member_at(params, {"agent", "model", "provider"});
  return provider.is_string() && mutants::is_azure(provider.get<std::string>());
}

/// Follows the rule for the questions that it is about, and for those alone.
Rule where(std::function<bool(Json const& params)> bears, Rule rule) {
  return [bears = std::move(bears), rule = std::move(rule)](std::string const& operation, Json const& params,
                                                            AskReference const& reference) {
    return bears(params) ? rule(operation, params, reference) : reference(operation, params);
  };
}

Rule left_to_a_library() {
  return built_and_sent(
      [](Json& built, Json const& params) {
        if (asks_azure(params)) return;
        if (member(built, "path").is_string()) built["path"] = built["path"].get<std::string>() + "?";
        built.erase("headers");
      },
      mutants::sent_otherwise(move_key));
}

/// The path behind the endpoint, whatever that ends in.
Rule joined_as_it_stands() {
  return where(
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
  return where(asks_azure, rule);
}

Rule redirected_on_one_host() {
  return mutants::sent_otherwise([](Sending&) {}, {.follows = [](int status, std::string const& location) {
                                   return status >= 300 && status <= 399 && !mutants::is_absolute(location);
                                 }});
}

bool may_succeed_later(int status) {
  return status == 429 || status >= 500;
}

/// Sends a request once more by itself. What is traced is left alone, since a mutant that sends records no span, and
/// what is streamed as well, since the server between holds it back.
Reply repeated(std::string const& operation, Json const& params, AskReference const& reference) {
  if (member(params, "trace") == true || member(params, "stream") == true) return reference(operation, params);
  bool is_repeat = false;
  Exchanges const exchanges{.asks_again = [&](int status, std::string const&) {
    is_repeat = !is_repeat && may_succeed_later(status);
    return is_repeat;
  }};
  return asked_through(exchanges, operation, params, reference);
}

Rule repeated_by_the_executor() {
  return where([](Json const& params) { return member_at(params, {"agent", "model"}).is_object(); }, repeated);
}

}  // namespace
}  // namespace executing_rules

std::vector<ReadingRule> executing() {
  return {
      {.decision = "A-019", .reading = "out-of-scope", .answer = executing_rules::left_to_a_library()},
      {.decision = "A-211", .reading = "as-it-stands", .answer = executing_rules::joined_as_it_stands()},
      {.decision = "A-331", .reading = "v1-path", .answer = executing_rules::path_without_deployment()},
      {.decision = "A-334", .reading = "same-origin-only", .answer = executing_rules::redirected_on_one_host()},
      {.decision = "A-436", .reading = "repeated", .answer = executing_rules::repeated_by_the_executor()},
  };
}

}  // namespace conformance::readings
