#include <algorithm>
#include <utility>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

// Answers that are a list of data: embeddings and images.
namespace conformance::mutants::answers_of_data {
namespace {

using ChangeValue = std::function<Json(Json const& value)>;
using TextOfItem = std::function<Json(Json const& item)>;

std::size_t count_of(Json const& response) {
  return member(response, "data").is_array() ? member(response, "data").size() : 0;
}

bool is_empty(Json const& response) {
  return member(response, "data") == Json::array();
}

/// Answers otherwise where the predicate holds for the response.
Rule answered_where(std::string api_type, std::function<bool(Json const& response)> predicate, Reply answer) {
  return changed_answer_of(std::move(api_type), [predicate = std::move(predicate), answer = std::move(answer)](
                                                    Reply reply, Json const&, Json const& response) {
    return predicate(response) ? answer : reply;
  });
}

/// Changes the value of an outcome of that type, and perhaps the type.
Rule changed_value(std::string type, std::string other_type, ChangeValue change) {
  return [type = std::move(type), other_type = std::move(other_type), change = std::move(change)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const concerns = operation == "process" && reply.status == Reply::Status::result;
    if (!concerns || member(reply.value, "type") != type) return reply;
    return outcome(other_type, change(member(reply.value, "value")));
  };
}

Rule changed_embeddings(ChangeValue change) {
  return changed_value("embeddings", "embeddings", std::move(change));
}

Rule changed_images(ChangeValue change) {
  return changed_value("images", "images", std::move(change));
}

Json reversed(Json const& list) {
  return std::vector<Json>(list.rbegin(), list.rend());
}

Json flattened(Json const& list) {
  Json flat = Json::array();
  for (Json const& inner : list) flat.insert(flat.end(), inner.begin(), inner.end());
  return flat;
}

Json in_short_numbers(Json const& list) {
  Json rounded = Json::array();
  for (Json const& number : list) rounded.push_back(static_cast<double>(static_cast<float>(number.get<double>())));
  return rounded;
}

void sort_by_index(Json& response) {
  if (count_of(response) < 2) return;
  std::vector<Json> items(response["data"].begin(), response["data"].end());
  std::stable_sort(items.begin(), items.end(), [](Json const& left, Json const& right) {
    return left.value("index", 0) < right.value("index", 0);
  });
  response["data"] = items;
}

/// Takes something else from each item; null stands for nothing.
Rule read_otherwise(TextOfItem text_of) {
  return changed_answer_of("image", [text_of = std::move(text_of)](Reply reply, Json const&, Json const& response) {
    if (reply.status != Reply::Status::result) return reply;
    Json found = Json::array();
    for (Json const& item : member(response, "data")) {
      Json const text = text_of(item);
      if (!text.is_null()) found.push_back(text);
    }
    return found.size() == 1 ? outcome("image", found.front()) : outcome("images", found);
  });
}

Json said(Json const& item, std::string const& key) {
  Json const& value = member(item, key);
  return value.is_string() && value != "" ? value : Json(nullptr);
}

Json as_specified(Json const& item) {
  return said(item, "url").is_null() ? said(item, "b64_json") : said(item, "url");
}

Json as_address(Json const& item) {
  if (!said(item, "url").is_null() || said(item, "b64_json").is_null()) return as_specified(item);
  return "data:image/png;base64," + item["b64_json"].get<std::string>();
}

Json of_first_member(Json const& item) {
  for (auto const& [key, value] : item.items()) {
    if (key == "url" || key == "b64_json") return value;
  }
  return nullptr;
}

bool has_gap(Json const& response) {
  Json const& data = member(response, "data");
  return std::any_of(data.begin(), data.end(), [](Json const& item) { return as_specified(item).is_null(); });
}

Json addresses_first(Json const& list) {
  std::vector<Json> sorted(list.begin(), list.end());
  std::stable_partition(sorted.begin(), sorted.end(),
                        [](Json const& text) { return text.get<std::string>().find("://") != std::string::npos; });
  return sorted;
}

Json in_a_list(Json const& value) {
  return Json::array({value});
}

std::vector<Mutant> about_embeddings() {
  return {
      {"no-embeddings-returned", "P8.2-01", "Empty data of embeddings give an empty list.",
       answered_where("embedding", is_empty, outcome("embeddings", Json::array()))},
      {"no-embeddings-refused-in-other-words", "P8.2-01", "Empty data of embeddings raise an error with another text.",
       answered_where("embedding", is_empty, raised("ValueError"))},
      {"single-embedding-refused", "P8.2-01", "A single embedding raises an error as if there were none.",
       answered_where(
           "embedding", [](Json const& response) { return count_of(response) == 1; }, raised("ValueError"))},
      {"single-embedding-in-a-list", "P8.2-02", "A single embedding is given as a list of one.",
       changed_value("embedding", "embeddings", in_a_list)},
      {"single-number-unwrapped", "P8.2-02", "A vector of one number is given as that number.",
       changed_value("embedding", "embedding",
                     [](Json const& value) { return value.size() == 1 ? Json(value.front()) : value; })},
      {"embedding-rounded", "P8.2-02", "The numbers of a vector are rounded to single precision.",
       changed_value("embedding", "embedding", in_short_numbers)},
      {"embeddings-flattened", "P8.2-03", "Several vectors are put behind each other.",
       changed_value("embeddings", "embedding", flattened)},
      {"embeddings-by-index", "P8.2-03", "Several vectors are sorted by their index.",
       changed_response_of("embedding", sort_by_index)},
      {"embeddings-reversed", "P8.2-03", "Several vectors are given last first.", changed_embeddings(reversed)},
      {"equal-embeddings-once", "P8.2-03", "Vectors that are alike are given once.",
       changed_embeddings(without_repetitions)},
      {"first-vector-only", "P8.2-03", "Of several vectors only the first is given.",
       changed_value("embeddings", "embedding", [](Json const& list) { return Json(first_of(list)); })},
  };
}

std::vector<Mutant> about_single_images() {
  return {
      {"no-images-returned", "P8.3-01", "Empty data of images give an empty text.",
       answered_where("image", is_empty, outcome("image", ""))},
      {"no-images-refused-in-other-words", "P8.3-01", "Empty data of images raise an error with another text.",
       answered_where("image", is_empty, raised("ValueError"))},
      {"single-image-refused", "P8.3-01", "A single image raises an error as if there were none.",
       answered_where(
           "image", [](Json const& response) { return count_of(response) == 1; }, raised("ValueError"))},
      {"whole-image-item-given", "P8.3-02", "The whole item is given instead of its address.",
       read_otherwise([](Json const& item) { return said(item, "url").is_null() ? as_specified(item) : item; })},
      {"image-address-ignored", "P8.3-02", "The address of an image counts for nothing.",
       read_otherwise([](Json const& item) { return said(item, "b64_json"); })},
      {"image-data-made-an-address", "P8.3-03", "The data of an image become an address.", read_otherwise(as_address)},
      {"image-data-ignored", "P8.3-03", "The data of an image count for nothing.",
       read_otherwise([](Json const& item) { return said(item, "url"); })},
      {"null-address-given", "P8.3-03", "An address of null hides the data.", read_otherwise([](Json const& item) {
         return item.contains("url") && item["url"].is_null() ? Json(nullptr) : as_specified(item);
       })},
      {"empty-address-given", "P8.3-03", "An empty address is given and hides the data.",
       read_otherwise(
           [](Json const& item) { return item.value("url", Json()) == "" ? Json("") : as_specified(item); })},
      {"image-data-before-address", "P8.3-04", "The data of an image are preferred to its address.",
       read_otherwise([](Json const& item) {
         return said(item, "b64_json").is_null() ? said(item, "url") : said(item, "b64_json");
       })},
      {"first-image-member-given", "P8.3-04", "Of address and data the one that stands first is given.",
       read_otherwise(of_first_member)},
      {"single-image-in-a-list", "P8.3-05", "A single image is given as a list of one.",
       changed_value("image", "images", in_a_list)},
  };
}

std::vector<Mutant> about_several_images() {
  return {
      {"first-image-only", "P8.3-06", "Of several images only the first is given.",
       changed_value("images", "image", [](Json const& list) { return list.empty() ? Json("") : Json(list.front()); })},
      {"images-reversed", "P8.3-06", "Several images are given last first.", changed_images(reversed)},
      {"addresses-before-data", "P8.3-06", "Images that are addresses are given before those that are data.",
       changed_images(addresses_first)},
      {"equal-images-once", "P8.3-06", "Images that are alike are given once.", changed_images(without_repetitions)},
      {"empty-image-data-given", "P8.3-07", "An empty text in the place of data counts as an image.",
       read_otherwise([](Json const& item) {
         Json const specified = as_specified(item);
         return specified.is_null() && member(item, "b64_json") == "" ? Json("") : specified;
       })},
      {"image-gap-filled", "P8.3-07", "Null stands in for an item without an image.",
       changed_answer_of("image",
                         [](Reply reply, Json const&, Json const& response) {
                           if (reply.status != Reply::Status::result || !has_gap(response)) return reply;
                           Json all = Json::array();
                           for (Json const& item : member(response, "data")) all.push_back(as_specified(item));
                           return outcome("images", all);
                         })},
      {"image-items-counted", "P8.3-07", "One image of several items is given as a list.",
       changed_answer_of("image",
                         [](Reply reply, Json const&, Json const& response) {
                           bool const single = member(reply.value, "type") == "image" && count_of(response) > 1;
                           return single ? outcome("images", in_a_list(member(reply.value, "value"))) : reply;
                         })},
      {"image-gaps-refused", "P8.3-07", "An answer whose items have no image raises an error.",
       changed_answer_of("image",
                         [](Reply reply, Json const&, Json const&) {
                           return member(reply.value, "value") == Json::array() ? raised("ValueError") : reply;
                         })},
  };
}

}  // namespace
}  // namespace conformance::mutants::answers_of_data

namespace conformance::mutants {

std::vector<Mutant> embedding_answer_mutants() {
  return answers_of_data::about_embeddings();
}

std::vector<Mutant> image_answer_mutants() {
  std::vector<Mutant> mutants = answers_of_data::about_single_images();
  std::vector<Mutant> const about_several = answers_of_data::about_several_images();
  mutants.insert(mutants.end(), about_several.begin(), about_several.end());
  return mutants;
}

}  // namespace conformance::mutants
