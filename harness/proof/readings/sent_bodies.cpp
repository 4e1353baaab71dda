#include "harness/proof/readings/sent_bodies.hpp"

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>

#include "harness/judge/deviations/proxy.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance::readings {
namespace {

using deviations::call_through_proxy;
using deviations::ProxyHooks;
using deviations::sends_request;

/// The params of a `build_request` for the first request of this call; without messages where none can be prepared.
Json building_of(Json const& params, AskReference const& reference) {
  Json building = {{"agent", params["agent"]}};
  for (std::string const name : {"baseDir", "env", "handlers", "register", "discovered", "options", "kinds"}) {
    if (params.contains(name)) building[name] = params[name];
  }
  if (params.contains("messages")) {
    building["messages"] = params["messages"];
    return building;
  }
  Json preparing = {{"agent", params["agent"]}};
  for (std::string const name : {"inputs", "baseDir", "env", "register", "options"}) {
    if (params.contains(name)) preparing[name] = params[name];
  }
  Reply const prepared = reference("prepare", preparing);
  if (prepared.status == Reply::Status::result) building["messages"] = prepared.value;
  return building;
}

/// A reading of what is built, for bodies that one call sends.
class SentBodies {
 public:
  SentBodies(Deviation const& built, BodiesOf which, Json const& params, AskReference const& reference)
      : built_(built), which_(which), reference_(reference), building_(building_of(params, reference)) {}

  /// What the reading makes of a body; nothing where it leaves that body alone.
  [[nodiscard]] std::optional<Reply> changed(Json const& body) const {
    if (which_ == BodiesOf::prepared_messages && !is_of_prepared_messages(body)) return std::nullopt;
    AnsweredCall const call{.operation = "build_request", .params = building_, .reply = answered_with(body)};
    AskReference const ask = [&](std::string const& operation, Json const& params) {
      return operation == call.operation && params == call.params ? call.reply : reference_(operation, params);
    };
    Deviation rule = built_;
    // What it keeps of a call in jq must not be that of a call within a call.
    rule.change = nullptr;
    return changed_reply(rule, call, ask);
  }

  /// The error by which the reading refuses to build the first request; nothing where it builds it.
  [[nodiscard]] std::optional<Reply> refusal() const {
    Reply const own = reference_("build_request", building_);
    if (own.status != Reply::Status::result) return std::nullopt;
    std::optional<Reply> made = changed(member(own.value, "body"));
    if (made && made->status != Reply::Status::error) made.reset();
    return made;
  }

 private:
  static Reply answered_with(Json const& body) {
    Reply reply;
    reply.value = {{"body", body}};
    return reply;
  }

  [[nodiscard]] bool is_of_prepared_messages(Json const& body) const {
    return member(reference_("build_request", building_).value, "body") == body;
  }

  Deviation const& built_;
  BodiesOf which_;
  AskReference const& reference_;
  Json building_;
};

/// Sends what the reading makes of each body. A turn that it refuses is left alone: what becomes of it there is for
/// the loop to say.
Reply send(Deviation const& built, BodiesOf which, std::string const& operation, Json const& params,
           AskReference const& reference) {
  SentBodies const bodies(built, which, params, reference);
  if (operation != "turn") {
    if (std::optional<Reply> refused = bodies.refusal()) return std::move(*refused);
  }
  ProxyHooks const hooks{.change_request = [&](Json& body) {
    std::optional<Reply> const made = bodies.changed(body);
    if (made && made->status == Reply::Status::result) body = member(made->value, "body");
  }};
  return call_through_proxy(hooks, operation, params, reference);
}

}  // namespace

Deviation with_sent_bodies(Deviation built, BodiesOf which) {
  Deviation rule = built;
  rule.makeup = [made = built.makeup, which] {
    return DeviationMakeup{.digest = sha256(fmt::format("{} {}", made().digest, static_cast<int>(which)))};
  };
  // All that sends a request.
  rule.operations = {};
  rule.answer = [built, which](std::string const& operation, Json const& params, AskReference const& reference) {
    return sends_request(operation, params) && member(params, "agent").is_object()
               ? send(built, which, operation, params, reference)
               : built.answer(operation, params, reference);
  };
  rule.change = [built, which](AnsweredCall const& call, AskReference const& reference) -> std::optional<Reply> {
    if (!sends_request(call.operation, call.params) || !member(call.params, "agent").is_object())
      return built.change(call, reference);
    SentBodies const bodies(built, which, call.params, reference);
    for (Json const& body : call.sent) {
      if (bodies.changed(body)) return send(built, which, call.operation, call.params, reference);
    }
    return std::nullopt;
  };
  return rule;
}

}  // namespace conformance::readings
