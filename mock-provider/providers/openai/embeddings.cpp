#include "mock-provider/providers/openai/embeddings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/values/deterministic.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::embeddings_body {
namespace {

/// Of models that are not known.
constexpr std::int64_t usual_dimensions = 16;
constexpr std::int64_t most_dimensions = 4096;
constexpr std::size_t most_inputs = 2048;
/// A float32 as the shortest text that gives back its double, with sign and comma.
constexpr std::size_t bytes_of_written_number = 22;
/// Four bytes in base64, rounded up.
constexpr std::size_t bytes_of_base64_number = 6;

/// How many numbers a vector of the model has.
std::int64_t dimensions_of_model(Json const& request) {
  Json const* const model = member(request, "model");
  if (model == nullptr) return usual_dimensions;
  if (*model == "text-embedding-3-large") return 3072;
  return *model == "text-embedding-3-small" || *model == "text-embedding-ada-002" ? 1536 : usual_dimensions;
}

std::size_t dimensions_of(Json const& request) {
  Json const* const wanted = member(request, "dimensions");
  bool const is_number = wanted != nullptr && wanted->is_number_integer();
  std::int64_t const count = is_number ? wanted->get<std::int64_t>() : dimensions_of_model(request);
  return static_cast<std::size_t>(std::clamp<std::int64_t>(count, 1, most_dimensions));
}

/// The inputs one by one; a list of numbers is one input of tokens. Throws AnswerTooLarge for more than the provider
/// takes, which the request check only reports.
std::vector<Json> inputs_of(Json const& request) {
  Json const* const input = member(request, "input");
  if (input == nullptr) return {};
  bool const is_list = input->is_array() && !(input->size() > 0 && input->front().is_number());
  if (!is_list) return {*input};
  if (input->size() > most_inputs) {
    throw AnswerTooLarge("array_above_max_length", "input",
                         fmt::format("\"input\" has {} inputs, and a request may have {}: send them in several.",
                                     input->size(), most_inputs));
  }
  return {input->begin(), input->end()};
}

std::vector<float> vector_of(Json const& input, std::size_t dimensions) {
  std::uint64_t const base = deterministic::hash(json_text::dump(input));
  std::vector<double> numbers;
  double squares = 0;
  for (std::size_t index = 0; index < dimensions; ++index) {
    std::uint64_t const bits = deterministic::hash("dimension", base + index) >> 11U;
    double const number = static_cast<double>(bits) / 9007199254740992.0 * 2 - 1;
    numbers.push_back(number);
    squares += number * number;
  }
  double const length = squares > 0 ? std::sqrt(squares) : 1;
  std::vector<float> unit;
  for (double const number : numbers) unit.push_back(static_cast<float>(number / length));
  return unit;
}

/// What is answered to the input at `index`: the vector that a scenario gives, else one of the input's own.
std::vector<float> answered(Completion const& said, Json const& input, std::size_t index, Json const& request) {
  if (!said.embedding || said.embedding->vectors.empty()) return vector_of(input, dimensions_of(request));
  std::vector<double> const& given = said.embedding->vectors[index % said.embedding->vectors.size()];
  std::vector<float> numbers;
  for (double const number : given) numbers.push_back(static_cast<float>(number));
  return numbers;
}

std::string little_endian(std::vector<float> const& numbers) {
  std::string bytes;
  for (float const number : numbers) {
    std::uint32_t const bits = std::bit_cast<std::uint32_t>(number);
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((bits >> shift) & 0xFFU);
  }
  return bytes;
}

bool wants_base64(Json const& request) {
  Json const* const format = member(request, "encoding_format");
  return format != nullptr && *format == "base64";
}

Json written(std::vector<float> const& numbers, Json const& request) {
  if (wants_base64(request)) return base64::encoded(little_endian(numbers));
  return numbers;
}

/// How many numbers the longest vector of the answer has.
std::size_t longest_vector(Completion const& said, Json const& request) {
  if (!said.embedding || said.embedding->vectors.empty()) return dimensions_of(request);
  std::size_t longest = 0;
  for (std::vector<double> const& given : said.embedding->vectors) longest = std::max(longest, given.size());
  return longest;
}

/// The numbers of a list, nothing when it is no list or holds what is no float32.
std::optional<std::vector<float>> floats_of(Json const& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<float> numbers;
  for (Json const& element : list) {
    if (!element.is_number() || std::abs(element.get<double>()) > std::numeric_limits<float>::max())
      return std::nullopt;
    numbers.push_back(static_cast<float>(element.get<double>()));
  }
  return numbers;
}

std::int64_t tokens_of(std::vector<Json> const& inputs) {
  std::size_t bytes = 0;
  for (Json const& input : inputs) bytes += json_text::dump(input).size();
  return static_cast<std::int64_t>((bytes + 3) / 4);
}

}  // namespace

Json body(Completion const& said, Json const& request, std::uint64_t seed) {
  std::vector<Json> const inputs = inputs_of(request);
  std::size_t const bytes_of_number = wants_base64(request) ? bytes_of_base64_number : bytes_of_written_number;
  answer_budget::require_room(inputs.size(), longest_vector(said, request) * bytes_of_number, "input",
                              "send fewer inputs, or ask for fewer dimensions or for base64");
  Json data = Json::array();
  for (std::size_t index = 0; index < inputs.size(); ++index) {
    data.push_back({{"object", "embedding"},
                    {"index", index},
                    {"embedding", written(answered(said, inputs[index], index, request), request)}});
  }
  Json const* const model = member(request, "model");
  std::int64_t const tokens = said.usage ? said.usage->prompt_tokens : tokens_of(inputs);
  Json answer{{"object", "list"},
              {"data", std::move(data)},
              {"model", model != nullptr && model->is_string() ? *model : Json("mock-model")},
              {"usage", {{"prompt_tokens", tokens}, {"total_tokens", tokens}}}};
  // Mistral's client refuses vectors without it.
  if (completion::is_of_mistral(answer.at("model"))) answer["id"] = "embd-" + deterministic::token(seed, 24);
  return answer;
}

Json in_requested_form(Json whole, Json const& request) {
  if (!wants_base64(request) || !whole.is_object() || !whole.contains("data")) return whole;
  for (Json& item : whole["data"]) {
    if (!item.is_object() || !item.contains("embedding")) continue;
    std::optional<std::vector<float>> const numbers = floats_of(item["embedding"]);
    if (numbers) item["embedding"] = written(*numbers, request);
  }
  return whole;
}

}  // namespace mock_provider::embeddings_body
