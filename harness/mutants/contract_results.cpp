#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/mutants/batch_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::contract_results {
namespace {

bool is_failed(Json const& message) {
  return member(message, "isError") == true;
}

/// Keeps the results at some places.
Rule kept_results(std::function<bool(Json const& message, Json const& asked, std::size_t place)> predicate) {
  return changed_results([predicate = std::move(predicate)](Json& messages, Json const&, Json const& asked) {
    Json kept = Json::array();
    for (std::size_t place = 0; place < messages.size(); ++place) {
      if (predicate(messages[place], asked, place)) kept.push_back(messages[place]);
    }
    messages = std::move(kept);
  });
}

/// Keeps the first of the results that have something in common.
Rule first_of_each(std::function<std::string(Json const& call)> key) {
  return changed_results([key = std::move(key)](Json& messages, Json const& calls, Json const&) {
    std::set<std::string> seen;
    Json kept = Json::array();
    for (std::size_t place = 0; place < calls.size(); ++place) {
      if (seen.insert(key(calls[place])).second) kept.push_back(messages[place]);
    }
    messages = std::move(kept);
  });
}

/// Puts results into another order, and leaves each its id.
using Before = std::function<bool(Json const& left, Json const& right, Json const& asked)>;
Rule reordered(Before before) {
  return changed_results([before = std::move(before)](Json& messages, Json const& calls, Json const& asked) {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < calls.size(); ++place) places.push_back(place);
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t left, std::size_t right) { return before(calls[left], calls[right], asked); });
    Json const results = messages;
    for (std::size_t place = 0; place < places.size(); ++place) messages[place] = results[places[place]];
  });
}

/// Finds each result by the id of its call, in a table that has one for each id.
enum class Table { keeps_first, keeps_last };
Rule looked_up_by_id(Table table) {
  return changed_results([table](Json& messages, Json const& calls, Json const&) {
    std::map<std::string, Json> contents;
    for (std::size_t place = 0; place < calls.size(); ++place) {
      Json const& content = messages[place]["content"];
      if (table == Table::keeps_last) contents[id_of(calls[place])] = content;
      contents.emplace(id_of(calls[place]), content);
    }
    for (std::size_t place = 0; place < calls.size(); ++place)
      messages[place]["content"] = contents[id_of(calls[place])];
  });
}

enum class Denied { first, last };
ChangeResults put_denied(Denied where) {
  return [where](Json& messages, Json const&, Json const& asked) {
    Json denied = Json::array();
    Json others = Json::array();
    for (std::size_t place = 0; place < messages.size(); ++place)
      (is_denied(asked, place) ? denied : others).push_back(messages[place]);
    messages = where == Denied::first ? denied : others;
    for (Json const& message : where == Denied::first ? others : denied) messages.push_back(message);
  };
}

void fill_twice(Json& messages, Json const&, Json const&) {
  Json more = Json::array();
  for (Json const& message : messages) {
    more.push_back(message);
    if (!is_failed(message)) continue;
    more.push_back(message);
    more.back()["content"] = "";
  }
  messages = std::move(more);
}

void reverse_ids(Json& messages, Json const& calls, Json const&) {
  for (std::size_t place = 0; place < calls.size(); ++place)
    messages[place]["tool_call_id"] = id_of(calls[calls.size() - 1 - place]);
}

