#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stream_rules.hpp"

namespace conformance::mutants::stream_refusals {
namespace {

Json without_refusals(Json params) {
  for (Json& chunk : params["chunks"]) {
    if (refuses(chunk)) chunk["choices"].front()["delta"].erase("refusal");
  }
  return params;
}

bool is_refused(Json const& params) {
  Json const& chunks = member(params, "chunks");
  return std::any_of(chunks.begin(), chunks.end(), refuses);
}

/// Changes the error of a stream that the model refuses.
Rule changed_refusal(ChangeFailure change) {
  return changed_failure([change = std::move(change)](Reply reply, Json const& params, AskReference const& reference) {
    return is_refused(params) ? change(std::move(reply), params, reference) : reply;
  });
}

Rule reworded_refusal(std::function<std::string(std::string const& refusal)> word) {
  return changed_refusal([word = std::move(word)](Reply reply, Json const& params, AskReference const&) {
    Json const& chunks = params.at("chunks");
    Json const& refusal = member(first_delta(*std::find_if(chunks.begin(), chunks.end(), refuses)), "refusal");
    reply.value["message"] = word(refusal.get<std::string>());
    return reply;
  });
}

/// The message of a refusal that was read to its end.
Reply with_whole_refusal(Reply reply, Json const& params, AskReference const&) {
  std::string refusal;
  for (Json const& chunk : params.at("chunks")) {
    if (refuses(chunk)) refusal += member(first_delta(chunk), "refusal").get<std::string>();
  }
  reply.value["message"] = "Model refused: " + refusal;
  return reply;
}

void make_refusal_content(Json& delta) {
  Json const refusal = member(delta, "refusal");
  if (refusal.is_string()) delta["content"] = refusal;
  delta.erase("refusal");
}

Reply calls_before_error(Reply reply, Json const& params, AskReference const& reference) {
  Json before = params;
  Json& chunks = before["chunks"];
  Json::iterator const refusing = std::find_if(chunks.begin(), chunks.end(), refuses);
  chunks.erase(refusing + 1, chunks.end());
  Json const items = items_of(reference("process_stream", without_refusals(before)));
  return with_items(std::move(reply), items);
}

Reply error_at_the_end(Reply reply, Json const& params, AskReference const& reference) {
  Json texts = Json::array();
  for (Json const& item : items_of(reference("process_stream", without_refusals(params)))) {
    if (item.is_string()) texts.push_back(item);
  }
  return with_items(std::move(reply), texts);
}

/// What stands beside a refusal, even one of null, is not looked at.
Rule lost_beside_refusal(std::string const& key) {
  return changed_deltas([key](Json& delta) {
    if (delta.contains("refusal")) delta.erase(key);
  });
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"refusal-is-content", "P8.6-11", "A refusal is handed on as text.", changed_deltas(make_refusal_content)},
      {"refusal-ignored-in-stream", "P8.6-11", "A refusal in a stream is ignored.",
       changed_deltas([](Json& delta) { delta.erase("refusal"); })},
      {"refusal-of-another-kind", "P8.6-11", "A refusal raises an error of another kind.",
       changed_refusal([](Reply reply, Json const&, AskReference const&) {
         reply.value["kind"] = "RuntimeError";
         return reply;
       })},
      {"refusal-text-alone", "P8.6-11", "The message of the error is the text of the refusal alone.",
       reworded_refusal([](std::string const& refusal) { return refusal; })},
      {"refusal-text-missing", "P8.6-11", "The message of the error does not tell what the model said.",
       reworded_refusal([](std::string const&) { return std::string("The model refused"); })},
      {"refusal-read-to-its-end", "P8.6-11", "The message has all pieces of the refusal.",
       changed_refusal(with_whole_refusal)},
      {"unset-refusal-refused", "P8.6-11", "A refusal raises an error even if it is null.",
       refused_chunk([](Json const& chunk) {
         Json const& delta = first_delta(chunk);
         return delta.is_object() && delta.contains("refusal") && delta["refusal"].is_null();
       })},
      {"empty-refusal-refused", "P8.6-11", "A refusal raises an error even if it is empty.",
       refused_chunk([](Json const& chunk) { return member(first_delta(chunk), "refusal") == ""; })},
      {"refusal-before-content", "P8.6-12", "A refusal is raised before the content beside it is handed on.",
       changed_chunks([](Json& chunks) {
         for (Json& chunk : chunks) {
           if (refuses(chunk)) chunk["choices"].front()["delta"].erase("content");
         }
       })},
      {"calls-flushed-by-refusal", "P8.6-12", "Collected tool calls are handed on before a refusal is raised.",
       changed_refusal(calls_before_error)},
      {"refusal-raised-at-the-end", "P8.6-12", "A refusal is raised when the stream has ended.",
       changed_refusal(error_at_the_end)},
      {"content-lost-beside-refusal", "P8.6-12", "Content is lost in a delta that has a refusal, be it null.",
       lost_beside_refusal("content")},
      {"calls-lost-beside-refusal", "P8.6-12", "Fragments are lost in a delta that has a refusal, be it null.",
       lost_beside_refusal("tool_calls")},
  };
}

}  // namespace
}  // namespace conformance::mutants::stream_refusals

namespace conformance::mutants {

std::vector<Mutant> stream_refusal_mutants() {
  return stream_refusals::mutants_of_room();
}

}  // namespace conformance::mutants
