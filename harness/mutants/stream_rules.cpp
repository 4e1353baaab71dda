#include "harness/mutants/stream_rules.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace conformance::mutants::stream_rules {
namespace {

// No text has this character, which is for private use.
constexpr char const* placeholder = "\xEE\x80\x80";

bool is_about_streams(std::string const& operation, Json const& params) {
  return operation == "process_stream" && member(params, "chunks").is_array();
}

Json* delta_in(Json& chunk) {
  if (!first_delta(chunk).is_object()) return nullptr;
  return &chunk["choices"].front()["delta"];
}

Json outcome_of(Json const& items) {
  std::string text;
  Json calls = Json::array();
  for (Json const& item : items) {
    if (item.is_string()) text += item.get<std::string>();
    if (item.is_object()) calls.push_back(item);
  }
  if (!calls.empty()) return {{"type", "tool_calls"}, {"value", calls}};
  return {{"type", "text"}, {"value", text}};
}

}  // namespace
}  // namespace conformance::mutants::stream_rules

namespace conformance::mutants {

Json const& first_delta(Json const& chunk) {
  Json const& choices = member(chunk, "choices");
  return choices.is_array() && !choices.empty() ? member(choices.front(), "delta") : member(Json(), "");
}

bool refuses(Json const& chunk) {
  Json const& refusal = member(first_delta(chunk), "refusal");
  return refusal.is_string() && refusal != "";
}

Json items_of(Reply const& reply) {
  return Json(reply.items);
}

Json texts_among(Json const& items) {
  Json texts = Json::array();
  for (Json const& item : items) {
    if (item.is_string()) texts.push_back(item);
  }
  return texts;
}

Reply with_items(Reply reply, Json const& items) {
  reply.items.assign(items.begin(), items.end());
  if (reply.status == Reply::Status::result) {
    reply.value["items"] = items;
    reply.value["outcome"] = stream_rules::outcome_of(items);
  }
  return reply;
}

Rule changed_chunks(std::function<void(Json& chunks)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!stream_rules::is_about_streams(operation, params)) return reference(operation, params);
    Json changed = params;
    change(changed["chunks"]);
    return reference(operation, changed);
  };
}

Rule changed_deltas(std::function<void(Json& delta)> change) {
  return changed_chunks([change = std::move(change)](Json& chunks) {
    for (Json& chunk : chunks) {
      if (Json* const delta = stream_rules::delta_in(chunk)) change(*delta);
    }
  });
}

Rule changed_fragments(ChangeFragment change) {
  return changed_chunks([change = std::move(change)](Json& chunks) {
    std::set<std::string> opened;
    for (Json& chunk : chunks) {
      Json* const delta = stream_rules::delta_in(chunk);
      if (delta == nullptr || !member(*delta, "tool_calls").is_array()) continue;
      for (Json& fragment : (*delta)["tool_calls"]) {
        bool const is_first = opened.insert(member(fragment, "index").dump()).second;
        change(fragment, is_first);
      }
    }
  });
}

Rule changed_items(std::function<void(Json& items, Json const& chunks)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (!stream_rules::is_about_streams(operation, params)) return reply;
    Json items = items_of(reply);
    change(items, params.at("chunks"));
    return items == items_of(reply) ? reply : with_items(std::move(reply), items);
  };
}

Rule changed_failure(ChangeFailure change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const has_failed = reply.status == Reply::Status::error;
    if (!has_failed || !stream_rules::is_about_streams(operation, params)) return reply;
    return change(std::move(reply), params, reference);
  };
}

Rule item_for(DeltaPredicate predicate, Json item) {
  Rule const marked = changed_deltas([predicate = std::move(predicate)](Json& delta) {
    if (predicate(delta)) delta["content"] = stream_rules::placeholder;
  });
  return [marked, item = std::move(item)](std::string const& operation, Json const& params,
                                          AskReference const& reference) {
    Reply reply = marked(operation, params, reference);
    if (!stream_rules::is_about_streams(operation, params)) return reply;
    Json items = items_of(reply);
    bool has_more = false;
    for (Json& delivered : items) {
      if (delivered != stream_rules::placeholder) continue;
      delivered = item;
      has_more = true;
    }
    return has_more ? with_items(std::move(reply), items) : reply;
  };
}

Rule refused_chunk(ChunkPredicate predicate) {
  return [predicate = std::move(predicate)](std::string const& operation, Json const& params,
                                            AskReference const& reference) {
    if (!stream_rules::is_about_streams(operation, params)) return reference(operation, params);
    Json const& chunks = params.at("chunks");
    Json::const_iterator const refused = std::find_if(chunks.begin(), chunks.end(), predicate);
    if (refused == chunks.end()) return reference(operation, params);
    Json before = params;
    before["chunks"] = Json::array();
    for (Json::const_iterator chunk = chunks.begin(); chunk != refused; ++chunk) before["chunks"].push_back(*chunk);
    Reply reply = reference(operation, before);
    if (reply.status == Reply::Status::error) return reply;
    return with_items(raised("ValueError"), texts_among(items_of(reply)));
  };
}

Rule changed_given_calls(ChangeGivenCall change) {
  Rule const in_streams = changed_items([change](Json& items, Json const&) {
    std::size_t place = 0;
    for (Json& item : items) {
      if (item.is_object()) change(item, place++);
    }
  });
  return [in_streams, change = std::move(change)](std::string const& operation, Json const& params,
                                                  AskReference const& reference) {
    Reply reply = in_streams(operation, params, reference);
    bool const has_calls = operation == "process" && member(reply.value, "type") == "tool_calls";
    if (!has_calls) return reply;
    std::size_t place = 0;
    for (Json& call : reply.value["value"]) change(call, place++);
    return reply;
  };
}

}  // namespace conformance::mutants
