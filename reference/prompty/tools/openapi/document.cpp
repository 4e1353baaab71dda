#include "prompty/tools/openapi/document.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/file_access.hpp"
#include "prompty/load/yaml_value.hpp"
#include "prompty/tools/errors.hpp"
#include "prompty/tools/openapi/request.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::openapi {
namespace {

constexpr int max_references_in_a_row = 32;

std::filesystem::path folder_of(PromptyAgent const& agent) {
  std::filesystem::path const folder =
      agent.origin ? std::filesystem::path(agent.origin->file).parent_path() : std::filesystem::path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

/// Where the path of an address begins, behind a scheme and an authority.
std::size_t beginning_of_path(std::string_view address) {
  std::size_t const scheme = address.find("://");
  return scheme == std::string_view::npos ? 0 : std::min(address.find('/', scheme + 3), address.size());
}

bool has_scheme(std::string_view reference) {
  std::size_t const colon = reference.find(':');
  return colon != std::string_view::npos && colon < reference.find_first_of("/?#");
}

/// A path with `.` and `..` resolved.
std::string normalised(std::string_view path) {
  std::string result;
  while (!path.empty()) {
    std::size_t const end = std::min(path.find('/', 1), path.size());
    std::string_view const segment = path.substr(0, end);
    path.remove_prefix(end);
    if (segment == "/..") {
      result.erase(std::min(result.rfind('/'), result.size()));
    } else if (segment != "/.") {
      result += segment;
    }
  }
  return result;
}

}  // namespace

std::string resolved_address(std::string_view base, std::string_view reference) {
  reference = reference.substr(0, reference.find('#'));
  if (reference.empty()) return std::string(base);
  if (has_scheme(reference)) return std::string(reference);
  std::size_t const path = beginning_of_path(base);
  std::string const origin(base.substr(0, path));
  if (reference.starts_with("//")) return origin.substr(0, origin.find(':') + 1) + std::string(reference);
  if (reference.starts_with("/")) return origin + normalised(reference);
  std::string folder(base.substr(path));
  if (path > 0) folder.erase(std::min(folder.find('?'), folder.size()));
  folder.erase(folder.rfind('/') + 1);
  if (folder.empty() && path > 0) folder = "/";
  return origin + normalised(folder + std::string(reference));
}

std::string address_of(Document const& document) {
  Json const& self = member_of(document.value, "$self");
  return self.is_string() ? resolved_address(document.source, self.get_ref<std::string const&>()) : document.source;
}

bool is_url(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

std::filesystem::path locate(std::string const& specification, PromptyAgent const& agent, std::string const& tool) {
  std::optional<std::filesystem::path> const path = file_boundary::locate(specification, folder_of(agent), {});
  if (!path) throw errors::openapi_file_outside(tool, specification);
  return *path;
}

Json read_text(std::string const& text, std::string const& source, Limits const& limits) {
  std::string_view const content = utf8::without_byte_order_mark(text);
  if (utf8::first_invalid_byte(content)) throw errors::openapi_malformed(source, "", "is not UTF-8");
  if (utf8::trimmed(content, " \t\r\n").starts_with('{')) {
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
  HttpResponse const response = exchange(request, transport, {.max_bytes = limits.document_bytes, .time = limits.time});
  std::string const source = without_query(url);
  if (response.status < 200 || response.status > 299) throw errors::openapi_not_fetched(source, response.status);
  return read_text(response.body, source, limits);
}

Node root_of(Document const& document) {
  Node root{.document = &document, .value = &document.value, .place = ""};
  if (!document.value.is_object()) root.refuse("is no OpenAPI document: it must be an object");
  if (document.value.contains("swagger")) {
    root.refuse("is of Swagger 2, which is not supported; convert it to OpenAPI 3");
  }
  std::optional<Node> const version = root.written_member("openapi");
  if (!version) root.refuse("is no OpenAPI document: it has no member openapi");
  std::string const text =
      version->value->is_string() ? version->value->get<std::string>() : json_text::dump(*version->value);
  // 3.2 only adds to 3.1.
  bool const is_known = std::ranges::any_of(
      std::array<std::string_view, 3>{"3.0", "3.1", "3.2"},
      [&](auto const known) { return text == known || text.starts_with(fmt::format("{}.", known)); });
  if (!is_known) version->refuse(fmt::format("must be 3.0, 3.1 or 3.2, not {}", text));
  return root;
}

Node Node::part(std::string_view name, Json const& inner) const {
  return {
      .document = document, .value = &inner, .place = place + (Json::json_pointer() / std::string(name)).to_string()};
}

Node Node::target(std::string const& reference) const {
  // P11.4-04: no other document is read or fetched. A-394: this one may be named by its address as well.
  std::size_t const fragment = std::min(reference.find('#'), reference.size());
  std::string const own = fragment == 0 ? "" : address_of(*document);
  if (fragment > 0 && utf8::percent_decoded(resolved_address(own, reference)) != utf8::percent_decoded(own)) {
    refuse(fmt::format("refers to another document, {}; bundle them into one", reference));
  }
  // A reference is a URI, so that its characters may be percent-encoded.
  std::string const pointer =
      utf8::percent_decoded(std::string_view(reference).substr(std::min(fragment + 1, reference.size())));
  try {
    return {.document = document, .value = &document->value.at(Json::json_pointer(pointer)), .place = pointer};
  } catch (Json::exception const&) {
    refuse(fmt::format("refers to {}, which is not there", reference));
  }
}

Node Node::resolved() const {
  Node node = *this;
  for (int steps = 0; node.value->is_object() && node.value->contains("$ref"); ++steps) {
    Json const& reference = (*node.value)["$ref"];
    if (!reference.is_string()) node.refuse("has a $ref that is no text");
    if (steps == max_references_in_a_row) node.refuse("is a reference that leads in a circle");
    node = node.target(reference.get<std::string>());
  }
  return node;
}

std::optional<Node> Node::written_member(std::string_view name) const {
  if (!value->is_object()) refuse("must be an object");
  Json::const_iterator const found = value->find(name);
  return found == value->end() || found->is_null() ? std::nullopt : std::optional<Node>(part(name, *found));
}

std::optional<Node> Node::member(std::string_view name) const {
  std::optional<Node> const written = written_member(name);
  return written ? std::optional<Node>(written->resolved()) : std::nullopt;
}

std::optional<std::string> Node::text(std::string_view name) const {
  std::optional<Node> const found = written_member(name);
  if (!found) return std::nullopt;
  if (!found->value->is_string()) found->refuse("must be text");
  return found->value->get<std::string>();
}

std::string Node::required_text(std::string_view name) const {
  std::optional<std::string> found = text(name);
  if (!found) refuse(fmt::format("has no {}", name));
  return std::move(*found);
}

std::optional<bool> Node::flag(std::string_view name) const {
  std::optional<Node> const found = written_member(name);
  if (!found) return std::nullopt;
  if (!found->value->is_boolean()) found->refuse("must be true or false");
  return found->value->get<bool>();
}

void Node::for_each_element(std::function<void(Node const& element)> const& visit) const {
  if (!value->is_array()) refuse("must be a list");
  for (auto const& [index, element] : value->items()) visit(part(index, element).resolved());
}

void Node::for_each_member(std::function<void(std::string const& name, Node const& member)> const& visit) const {
  if (!value->is_object()) refuse("must be an object");
  for (auto const& [name, held] : value->items()) visit(name, part(name, held).resolved());
}

void Node::refuse(std::string_view problem) const {
  throw errors::openapi_malformed(document->source, place, problem);
}

}  // namespace prompty::openapi
