#include "prompty/tools/openapi/document.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/core/version.hpp"
#include "prompty/load/file_access.hpp"
#include "prompty/load/file_boundary.hpp"
#include "prompty/load/structured_file.hpp"
#include "prompty/load/yaml_value.hpp"
#include "prompty/tools/openapi/answer.hpp"
#include "prompty/tools/openapi/errors.hpp"

namespace prompty::openapi {
namespace documents {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool begins_like_json(std::string_view text) {
  std::size_t const first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

std::filesystem::path folder_of(PromptyAgent const& agent) {
  std::filesystem::path const folder =
      agent.origin ? std::filesystem::path(agent.origin->file).parent_path() : std::filesystem::path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

}  // namespace
}  // namespace documents

bool is_url(std::string_view specification) {
  return specification.starts_with("http://") || specification.starts_with("https://");
}

std::filesystem::path locate(std::string const& specification, PromptyAgent const& agent, std::string const& tool) {
  std::optional<std::filesystem::path> const path =
      file_boundary::locate(specification, documents::folder_of(agent), {});
  if (!path) throw errors::openapi_file_outside(tool, specification);
  return *path;
}

Json read_text(std::string const& text, std::string const& source, Limits const& limits) {
  std::string_view content = text;
  if (content.starts_with(documents::byte_order_mark)) content.remove_prefix(documents::byte_order_mark.size());
  if (utf8::first_invalid_byte(content)) throw errors::openapi_malformed(source, "", "is not UTF-8");
  if (documents::begins_like_json(content)) {
    return structured_file::parse(structured_file::Format::json, content, source, limits.document_values);
  }
  return yaml::parse(content, {.file = source, .subject = "YAML"},
                     {.bytes = limits.document_bytes, .nodes = limits.document_values});
}

Json read_file(std::filesystem::path const& path, std::string const& tool, Limits const& limits) {
  return match(
      file_access::read(path, limits.document_bytes),
      [&](std::string const& text) { return read_text(text, path.string(), limits); },
      [&](file_access::NotFound) -> Json { throw errors::openapi_file_not_found(tool, path.string()); },
      [&](file_access::TooLarge) -> Json { throw errors::openapi_too_large(path.string(), limits.document_bytes); },
      [&](file_access::Unreadable const& unreadable) -> Json {
        throw errors::openapi_file_unreadable(tool, path.string(), unreadable.reason);
      });
}

Json read_url(std::string const& url, Transport const& transport, Limits const& limits) {
  HttpRequest const request{.method = "GET",
                            .url = url,
                            .headers = {{"Accept", "application/json, application/yaml, */*;q=0.5"},
                                        {"User-Agent", fmt::format("prompty/{}", version())}},
                            .body = ""};
  HttpResponse const response =
      exchange(request, transport, {.most_bytes = limits.document_bytes, .time = limits.time});
  std::string const source = url.substr(0, url.find_first_of("?#"));
  if (response.status < 200 || response.status > 299) throw errors::openapi_not_fetched(source, response.status);
  return read_text(response.body, source, limits);
}

}  // namespace prompty::openapi
