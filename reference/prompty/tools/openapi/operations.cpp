#include "prompty/tools/openapi/operations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "prompty/tools/openapi/body.hpp"
#include "prompty/tools/openapi/header_names.hpp"
#include "prompty/tools/openapi/names.hpp"
#include "prompty/tools/openapi/parameters.hpp"
#include "prompty/tools/openapi/security.hpp"
#include "prompty/tools/openapi/servers.hpp"
#include "prompty/tools/openapi/specification.hpp"

namespace prompty::openapi {
namespace operations {
namespace {

constexpr std::size_t most_operations = 2'000;
// OpenAI's limit for the description of a function.
constexpr std::size_t most_description_bytes = 1'024;

bool is_method(std::string_view member) {
  for (std::string_view const method : {"get", "put", "post", "delete", "options", "head", "patch", "trace"}) {
    if (member == method) return true;
  }
  return false;
}

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

/// At most the bytes that a description may have, not cut inside a character.
std::string shortened(std::string text) {
  if (text.size() <= most_description_bytes) return text;
  std::size_t end = most_description_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

std::optional<std::string> description_of(Specification const& specification, Node const& operation) {
  for (char const* const member : {"description", "summary"}) {
    std::optional<std::string> text = specification.text(operation, member);
    if (text && !text->empty()) return shortened(std::move(*text));
  }
  return std::nullopt;
}

/// Whether the parameter stands where a credential goes.
bool is_credential(Parameter const& parameter, std::optional<std::vector<Requirement>> const& security) {
  if (!security) return false;
  return std::any_of(security->begin(), security->end(), [&](Requirement const& requirement) {
    return std::any_of(requirement.begin(), requirement.end(), [&](Scheme const& scheme) {
      bool const same_place = (scheme.kind == SchemeKind::key_in_header && parameter.location == Location::header) ||
                              (scheme.kind == SchemeKind::key_in_query && parameter.location == Location::query) ||
                              (scheme.kind == SchemeKind::key_in_cookie && parameter.location == Location::cookie);
      return same_place && lower_case(scheme.name) == lower_case(parameter.name);
    });
  });
}

void withdraw(Json& function_schema, std::string const& argument) {
  function_schema["properties"].erase(argument);
  if (!function_schema.contains("required")) return;
  Json& required = function_schema["required"];
  required.erase(std::remove(required.begin(), required.end(), Json(argument)), required.end());
  if (required.empty()) function_schema.erase("required");
}

class Reader {
 public:
  Reader(Json const& document, std::string source, SchemaLimits limits)
      : specification_(document, std::move(source)), schemas_(specification_, limits) {}

  Api read() {
    std::optional<Node> const paths = specification_.member(specification_.root(), "paths");
    if (paths) {
      specification_.for_each_member(*paths, [&](std::string const& path, Node const& item) { read_path(path, item); });
    }
    return {.source = specification_.source(), .operations = std::move(found_)};
  }

 private:
  void read_path(std::string const& path, Node const& item) {
    if (path.starts_with("x-")) return;
    if (!path.starts_with("/")) specification_.refuse(item, "must be a path that begins with a slash");
    specification_.for_each_member(item, [&](std::string const& member, Node const& operation) {
      if (is_method(member)) read_operation(path, member, item, operation);
    });
  }

  void read_operation(std::string const& path, std::string const& method, Node const& item, Node const& node) {
    if (found_.size() == most_operations) {
      specification_.refuse(node, fmt::format("is one operation too many: {} are the most", most_operations));
    }
    schemas_.begin_operation();
    Json schema{{"type", "object"}, {"properties", Json::object()}};
    std::set<std::string> arguments;
    Callable callable = Callable::yes;
    Operation operation{.method = upper(method), .path = path};
    operation.security = read_security(specification_, node);
    operation.parameters = read_parameters(specification_, item, node, path, schemas_, schema, arguments);
    drop_credentials(operation, schema);
    operation.body = read_body(specification_, node, schemas_, schema, arguments, callable);
    // P11.4-03: this operation alone is not offered.
    if (callable == Callable::no) return;
    operation.server = server_of(item, node);
    std::string const name = specification_.text(node, "operationId").value_or("");
    // P11.4-02: made a name that providers take, and one that no operation before it has.
    operation.definition = {.name = unique_name(name.empty() ? fmt::format("{} {}", method, path) : name, names_),
                            .description = description_of(specification_, node),
                            .parameters = std::move(schema)};
    found_.push_back(std::move(operation));
  }

  /// Credentials come from the connection, never from a model.
  static void drop_credentials(Operation& operation, Json& schema) {
    std::vector<Parameter> kept;
    for (Parameter& parameter : operation.parameters) {
      if (is_credential(parameter, operation.security)) {
        withdraw(schema, parameter.argument);
      } else {
        kept.push_back(std::move(parameter));
      }
    }
    operation.parameters = std::move(kept);
  }

  [[nodiscard]] std::string server_of(Node const& item, Node const& operation) const {
    for (Node const& owner : {operation, item, specification_.root()}) {
      if (std::optional<std::string> server = read_server(specification_, owner)) return std::move(*server);
    }
    return "/";
  }

  Specification specification_;
  SchemaReader schemas_;
  std::set<std::string> names_;
  std::vector<Operation> found_;
};

}  // namespace
}  // namespace operations

Operation const* find_operation(Api const& api, std::string_view function) {
  for (Operation const& operation : api.operations) {
    if (operation.definition.name == function) return &operation;
  }
  return nullptr;
}

Api read_operations(Json const& document, std::string source, SchemaLimits limits) {
  return operations::Reader(document, std::move(source), limits).read();
}

}  // namespace prompty::openapi
