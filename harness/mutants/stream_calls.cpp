#include <algorithm>
#include <map>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stream_rules.hpp"

namespace conformance::mutants::stream_calls {
namespace {

std::string arguments_of(Json const& fragment) {
  Json const& arguments = member(member(fragment, "function"), "arguments");
  return arguments.is_string() ? arguments.get<std::string>() : "";
}

void set_arguments(Json& fragment, std::string const& arguments) {
  if (member(fragment, "function").is_object()) fragment["function"]["arguments"] = arguments;
}

bool has_arguments_of(Json const& fragment, Json const& value) {
  Json const& function = member(fragment, "function");
  return function.contains("arguments") && function["arguments"] == value;
}

using ForEachFragment = std::function<void(Json const& fragment)>;

void for_each_fragment(Json const& chunks, ForEachFragment const& visit) {
  for (Json const& chunk : chunks) {
    for (Json const& fragment : member(first_delta(chunk), "tool_calls")) visit(fragment);
  }
}

/// What `take` finds in the last fragment of each index that has it, by ascending index.
using TakeText = std::function<Json(Json const& fragment)>;
std::map<long, Json> last_of_each(Json const& chunks, TakeText const& take) {
  std::map<long, Json> last;
  for_each_fragment(chunks, [&](Json const& fragment) {
    if (member(fragment, "index").is_number_integer()) last[fragment["index"].get<long>()] = take(fragment);
  });
  return last;
}

/// Leaves out calls whose first fragment has no id.
void lose_unnamed_calls(Json& items, Json const& chunks) {
  std::map<long, bool> named;
  for_each_fragment(chunks, [&](Json const& fragment) {
    if (member(fragment, "index").is_number_integer())
      named.emplace(fragment["index"].get<long>(), member(fragment, "id").is_string());
  });
  Json kept = Json::array();
  std::map<long, bool>::const_iterator next = named.begin();
  for (Json const& item : items) {
    bool const is_unnamed = item.is_object() && next != named.end() && !(next++)->second;
    if (!is_unnamed) kept.push_back(item);
  }
  items = std::move(kept);
}

/// Puts what the last fragment of a call has in place of the call's own member.
Rule overwritten(std::string const& key, TakeText take) {
  return changed_items([key, take = std::move(take)](Json& items, Json const& chunks) {
    std::map<long, Json> const last = last_of_each(chunks, take);
    std::map<long, Json>::const_iterator next = last.begin();
    for (Json& item : items) {
      if (!item.is_object() || next == last.end()) continue;
      item[key] = (next++)->second;
    }
  });
}

Json text_or_empty(Json const& value) {
  return value.is_string() ? value : Json("");
}

std::vector<std::string> order_of_arrival(Json const& chunks) {
  std::vector<std::string> order;
  for_each_fragment(chunks, [&](Json const& fragment) {
    std::string const index = member(fragment, "index").dump();
    if (std::find(order.begin(), order.end(), index) == order.end()) order.push_back(index);
  });
  return order;
}

/// Brings the calls, which come by ascending index, into another order of their indexes.
Rule reordered(std::function<void(std::vector<std::string>& indexes)> sort) {
  return changed_items([sort = std::move(sort)](Json& items, Json const& chunks) {
    std::vector<std::string> ascending = order_of_arrival(chunks);
    std::sort(ascending.begin(), ascending.end(), [](std::string const& left, std::string const& right) {
      return std::pair(left.size(), left) < std::pair(right.size(), right);
    });
    std::vector<std::string> wanted = order_of_arrival(chunks);
    sort(wanted);
    std::map<std::string, Json> calls;
    std::vector<std::string>::const_iterator next = ascending.begin();
    for (Json const& item : items) {
      if (item.is_object() && next != ascending.end()) calls[*next++] = item;
    }
    next = wanted.begin();
    for (Json& item : items) {
      if (item.is_object() && next != wanted.end()) item = calls[*next++];
    }
  });
}

void put_calls_first(Json& items, Json const&) {
  std::stable_partition(items.begin(), items.end(), [](Json const& item) { return item.is_object(); });
}

void yield_unfinished_calls(Json& items, Json const&) {
  Json more = Json::array();
  for (Json const& item : items) {
    if (item.is_object()) {
      more.push_back(item);
      more.back()["arguments"] = "";
    }
    more.push_back(item);
  }
  items = std::move(more);
}

void lose_calls(Json& items, Json const&) {
  items.erase(std::remove_if(items.begin(), items.end(), [](Json const& item) { return item.is_object(); }),
              items.end());
}

void drop_fragments_without_id(Json& delta) {
  if (!member(delta, "tool_calls").is_array()) return;
  Json& fragments = delta["tool_calls"];
  fragments.erase(std::remove_if(fragments.begin(), fragments.end(),
                                 [](Json const& fragment) { return !member(fragment, "id").is_string(); }),
                  fragments.end());
}

void reverse_arguments(Json& items, Json const& chunks) {
  std::map<long, std::string> joined;
  for_each_fragment(chunks, [&](Json const& fragment) {
    if (!member(fragment, "index").is_number_integer()) return;
    std::string& arguments = joined[fragment["index"].get<long>()];
    arguments = arguments_of(fragment) + arguments;
  });
  std::map<long, std::string>::const_iterator next = joined.begin();
  for (Json& item : items) {
    if (item.is_object() && next != joined.end()) item["arguments"] = (next++)->second;
  }
}

void respell_arguments(Json& items, Json const&) {
  for (Json& item : items) {
    if (!item.is_object()) continue;
    Json const parsed = Json::parse(member(item, "arguments").get<std::string>(), nullptr, false);
    item["arguments"] = parsed.is_discarded() ? "{}" : parsed.dump();
  }
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"calls-in-one-accumulator", "P8.6-05", "All fragments go into one tool call.",
       changed_fragments([](Json& fragment, bool) { fragment["index"] = 0; })},
      {"calls-keyed-by-id", "P8.6-05", "Fragments are told apart by their id, so that those without one are lost.",
       changed_deltas(drop_fragments_without_id)},
      {"one-fragment-a-delta", "P8.6-05", "Of several fragments in a delta only the first counts.",
       changed_deltas([](Json& delta) {
         if (member(delta, "tool_calls").size() > 1) delta["tool_calls"] = Json::array({Json(delta["tool_calls"][0])});
       })},
      {"late-id-overwrites", "P8.6-06", "The last fragment gives the call its id, be it null.",
       overwritten("id", [](Json const& fragment) { return text_or_empty(member(fragment, "id")); })},
      {"late-name-overwrites", "P8.6-06", "The last fragment gives the call its name, be it null.",
       overwritten("name",
                   [](Json const& fragment) { return text_or_empty(member(member(fragment, "function"), "name")); })},
      {"unnamed-calls-lost", "P8.6-06", "A call whose first fragment has no id is left out.",
       changed_items(lose_unnamed_calls)},
      {"first-arguments-dropped", "P8.6-07", "The arguments of the fragment that opens a call are lost.",
       changed_fragments([](Json& fragment, bool is_first) {
         if (is_first) set_arguments(fragment, "");
       })},
      {"last-arguments-kept", "P8.6-07", "Each fragment replaces the arguments that came before.",
       overwritten("arguments", [](Json const& fragment) { return Json(arguments_of(fragment)); })},
      {"arguments-put-in-front", "P8.6-07", "Each fragment is put in front of the arguments that came before.",
       changed_items(reverse_arguments)},
      {"fragments-trimmed", "P8.6-07", "Fragments of arguments lose their outer blanks.",
       changed_fragments([](Json& fragment, bool) {
         std::string const arguments = arguments_of(fragment);
         set_arguments(fragment, arguments.empty() ? arguments : without_outer_blanks(arguments));
       })},
      {"streamed-arguments-respelled", "P8.6-07", "The joined arguments are parsed and written anew.",
       changed_items(respell_arguments)},
      {"null-arguments-written", "P8.6-08", "Arguments of null are added as a word.",
       changed_fragments([](Json& fragment, bool) {
         if (has_arguments_of(fragment, nullptr)) set_arguments(fragment, Json().dump());
       })},
      {"missing-arguments-written", "P8.6-08", "Arguments that are missing are added as a word.",
       changed_fragments([](Json& fragment, bool) {
         bool const lacks = member(fragment, "function").is_object() && !fragment["function"].contains("arguments");
         if (lacks) set_arguments(fragment, Json().dump());
       })},
      {"empty-arguments-written", "P8.6-08", "Empty arguments are added as an empty object.",
       changed_fragments([](Json& fragment, bool) {
         if (has_arguments_of(fragment, "")) set_arguments(fragment, Json::object().dump());
       })},
      {"streamed-calls-before-text", "P8.6-09", "Tool calls are handed on before all text.",
       changed_items(put_calls_first)},
      {"unfinished-calls-yielded", "P8.6-09", "A tool call is handed on when it opens and once more when it is whole.",
       changed_items(yield_unfinished_calls)},
      {"streamed-calls-lost", "P8.6-09", "Tool calls are never handed on.", changed_items(lose_calls)},
      {"calls-in-order-of-arrival", "P8.6-10", "Tool calls come in the order in which they were opened.",
       reordered([](std::vector<std::string>&) {})},
      {"calls-sorted-as-text", "P8.6-10", "Tool calls are sorted by their index as a text.",
       reordered([](std::vector<std::string>& indexes) { std::sort(indexes.begin(), indexes.end()); })},
      {"calls-descending", "P8.6-10", "Tool calls come by descending index.",
       reordered([](std::vector<std::string>& indexes) {
         std::sort(indexes.begin(), indexes.end(), [](std::string const& left, std::string const& right) {
           return std::pair(left.size(), left) > std::pair(right.size(), right);
         });
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::stream_calls

namespace conformance::mutants {

std::vector<Mutant> stream_call_mutants() {
  return stream_calls::mutants_of_room();
}

}  // namespace conformance::mutants
