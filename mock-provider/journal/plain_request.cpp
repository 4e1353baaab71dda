#include "mock-provider/journal/plain_request.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/json.hpp"
#include "mock-provider/scenario/masking.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider {
namespace {

/// The text of a message's content when it is one block of text and nothing else, save for an empty list of
/// annotations.
std::optional<Json> only_text_of(Json const& content) {
  if (!content.is_array() || content.size() != 1) return std::nullopt;
  Json block = content.front();
  bool const is_text =
      conformance::member(block, "type") == "input_text" || conformance::member(block, "type") == "output_text";
  if (!is_text || !conformance::member(block, "text").is_string()) return std::nullopt;
  if (conformance::member(block, "annotations") == Json::array()) block.erase("annotations");
  return block.size() == 2 ? std::optional(block["text"]) : std::nullopt;
}

/// Leaves out of a request what official SDKs set whatever their caller says: that vectors are sent in base64, which
/// they decode (000 §7.2), that a function is not strict, which goes without saying (§7.1.3), and that an item of a
/// Responses request is a message whose text is a block (§7.4.1).
void leave_out_what_sdks_set(std::string const& path, Json& body) {
  if (!body.is_object()) return;
  if (path.ends_with("/embeddings") && conformance::member(body, "encoding_format") == "base64")
    body.erase("encoding_format");
  if (path.ends_with("/chat/completions") && conformance::member(body, "tools").is_array()) {
    for (Json& tool : body["tools"]) {
      if (conformance::member(conformance::member(tool, "function"), "strict") == false)
        tool["function"].erase("strict");
    }
  }
  if (path.ends_with("/responses") && conformance::member(body, "input").is_array()) {
    for (Json& item : body["input"]) {
      if (conformance::member(item, "type") != "message") continue;
      item.erase("type");
      if (std::optional<Json> text = only_text_of(conformance::member(item, "content")))
        item["content"] = std::move(*text);
    }
  }
}

}  // namespace

std::string relative_path(std::string const& path) {
  // Anthropic's endpoints come without the version.
  if (path == "/v1/messages") return path;
  return path.starts_with("/v1/") ? path.substr(3) : path;
}

Json plain_request(JournalEntry const& entry, Secrets secrets) {
  Json headers = Json::object();
  for (auto const& [name, value] : entry.headers)
    headers[lower_ascii(name)] = secrets == Secrets::shown ? value : shown_header(name, value);
  Json body = conformance::bounded_json(entry.body);
  if (body.is_discarded()) body = entry.body;
  leave_out_what_sdks_set(entry.path, body);
  std::string query = secrets == Secrets::shown ? entry.query : shown_query(entry.query);
  if (!query.empty()) query.insert(0, "?");
  return {{"method", entry.method},
          {"path", relative_path(entry.path) + query},
          {"headers", std::move(headers)},
          {"body", std::move(body)}};
}

}  // namespace mock_provider
