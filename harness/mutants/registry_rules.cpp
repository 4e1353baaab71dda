#include "harness/mutants/registry_rules.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace conformance::mutants::registry_rules {
namespace {

bool is_about_steps(std::string const& operation, Json const& params) {
  return operation == "registry" && member(params, "steps").is_array();
}

bool calls_components(std::string const& operation) {
  static std::set<std::string> const all = {"render", "parse", "prepare", "execute", "process", "run", "invoke"};
  return all.contains(operation);
}

/// The answers to the steps that were asked for, out of those to the steps that were taken instead.
Json answers_that_count(std::vector<std::size_t> const& counts, Json const& answers) {
  Json counting = Json::array();
  std::size_t behind = 0;
  for (std::size_t const count : counts) {
    behind += count;
    counting.push_back(count == 0 ? Json(nullptr) : answers.at(behind - 1));
  }
  return counting;
}

}  // namespace
}  // namespace conformance::mutants::registry_rules

namespace conformance::mutants {

bool registers_components(Json const& params) {
  Json const& registered = member(params, "register");
  return registered.is_object() && registered.size() > registered.count("connections");
}

Rule other_steps(std::function<Json(Json const& step, Json const& earlier)> instead) {
  return
      [instead = std::move(instead)](std::string const& operation, Json const& params, AskReference const& reference) {
        if (!registry_rules::is_about_steps(operation, params)) return reference(operation, params);
        Json asked = params;
        asked["steps"] = Json::array();
        Json earlier = Json::array();
        std::vector<std::size_t> counts;
        for (Json const& step : params["steps"]) {
          Json const taken = instead(step, earlier);
          counts.push_back(taken.size());
          asked["steps"].insert(asked["steps"].end(), taken.begin(), taken.end());
          earlier.push_back(step);
        }
        if (asked["steps"] == params["steps"]) return reference(operation, params);
        Reply reply = reference(operation, asked);
        if (reply.status == Reply::Status::result) {
          reply.value = registry_rules::answers_that_count(counts, reply.value);
        }
        return reply;
      };
}

Rule other_steps_for(std::string action, std::function<Json(Json const& step, Json const& earlier)> instead) {
  return other_steps([action = std::move(action), instead = std::move(instead)](Json const& step, Json const& earlier) {
    return member(step, "do") == action ? instead(step, earlier) : Json::array({step});
  });
}

Rule changed_answers(std::function<void(Json& answer, Json const& step, Json const& earlier)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears =
        registry_rules::is_about_steps(operation, params) && reply.value.size() == params["steps"].size();
    if (!bears || reply.status != Reply::Status::result) return reply;
    Json earlier = Json::array();
    for (std::size_t place = 0; place < params["steps"].size(); ++place) {
      change(reply.value[place], params["steps"][place], earlier);
      earlier.push_back(params["steps"][place]);
    }
    return reply;
  };
}

Rule changed_answers_to(std::string action, std::function<void(Json& answer, Json const& step)> change) {
  return changed_answers(
      [action = std::move(action), change = std::move(change)](Json& answer, Json const& step, Json const&) {
        if (member(step, "do") == action) change(answer, step);
      });
}

Json raised_in_step(std::string const& kind) {
  return Json{{"error", Json{{"kind", kind}, {"message", "raised"}}}};
}

bool did_before(Json const& earlier, std::string const& action, std::string const& member_name, Json const& value) {
  return std::any_of(earlier.begin(), earlier.end(), [&](Json const& step) {
    return member(step, "do") == action && member(step, member_name) == value;
  });
}

Rule other_dispatch(std::function<void(Json& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "dispatch" || !member(params, "call").is_object()) return reference(operation, params);
    Json asked = params;
    change(asked);
    return reference(operation, asked);
  };
}

Rule changed_dispatch_reply(std::function<Reply(Reply reply, Json const& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    return operation == "dispatch" && params.contains("call") ? change(std::move(reply), params) : reply;
  };
}

Rule changed_dispatch(std::function<void(Json& told, Json const& asked)> change) {
  return changed_dispatch_reply([change = std::move(change)](Reply reply, Json const& asked) {
    if (reply.status == Reply::Status::result && reply.value.contains("servedBy")) change(reply.value, asked);
    return reply;
  });
}

bool is_name_of_objects(std::string const& name) {
  bool const is_in_camel_case = std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; }) &&
                                name.front() >= 'a' && name.front() <= 'z';
  return is_in_camel_case || name.starts_with("__");
}

std::string called_kind(Json const& asked) {
  Json const& kind = member(member(asked, "tool"), "kind");
  return kind.is_string() ? kind.get<std::string>() : std::string();
}

bool is_named(Json const& asked) {
  Json const& names = member(asked, "names");
  Json const& name = member(member(asked, "call"), "name");
  return names.is_object() && name.is_string() && names.contains(name.get<std::string>());
}

Rule other_components(std::function<void(Json& asked, std::string const& operation)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!registry_rules::calls_components(operation)) return reference(operation, params);
    Json asked = params;
    change(asked, operation);
    return reference(operation, asked);
  };
}

Rule changed_received(std::string component, std::function<void(Json& received)> change) {
  return [component = std::move(component), change = std::move(change)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears = registers_components(params) && reply.status == Reply::Status::result;
    if (!bears || !member(reply.value, "doublesCalled").is_array()) return reply;
    for (Json& call : reply.value["doublesCalled"]) {
      if (member(call, "component") == component) change(call["received"]);
    }
    return reply;
  };
}

}  // namespace conformance::mutants
