#include "prompty/core/outcome.hpp"

#include "prompty/core/match.hpp"

namespace prompty {
namespace {

Json calls_to_json(std::vector<ToolCall> const& calls) {
  Json list = Json::array();
  for (ToolCall const& call : calls) {
    list.push_back(Json{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  }
  return list;
}

Json embeddings_to_json(std::vector<Embedding> const& embeddings) {
  Json list = Json::array();
  for (Embedding const& embedding : embeddings) list.push_back(embedding.values);
  return list;
}

Json images_to_json(std::vector<Image> const& images) {
  Json list = Json::array();
  for (Image const& image : images) list.push_back(image.value);
  return list;
}

}  // namespace

Json outcome_to_json(Outcome const& outcome) {
  Json shown;
  match(
      outcome,
      [&](Text const& text) {
        shown = Json{{"type", "text"}, {"value", text.value}};
      },
      [&](StructuredValue const& structured) {
        shown = Json{{"type", "json"}, {"value", structured.value}};
      },
      [&](std::vector<ToolCall> const& calls) {
        shown = Json{{"type", "tool_calls"}, {"value", calls_to_json(calls)}};
      },
      [&](Embedding const& embedding) {
        shown = Json{{"type", "embedding"}, {"value", embedding.values}};
      },
      [&](std::vector<Embedding> const& embeddings) {
        shown = Json{{"type", "embeddings"}, {"value", embeddings_to_json(embeddings)}};
      },
      [&](Image const& image) {
        shown = Json{{"type", "image"}, {"value", image.value}};
      },
      [&](std::vector<Image> const& images) {
        shown = Json{{"type", "images"}, {"value", images_to_json(images)}};
      });
  return shown;
}

}  // namespace prompty
