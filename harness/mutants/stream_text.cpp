#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stream_rules.hpp"

namespace conformance::mutants::stream_text {
namespace {

bool is_blank(Json const& item) {
  return item.is_string() && item.get<std::string>().find_first_not_of(" \t\r\n") == std::string::npos;
}

Json parts_of(std::string const& text, char separator) {
  Json parts = Json::array();
  std::size_t start = 0;
  for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, start)) {
    parts.push_back(text.substr(start, at + 1 - start));
    start = at + 1;
  }
  if (start < text.size()) parts.push_back(text.substr(start));
  return parts;
}

void merge_texts(Json& items, Json const&) {
  Json merged = Json::array();
  for (Json const& item : items) {
    bool const continues = item.is_string() && !merged.empty() && merged.back().is_string();
    if (continues) {
      merged.back() = merged.back().get<std::string>() + item.get<std::string>();
    } else {
      merged.push_back(item);
    }
  }
  items = std::move(merged);
}

void accumulate_texts(Json& items, Json const&) {
  std::string text;
  for (Json& item : items) {
    if (!item.is_string()) continue;
    text += item.get<std::string>();
    item = text;
  }
}

void drop_blank_texts(Json& items, Json const&) {
  Json kept = Json::array();
  for (Json const& item : items) {
    if (!is_blank(item)) kept.push_back(item);
  }
  items = std::move(kept);
}

void drop_repeated_texts(Json& items, Json const&) {
  Json kept = Json::array();
  for (Json const& item : items) {
    if (kept.empty() || !item.is_string() || kept.back() != item) kept.push_back(item);
  }
  items = std::move(kept);
}

void split_texts_into_words(Json& items, Json const&) {
  Json words = Json::array();
  for (Json const& item : items) {
    Json const parts = item.is_string() ? parts_of(item.get<std::string>(), ' ') : Json::array({item});
    words.insert(words.end(), parts.begin(), parts.end());
  }
  items = std::move(words);
}

void lose_last_text(Json& items, Json const&) {
  for (std::size_t behind = items.size(); behind > 0; --behind) {
    if (!items[behind - 1].is_string()) continue;
    items.erase(behind - 1);
    return;
  }
}

bool has_null_content(Json const& delta) {
  return delta.contains("content") && member(delta, "content").is_null();
}

bool lacks_content(Json const& delta) {
  return !delta.contains("content");
}

bool has_empty_content(Json const& delta) {
  return member(delta, "content") == "";
}

bool has_empty_choices(Json const& chunk) {
  return member(chunk, "choices") == Json::array();
}

bool lacks_choices(Json const& chunk) {
  return member(chunk, "choices").is_null();
}

bool has_null_choices(Json const& chunk) {
  return chunk.contains("choices") && chunk["choices"].is_null();
}

bool has_choice(Json const& chunk) {
  return !has_empty_choices(chunk) && !lacks_choices(chunk);
}

bool has_null_delta(Json const& chunk) {
  return has_choice(chunk) && chunk["choices"].front().contains("delta") && first_delta(chunk).is_null();
}

bool lacks_delta(Json const& chunk) {
  return has_choice(chunk) && !chunk["choices"].front().contains("delta");
}

void stop_without_choice(Json& chunks) {
  Json::iterator const empty =
      std::find_if(chunks.begin(), chunks.end(), [](Json const& chunk) { return !has_choice(chunk); });
  chunks.erase(empty, chunks.end());
}

void take_every_choice(Json& chunks) {
  Json changed = Json::array();
  for (Json const& chunk : chunks) {
    if (!has_choice(chunk)) {
      changed.push_back(chunk);
      continue;
    }
    for (Json const& choice : chunk["choices"]) changed.push_back({{"choices", Json::array({choice})}});
  }
  chunks = std::move(changed);
}

void take_last_choice(Json& chunks) {
  for (Json& chunk : chunks) {
    if (has_choice(chunk)) chunk["choices"] = Json::array({Json(chunk["choices"].back())});
  }
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"stream-collected-first", "P8.6-01", "The whole stream is read before the first item is handed on.",
       changed_failure(
           [](Reply reply, Json const&, AskReference const&) { return with_items(std::move(reply), Json::array()); })},
      {.id = "items-told-with-the-answer",
       .clause = "P8.6-01",
       .breaks = "Items are handed on when the stream is over.",
       .answer = [](std::string const& operation, Json const& params,
                    AskReference const& reference) { return reference(operation, params); },
       .tells_late = [](std::string const&, Json const&) { return true; }},
      {"delta-waits-for-the-next", "P8.6-01", "A piece of text is handed on when the next one comes.",
       changed_items(lose_last_text)},
      {"deltas-merged", "P8.6-02", "Pieces of text are merged into one item.", changed_items(merge_texts)},
      {"text-so-far-yielded", "P8.6-02", "Each item has all the text so far.", changed_items(accumulate_texts)},
      {"blank-deltas-dropped", "P8.6-02", "Pieces of blanks give no item.", changed_items(drop_blank_texts)},
      {"repeated-deltas-dropped", "P8.6-02", "A piece equal to the one before gives no item.",
       changed_items(drop_repeated_texts)},
      {"deltas-split-into-words", "P8.6-02", "A piece of several words gives an item for each.",
       changed_items(split_texts_into_words)},
      {"empty-content-yielded", "P8.6-03", "Empty content gives an empty item.", item_for(has_empty_content, "")},
      {"null-content-yielded", "P8.6-03", "Content of null gives a null item.", item_for(has_null_content, nullptr)},
      {"missing-content-yielded", "P8.6-03", "A delta without content gives an empty item.",
       item_for(lacks_content, "")},
      {"empty-choices-refused", "P8.6-04", "A chunk with an empty list of choices raises an error.",
       refused_chunk(has_empty_choices)},
      {"null-choices-refused", "P8.6-04", "A chunk with null for choices raises an error.",
       refused_chunk(has_null_choices)},
      {"missing-choices-refused", "P8.6-04", "A chunk without a list of choices raises an error.",
       refused_chunk(lacks_choices)},
      {"null-delta-refused", "P8.6-04", "A delta of null raises an error.", refused_chunk(has_null_delta)},
      {"missing-delta-refused", "P8.6-04", "A choice without delta raises an error.", refused_chunk(lacks_delta)},
      {"stream-ends-without-choice", "P8.6-04", "The first chunk without choices ends the stream.",
       changed_chunks(stop_without_choice)},
      {"all-choices-merged", "P8.6-14", "Every choice of a chunk gives items.", changed_chunks(take_every_choice)},
      {"last-choice-streamed", "P8.6-14", "Of several choices in a chunk the last one counts.",
       changed_chunks(take_last_choice)},
      {"several-choices-refused-in-stream", "P8.6-14", "A chunk with several choices raises an error.",
       refused_chunk([](Json const& chunk) { return member(chunk, "choices").size() > 1; })},
  };
}

}  // namespace
}  // namespace conformance::mutants::stream_text

namespace conformance::mutants {

std::vector<Mutant> stream_text_mutants() {
  return stream_text::mutants_of_room();
}

}  // namespace conformance::mutants