std::vector<Mutant> message_mutants() {
  return {
      {"results-by-function", "M1-04", "Results are messages of the role function.",
       changed_result([](Json& message, Json const&) { message["role"] = "function"; })},
      {"results-by-the-user", "M1-04", "Results are messages of the role user.",
       changed_result([](Json& message, Json const&) { message["role"] = "user"; })},
      {"failed-calls-unanswered", "M3.3-01", "A call that fails gets no result.",
       kept_results([](Json const& message, Json const&, std::size_t) { return !is_failed(message); })},
      {"denied-calls-unanswered", "M3.3-01", "A call that is denied gets no result.",
       kept_results([](Json const&, Json const& asked, std::size_t place) { return !is_denied(asked, place); })},
      {"output-in-an-envelope", "M3.3-02", "What a tool gives out is put into an object.",
       changed_result([](Json& message, Json const&) {
         Json envelope = Json::object();
         envelope["result"] = message["content"];
         if (!is_failed(message)) message["content"] = envelope.dump();
       })},
      {"empty-output-unanswered", "M3.3-02", "A tool that gives out nothing has no result.",
       kept_results([](Json const& message, Json const&, std::size_t) { return member(message, "content") != ""; })},
      {"result-with-an-id-of-its-own", "M3.3-03", "A result gets an id that no call has.",
       changed_result([](Json& message, Json const& call) { message["tool_call_id"] = "result-of-" + id_of(call); })},
      {"failure-not-told", "M3.3-07", "A failure is a flag and an empty text.",
       changed_result([](Json& message, Json const&) {
         if (is_failed(message)) message["content"] = "";
       })},
      {"failure-told-without-its-reason", "M3.3-07", "Whatever went wrong, the text is the same.",
       changed_result([](Json& message, Json const&) {
         if (is_failed(message)) message["content"] = "The tool did not work.";
       })},
      {"success-told-as-failure", "M3.3-07", "The text of a result begins as if it were an error.",
       changed_result([](Json& message, Json const&) {
         if (!is_failed(message)) message["content"] = "Error: " + message["content"].get<std::string>();
       })},
      {"result-without-tool-name", "M3.3-08", "The name of the tool is not stored.",
       changed_result([](Json& message, Json const&) { message.erase("toolName"); })},
      {"result-named-by-its-id", "M3.3-08", "In place of the name of the tool the id of the call is stored.",
       changed_result([](Json& message, Json const& call) { message["toolName"] = id_of(call); })},
      {"failure-not-marked", "M3.3-09", "That a call failed is not stored.",
       changed_result([](Json& message, Json const&) { message.erase("isError"); })},
      {"success-marked", "M3.3-09", "Every result is marked as an error.",
       changed_result([](Json& message, Json const&) { message["isError"] = true; })},
  };
}

std::vector<Mutant> pairing_mutants() {
  return {
      {"one-result-a-turn", "M4-01", "A turn gets the result of its first call.",
       kept_results([](Json const&, Json const&, std::size_t place) { return place == 0; })},
      {"result-without-a-call", "M4-01", "A turn without calls gets a result.",
       changed_results([](Json& messages, Json const& calls, Json const&) {
         if (calls.empty()) messages.push_back({{"role", "tool"}, {"tool_call_id", ""}, {"content", ""}});
       })},
      {"one-result-a-tool", "M4-01", "Calls to one tool get one result.", first_of_each(name_of)},
      {"last-result-lost", "M4-01", "The last call of a batch gets no result.",
       changed_results([](Json& messages, Json const&, Json const&) {
         if (!messages.empty()) messages.erase(messages.size() - 1);
       })},
      {"ids-the-other-way-round", "M4-02", "The first result carries the id of the last call.",
       changed_results(reverse_ids)},
      {"results-as-they-come", "M4-03", "Results stand in the order in which the calls were done.",
       reordered([](Json const& left, Json const& right, Json const& asked) {
         return delay_of(asked, left) < delay_of(asked, right);
       })},
      {"results-by-id", "M4-04", "Each result is found by the id of its call, the last of an id counts.",
       looked_up_by_id(Table::keeps_last)},
      {"failed-slot-filled-twice", "M4-05", "A call that fails gets an empty result as well.",
       changed_results(fill_twice)},
      {"failed-slot-left-empty", "M4-05", "At the place of a call that was not carried out stands nothing to read.",
       changed_result([](Json& message, Json const&) {
         if (is_failed(message)) message["content"] = "";
       })},
      {"denied-results-first", "M4-06", "Results of denied calls come before those of approved ones.",
       changed_results(put_denied(Denied::first))},
      {"denied-results-last", "M4-06", "Results of denied calls come behind those of approved ones.",
       changed_results(put_denied(Denied::last))},
      {"one-result-an-id", "M4.1-02", "Calls with one id get one result.", first_of_each(id_of)},
      {"results-behind-the-first-of-an-id", "M7-03", "Order counts only for ids that were not seen before.",
       looked_up_by_id(Table::keeps_first)},
      {"results-sorted-by-id", "M7-03", "Results stand in the order of their ids.",
       reordered([](Json const& left, Json const& right, Json const&) { return id_of(left) < id_of(right); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_results

namespace conformance::mutants {

std::vector<Mutant> contract_result_mutants() {
  std::vector<Mutant> mutants = contract_results::message_mutants();
  std::vector<Mutant> const about_pairing = contract_results::pairing_mutants();
  mutants.insert(mutants.end(), about_pairing.begin(), about_pairing.end());
  return mutants;
}

}  // namespace conformance::mutants
