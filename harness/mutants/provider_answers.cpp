#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/sending_rules.hpp"

namespace conformance::mutants::provider_answers {
namespace {

/// Changes what `execute` comes to.
Rule changed_execution(std::function<Reply(Reply reply)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    return operation == "execute" ? change(std::move(reply)) : reply;
  };
}

Rule changed_answer(std::function<void(Json& answer)> change) {
  return changed_execution([change = std::move(change)](Reply reply) {
    if (reply.status == Reply::Status::result) change(reply.value);
    return reply;
  });
}

bool is_error_of(Reply const& reply, std::string const& kind) {
  return reply.status == Reply::Status::error && member(reply.value, "kind") == kind;
}

/// Answers otherwise where the reference raises an error of that kind.
Rule instead_of(std::string kind, Reply other) {
  return changed_execution([kind = std::move(kind), other = std::move(other)](Reply reply) {
    return is_error_of(reply, kind) ? other : reply;
  });
}

Rule refused_answers(std::string kind) {
  return changed_execution(
      [kind = std::move(kind)](Reply reply) { return reply.status == Reply::Status::result ? raised(kind) : reply; });
}

void keep_first_choice(Json& answer) {
  if (!member(answer, "choices").is_array()) return;
  while (answer["choices"].size() > 1) answer["choices"].erase(1);
}

void keep_what_is_read(Json& answer) {
  Json kept = Json::object();
  for (char const* const name : {"id", "model", "choices", "data", "usage", "object"}) {
    if (answer.contains(name)) kept[name] = answer[name];
  }
  answer = std::move(kept);
}

void put_in_order(Json& answer) {
  if (!member(answer, "data").is_array()) return;
  std::sort(answer["data"].begin(), answer["data"].end(), [](Json const& left, Json const& right) {
    return member(left, "index").dump() < member(right, "index").dump();
  });
}

/// Leaves out of the message of errors whatever the predicate names.
Rule changed_error(std::function<bool(char letter)> is_dropped) {
  return changed_execution([is_dropped = std::move(is_dropped)](Reply reply) {
    if (!is_error_of(reply, "ExecuteError")) return reply;
    std::string message = reply.value.value("message", "");
    message.erase(std::remove_if(message.begin(), message.end(), is_dropped), message.end());
    reply.value["message"] = message;
    return reply;
  });
}

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

void unchanged(Sending&) {}

bool is_redirect(int status, std::string const&) {
  return status >= 300 && status <= 399;
}

bool is_lasting_redirect(int status, std::string const&) {
  return status == 301 || status == 308;
}

std::vector<Mutant> answer_mutants() {
  return {
      {"answer-without-unread-members", "P7.9-10", "Members of an answer that nobody reads are left out.",
       changed_answer(keep_what_is_read)},
      {"answer-of-one-choice", "P7.9-10", "Of several choices in an answer the first is handed on.",
       changed_answer(keep_first_choice)},
      {"answer-put-in-order", "P7.9-10", "Embeddings are handed on in the order of their index.",
       changed_answer(put_in_order)},
      {"answer-in-a-wrapper", "P7.9-10", "An answer is handed on inside an object of its own.",
       changed_answer([](Json& answer) {
         answer = Json{{"response", Json(answer)}};
       })},
  };
}

std::vector<Mutant> error_mutants() {
  return {
      {"every-question-asked-twice", "P7.9-11", "Every request is sent a second time.",
       sent_otherwise(unchanged, {.asks_again = [](int) { return true; }})},
      {"asked-again-when-told-to-wait", "P7.9-11", "A request that came too soon is sent again.",
       sent_otherwise(unchanged, {.asks_again = [](int status) { return status == 429; }})},
      {"asked-again-after-a-failure", "P7.9-11", "A request is sent again after the server failed.",
       sent_otherwise(unchanged, {.asks_again = [](int status) { return status >= 500; }})},
      {"error-status-is-a-connection-error", "P7.9-11", "An error status counts as no answer.",
       instead_of("ExecuteError", raised("ConnectionError"))},
      {"error-of-another-form-is-a-value-error", "P7.9-11",
       "An error status without JSON is an answer of the wrong shape.", changed_execution([](Reply reply) {
         bool const is_json = member(reply.value, "message").is_string() &&
                              reply.value["message"].get<std::string>().find('<') == std::string::npos;
         return is_error_of(reply, "ExecuteError") && !is_json ? raised("ValueError") : reply;
       })},
      {"status-not-told", "P7.9-12", "The message about an error status leaves the status out.",
       changed_error(is_digit)},
      {"words-of-the-provider-not-told", "P7.9-12", "The message about an error status has none of the letters.",
       changed_error([](char letter) { return !is_digit(letter); })},
      {"good-answers-have-an-error-status", "P7.9-12", "The status of every answer is told as that of an error.",
       refused_answers("ExecuteError")},
  };
}

std::vector<Mutant> completeness_mutants() {
  return {
      {"redirects-followed", "P7.9-13", "Where an answer points to is asked next.",
       sent_otherwise(unchanged, {.follows = is_redirect})},
      {"lasting-redirects-followed", "P7.9-13", "Where an answer points to for good is asked next.",
       sent_otherwise(unchanged, {.follows = is_lasting_redirect})},
      {"answers-taken-for-redirects", "P7.9-13", "Every answer is one that points elsewhere.",
       refused_answers("ExecuteError")},
      {"half-answer-is-empty", "P7.9-14", "An answer that was cut short is an empty one.",
       instead_of("ConnectionError", answered(Json::object()))},
      {"half-answer-is-a-value-error", "P7.9-14", "An answer that was cut short is one of the wrong shape.",
       instead_of("ConnectionError", raised("ValueError"))},
      {"whole-answer-taken-for-half", "P7.9-14", "Every answer is one that was cut short.",
       refused_answers("ConnectionError")},
  };
}

}  // namespace
}  // namespace conformance::mutants::provider_answers

namespace conformance::mutants {

std::vector<Mutant> provider_answer_mutants() {
  std::vector<Mutant> mutants = provider_answers::answer_mutants();
  for (std::vector<Mutant> const& more : {provider_answers::error_mutants(), provider_answers::completeness_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
