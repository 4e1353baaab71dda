#include "harness/mutants/span_rules.hpp"

#include <utility>

#include "harness/mutants/anthropic_rules.hpp"

namespace conformance::mutants::span_rules {
namespace {

constexpr char const* hidden = "[REDACTED]";

/// Walks what is shown beside what was handed in.
void show(Json& shown, Json const& given, std::string const& key, std::size_t depth, SecretPredicate const& predicate) {
  if (shown == hidden && given != hidden) {
    if (predicate(key, given, depth)) shown = given;
    return;
  }
  if (shown.is_object() && given.is_object()) {
    for (auto const& [name, value] : given.items()) {
      if (shown.contains(name)) show(shown[name], value, name, depth + 1, predicate);
    }
  }
  if (!shown.is_array() || !given.is_array() || shown.size() != given.size()) return;
  for (std::size_t place = 0; place < shown.size(); ++place) show(shown[place], given[place], "", depth + 1, predicate);
}

void hide(Json& shown, std::string const& key, std::size_t depth, SecretPredicate const& predicate) {
  if (depth > 0 && predicate(key, shown, depth)) {
    shown = hidden;
    return;
  }
  if (shown.is_object()) {
    for (auto& [name, value] : shown.items()) hide(value, name, depth + 1, predicate);
  }
  if (!shown.is_array()) return;
  for (Json& value : shown) hide(value, "", depth + 1, predicate);
}

/// Calls `change` with what the span shows of the agent.
void change_agent(Json& span, std::function<void(Json& agent)> const& change) {
  Json& attributes = span["attributes"];
  if (member(member(attributes, "inputs"), "agent").is_object()) change(attributes["inputs"]["agent"]);
}

Rule changed_results(std::function<void(Json& result, Json const& outcome)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (reply.status != Reply::Status::result || !member(reply.value, "spans").is_array()) return reply;
    Json outcome = reply.value;
    outcome.erase("spans");
    for (Json& span : reply.value["spans"]) {
      if (member(member(span, "attributes"), "result").is_object()) change(span["attributes"]["result"], outcome);
    }
    return reply;
  };
}

}  // namespace
}  // namespace conformance::mutants::span_rules

namespace conformance::mutants {

Rule changed_spans(ChangeSpans change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const has_spans = member(params, "trace") == true && member(reply.value, "spans").is_array();
    if (has_spans) change(reply.value["spans"], params);
    return reply;
  };
}

Rule changed_span(std::string name, ChangeSpan change) {
  return changed_spans([name = std::move(name), change = std::move(change)](Json& spans, Json const& params) {
    for (Json& span : spans) {
      if (name.empty() || member(span, "name") == name) change(span, params);
    }
  });
}

Rule changed_attributes(std::string name, ChangeAttributes change) {
  return changed_span(std::move(name), [change = std::move(change)](Json& span, Json const& params) {
    if (member(span, "attributes").is_object()) change(span["attributes"], params);
  });
}

Rule without_attribute(std::string name, std::string key) {
  return changed_attributes(std::move(name),
                            [key = std::move(key)](Json& attributes, Json const&) { attributes.erase(key); });
}

Rule without_spans(std::string name, ParamsPredicate predicate) {
  return changed_spans([name = std::move(name), predicate = std::move(predicate)](Json& spans, Json const& params) {
    if (!predicate(params)) return;
    Json kept = Json::array();
    for (Json const& span : spans) {
      if (member(span, "name") != name) kept.push_back(span);
    }
    spans = std::move(kept);
  });
}

Rule with_spans_twice(std::string name) {
  return changed_spans([name = std::move(name)](Json& spans, Json const&) {
    Json twice = Json::array();
    for (Json const& span : spans) {
      twice.push_back(span);
      if (member(span, "name") == name) twice.push_back(span);
    }
    spans = std::move(twice);
  });
}

bool is_anything(Json const&) {
  return true;
}

bool is_async(Json const& params) {
  return member(params, "variant") == "async";
}

bool is_streamed(Json const& params) {
  return member(params, "stream") == true;
}

bool asks_anthropic(Json const& params) {
  return is_for_anthropic(member(params, "agent"));
}

bool has_failed(Json const& span) {
  return !member(span, "error").is_null();
}

bool begins_with(std::string const& key, std::string const& start) {
  return key.compare(0, start.size(), start) == 0;
}

Rule shown_secrets(SecretPredicate predicate) {
  return changed_span("", [predicate = std::move(predicate)](Json& span, Json const& params) {
    span_rules::change_agent(span, [&](Json& agent) {
      Json const& given = member(params, "agent");
      if (agent.contains("metadata")) span_rules::show(agent["metadata"], member(given, "metadata"), "", 0, predicate);
      if (agent.contains("model")) span_rules::show(agent["model"], member(given, "model"), "", 0, predicate);
    });
  });
}

Rule shown_secrets_of_results() {
  return span_rules::changed_results([](Json& result, Json const& outcome) {
    span_rules::show(result, outcome, "", 0, [](std::string const&, Json const&, std::size_t) { return true; });
  });
}

Rule hidden_values(SecretPredicate predicate) {
  return changed_span("", [predicate = std::move(predicate)](Json& span, Json const&) {
    span_rules::change_agent(span, [&](Json& agent) {
      if (agent.contains("metadata")) span_rules::hide(agent["metadata"], "", 0, predicate);
    });
  });
}

}  // namespace conformance::mutants
