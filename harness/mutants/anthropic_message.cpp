#include <algorithm>
#include <utility>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::anthropic_message {
namespace {

using ChangeMessage = std::function<void(Json& wire, Json const& message)>;

bool is_single_text(Json const& wire) {
  Json const& blocks = member(wire, "content");
  return blocks.size() == 1 && member(blocks.front(), "type") == "text";
}

/// Sends a single text as a bare string where the predicate holds.
Rule bare_text(std::function<bool(Json const& wire)> predicate) {
  return changed_anthropic_message([predicate = std::move(predicate)](Json& wire, Json const&) {
    if (!is_single_text(wire) || !predicate(wire)) return;
    Json const text = wire["content"].front()["text"];
    wire["content"] = text;
  });
}

Rule changed_text(std::function<void(Json& block)> change) {
  return changed_anthropic_message([change = std::move(change)](Json& wire, Json const&) {
    for (Json& block : wire["content"]) {
      if (member(block, "type") == "text") change(block);
    }
  });
}

Rule changed_image(std::function<void(Json& block, Json const& part)> change) {
  return changed_anthropic_block([change = std::move(change)](Json& block, Json const& part) {
    if (member(block, "type") == "image") change(block, part);
  });
}

std::string trimmed(std::string const& text) {
  std::string const blanks = " \t\r\n";
  std::size_t const first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

void join_texts(Json& wire, Json const&) {
  Json joined = Json::array();
  for (Json const& block : member(wire, "content")) {
    bool const both = !joined.empty() && member(joined.back(), "type") == "text" && member(block, "type") == "text";
    if (!both) {
      joined.push_back(block);
      continue;
    }
    std::string const text = joined.back()["text"].get<std::string>() + block["text"].get<std::string>();
    joined.back()["text"] = text;
  }
  wire["content"] = std::move(joined);
}

// The block that another provider takes.
void make_image_url(Json& block, Json const& part) {
  block = {{"type", "image_url"}, {"image_url", {{"url", member(part, "value")}}}};
}

void rename_media_type(Json& block, Json const&) {
  Json& source = block["source"];
  if (!source.contains("media_type")) return;
  Json const type = source["media_type"];
  source.erase("media_type");
  source["mediaType"] = type;
}

void make_data_address(Json& block, Json const&) {
  Json& source = block["source"];
  if (!source.contains("data") || !member(source, "media_type").is_string()) return;
  std::string const address =
      "data:" + source["media_type"].get<std::string>() + ";base64," + source["data"].get<std::string>();
  source = {{"type", "url"}, {"url", address}};
}

void guess_media_type(Json& block, Json const&) {
  Json& source = block["source"];
  if (source.contains("media_type")) source["media_type"] = "image/*";
}

void merge_metadata(Json& wire, Json const& message) {
  for (auto const& [key, value] : member(message, "metadata").items()) wire[key] = value;
}

void nest_metadata(Json& wire, Json const& message) {
  if (!member(message, "metadata").empty()) wire["metadata"] = member(message, "metadata");
}

void merge_new_metadata(Json& wire, Json const& message) {
  for (auto const& [key, value] : member(message, "metadata").items()) {
    if (!wire.contains(key)) wire[key] = value;
  }
}

Rule role_where(std::function<bool(Json const& wire)> predicate, std::string role) {
  return changed_anthropic_request(
      [predicate = std::move(predicate), role = std::move(role)](Json& body, Json const&, Json const&) {
        for (Json& wire : body["messages"]) {
          if (predicate(wire)) wire["role"] = role;
        }
      });
}

bool has_block(Json const& wire, std::string const& type) {
  return !blocks_of(member(wire, "content"), type).empty();
}

void drop_calls(Json& body, Json const&, Json const&) {
  for (Json& wire : body["messages"]) {
    Json kept = Json::array();
    for (Json const& block : wire["content"]) {
      if (member(block, "type") != "tool_use") kept.push_back(block);
    }
    wire["content"] = std::move(kept);
  }
}

bool has_part_without_block(Json const&, Json const& messages) {
  return std::any_of(messages.begin(), messages.end(), [](Json const& message) {
    Json const& parts = member(message, "content");
    return std::any_of(parts.begin(), parts.end(), [](Json const& part) {
      return member(part, "kind") == "audio" || member(part, "kind") == "file";
    });
  });
}

/// As for the other provider: what the same agent would send there.
Reply ask_as_openai(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "build_request" || !is_for_anthropic(member(params, "agent"))) return reference(operation, params);
  Json changed = params;
  changed["agent"]["model"]["provider"] = "openai";
  return reference(operation, changed);
}

std::vector<Mutant> message_mutants() {
  return {
      {"anthropic-in-openai-shape", "P7.5-01", "Anthropic gets what OpenAI would get.", ask_as_openai},
      {"anthropic-role-always-user", "P7.5-18", "Every message is the user's for Anthropic.",
       role_where([](Json const&) { return true; }, "user")},
      {"anthropic-assistant-called-model", "P7.5-18", "The assistant has another name for Anthropic.",
       role_where([](Json const& wire) { return member(wire, "role") == "assistant"; }, "model")},
      {"anthropic-blocks-reversed", "P7.5-18", "The blocks of Anthropic's messages come last first.",
       changed_anthropic_message(
           [](Json& wire, Json const&) { std::reverse(wire["content"].begin(), wire["content"].end()); })},
      {"anthropic-first-block-only", "P7.5-18", "Of several parts Anthropic gets the first.",
       changed_anthropic_message([](Json& wire, Json const&) {
         if (wire["content"].size() > 1) wire["content"] = Json::array({Json(wire["content"].front())});
       })},
      {"anthropic-results-of-role-tool", "P7.5-18", "Results of tools keep their role for Anthropic.",
       role_where([](Json const& wire) { return has_block(wire, "tool_result"); }, "tool")},
      {"anthropic-calls-lost", "P7.5-18", "Calls of tools are not sent to Anthropic.",
       changed_anthropic_request(drop_calls)},
      {"anthropic-audio-and-files-refused", "P7.5-18", "Audio and files for Anthropic raise an error.",
       refused_anthropic_request(has_part_without_block)},
      {"anthropic-single-text-bare", "P7.5-19", "A single text is a bare string for Anthropic.",
       bare_text([](Json const&) { return true; })},
      {"anthropic-single-text-of-assistant-bare", "P7.5-19", "A single text of the assistant's is a bare string.",
       bare_text([](Json const& wire) { return member(wire, "role") == "assistant"; })},
      {"anthropic-text-under-value", "P7.5-20", "The text of Anthropic's blocks is called value.",
       changed_text([](Json& block) {
         Json const text = block["text"];
         block.erase("text");
         block["value"] = text;
       })},
      {"anthropic-text-trimmed", "P7.5-20", "Blanks around the texts of Anthropic's blocks are cut off.",
       changed_text([](Json& block) { block["text"] = trimmed(block["text"].get<std::string>()); })},
      {"anthropic-texts-joined", "P7.5-20", "Texts that follow each other are one block for Anthropic.",
       changed_anthropic_message(join_texts)},
  };
}

std::vector<Mutant> detail_mutants() {
  return {
      {"anthropic-image-as-openai", "P7.5-21", "Images for Anthropic are blocks of OpenAI's.",
       changed_image(make_image_url)},
      {"anthropic-media-type-renamed", "P7.5-21", "The media type keeps its name for Anthropic.",
       changed_image(rename_media_type)},
      {"anthropic-image-as-address", "P7.5-21", "Base64 for Anthropic becomes an address.",
       changed_image(make_data_address)},
      {"anthropic-media-type-guessed", "P7.5-21", "Every image has one media type for Anthropic.",
       changed_image(guess_media_type)},
      {"anthropic-detail-sent", "P7.5-21", "The detail of an image is sent to Anthropic.",
       changed_image([](Json& block, Json const& part) {
         if (member(part, "detail").is_string()) block["detail"] = member(part, "detail");
       })},
      {"anthropic-metadata-merged", "P7.5-22", "Metadata is merged into Anthropic's messages.",
       changed_anthropic_message(merge_metadata)},
      {"anthropic-metadata-nested", "P7.5-22", "Metadata stands beside the content of Anthropic's messages.",
       changed_anthropic_message(nest_metadata)},
      {"anthropic-new-metadata-merged", "P7.5-22",
       "Metadata that replaces nothing is merged into Anthropic's messages.",
       changed_anthropic_message(merge_new_metadata)},
  };
}

}  // namespace
}  // namespace conformance::mutants::anthropic_message

namespace conformance::mutants {

std::vector<Mutant> anthropic_message_mutants() {
  std::vector<Mutant> mutants = anthropic_message::message_mutants();
  std::vector<Mutant> const details = anthropic_message::detail_mutants();
  mutants.insert(mutants.end(), details.begin(), details.end());
  return mutants;
}

}  // namespace conformance::mutants
