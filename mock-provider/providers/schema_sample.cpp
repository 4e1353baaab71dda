#include "mock-provider/providers/schema_sample.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "mock-provider/providers/answer_budget.hpp"

namespace mock_provider::schema_sample {
namespace {

constexpr int level_limit = 16;
constexpr std::int64_t longest_array = 16;
/// What each value counts for, however short its text is.
constexpr std::size_t bytes_of_value = 16;

class Sampler {
 public:
  explicit Sampler(Json const& root) : root_(root) {}

  Json sample(Json const& schema, int level) {
    // Its members are looked through for each keyword, as often as references lead to it.
    count(bytes_of_value + schema.size());
    if (!schema.is_object() || level > level_limit) return nullptr;
    for (std::string const key : {"const", "default"}) {
      if (schema.contains(key)) return copied(schema.at(key));
    }
    if (has_list(schema, "enum")) return copied(schema.at("enum").front());
    if (schema.contains("$ref")) {
      Json const* const target = referred(schema.at("$ref"));
      return target == nullptr ? Json(nullptr) : sample(*target, level + 1);
    }
    for (std::string const key : {"anyOf", "oneOf", "allOf"}) {
      if (has_list(schema, key)) return sample(schema.at(key).front(), level + 1);
    }
    return sample_of_type(schema, type_of(schema), level);
  }

 private:
  Json const& root_;
  std::size_t bytes_ = 0;  ///< of what has been made up so far

  void count(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ <= answer_budget::most_bytes_of_sample) return;
    throw AnswerTooLarge("mock_answer_too_large", "",
                         fmt::format("A value that fits the schema would have more than the {} bytes that the mock "
                                     "makes up: use a smaller schema, or put a scenario with an answer of your own.",
                                     answer_budget::most_bytes_of_sample));
  }

  Json copied(Json const& value) {
    count(json_text::dump(value).size());
    return value;
  }

  static bool has_list(Json const& schema, std::string const& key) {
    return schema.contains(key) && schema.at(key).is_array() && !schema.at(key).empty();
  }

  static std::string type_of(Json const& schema) {
    if (has_list(schema, "type") && schema.at("type").front().is_string()) return schema.at("type").front();
    if (schema.contains("type") && schema.at("type").is_string()) return schema.at("type");
    return schema.contains("properties") ? "object" : "";
  }

  Json sample_of_type(Json const& schema, std::string const& type, int level) {
    if (type == "object") return object(schema, level);
    if (type == "array") return array(schema, level);
    if (type == "string") return "sample";
    if (type == "boolean") return true;
    if (type == "integer" || type == "number") {
      return schema.contains("minimum") && schema.at("minimum").is_number() ? schema.at("minimum") : Json(1);
    }
    return nullptr;
  }

  Json object(Json const& schema, int level) {
    Json result = Json::object();
    if (!schema.contains("properties") || !schema.at("properties").is_object()) return result;
    // Put at the end without a look for the name, which would take quadratic time: no object has a name twice.
    Json::object_t::Container& members = result.get_ref<Json::object_t&>();
    for (auto const& property : schema.at("properties").items()) {
      count(property.key().size());
      members.emplace_back(property.key(), sample(property.value(), level + 1));
    }
    return result;
  }

  Json array(Json const& schema, int level) {
    bool const is_bounded = schema.contains("minItems") && schema.at("minItems").is_number_integer();
    std::int64_t const count =
        is_bounded ? std::clamp<std::int64_t>(schema.at("minItems").get<std::int64_t>(), 0, longest_array) : 1;
    Json result = Json::array();
    for (std::int64_t index = 0; index < count; ++index) {
      result.push_back(schema.contains("items") ? sample(schema.at("items"), level + 1) : Json(nullptr));
    }
    return result;
  }

  /// What a reference leads to; nullptr where it leads nowhere. Not a copy: the schema may be as large as a request,
  /// and be referred to from each of its members.
  Json const* referred(Json const& reference) {
    if (!reference.is_string() || !reference.get_ref<std::string const&>().starts_with('#')) return nullptr;
    std::string const& text = reference.get_ref<std::string const&>();
    count(text.size());
    try {
      Json::json_pointer const pointer(text.substr(1));
      return root_.contains(pointer) ? &root_.at(pointer) : nullptr;
    } catch (nlohmann::json::exception const&) {
      return nullptr;
    }
  }
};

}  // namespace

Json of(Json const& schema) {
  return Sampler(schema).sample(schema, 1);
}

std::string arguments_of(Json const* schema) {
  Json const arguments = schema == nullptr ? Json() : of(*schema);
  return arguments.is_object() ? json_text::dump(arguments) : "{}";
}

}  // namespace mock_provider::schema_sample
