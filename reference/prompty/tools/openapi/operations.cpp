#include "prompty/tools/openapi/operations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "prompty/core/error.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/tools/openapi/access.hpp"

namespace prompty::openapi {
namespace {

constexpr std::size_t max_operations = 2'000;
constexpr std::size_t max_characters_of_names = 64;
// OpenAI's limit for the description of a function.
constexpr std::size_t max_description_bytes = 1'024;

bool is_method(std::string_view member) {
  static std::set<std::string_view> const methods = {"get",     "put",  "post",  "delete",
                                                     "options", "head", "patch", "trace"};
  return methods.contains(member);
}

std::string upper_case(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

/// In the order of `Location`.
constexpr std::array<std::string_view, 4> names_of_locations{"path", "query", "header", "cookie"};

std::string_view name_of(Location location) {
  return names_of_locations[static_cast<std::size_t>(location)];
}

Location read_location(Node const& node) {
  std::string const text = node.required_text("in");
  for (Location const location : {Location::path, Location::query, Location::header, Location::cookie}) {
    if (text == name_of(location)) return location;
  }
  node.written_member("in")->refuse(fmt::format("must be path, query, header or cookie, not {}{}", text,
                                                text == "querystring" ? ", which is new in OpenAPI 3.2" : ""));
}

/// Sets style and explode as the node says, or to the defaults of the location.
void read_style(Node const& node, Parameter& parameter) {
  static std::map<std::string_view, std::pair<Style, std::set<Location>>> const styles = {
      {"simple", {Style::simple, {Location::path, Location::header}}},
      {"label", {Style::label, {Location::path}}},
      {"matrix", {Style::matrix, {Location::path}}},
      {"form", {Style::form, {Location::query, Location::cookie}}},
      {"spaceDelimited", {Style::space_delimited, {Location::query}}},
      {"pipeDelimited", {Style::pipe_delimited, {Location::query}}},
      {"deepObject", {Style::deep_object, {Location::query}}}};
  bool const is_form = parameter.location == Location::query || parameter.location == Location::cookie;
  parameter.style = is_form ? Style::form : Style::simple;
  if (std::optional<std::string> const name = node.text("style")) {
    auto const found = styles.find(*name);
    if (found == styles.end() || !found->second.second.contains(parameter.location)) {
      bool const is_new = *name == "cookie" && parameter.location == Location::cookie;
      node.written_member("style")->refuse(
          is_new ? "is cookie, which is new in OpenAPI 3.2 and not supported"
                 : fmt::format("is {}, which a parameter in the {} cannot have", *name, name_of(parameter.location)));
    }
    parameter.style = found->second.first;
  }
  bool const explodes = node.flag("explode").value_or(parameter.style == Style::form);
  parameter.explode = explodes ? Explode::yes : Explode::no;
}

struct DescribedParameter {
  Node node;
  Parameter parameter;
};

DescribedParameter read_parameter(Node const& node) {
  Parameter parameter{.name = node.required_text("name"), .location = read_location(node)};
  bool const is_in_header = parameter.location == Location::header || parameter.location == Location::cookie;
  if (is_in_header && !is_header_name(parameter.name)) {
    node.written_member("name")->refuse("must be a name that headers can have");
  }
  bool const is_required = node.flag("required").value_or(false) || parameter.location == Location::path;
  parameter.need = is_required ? Need::required : Need::optional;
  if (node.flag("allowReserved").value_or(false)) parameter.reserved = Reserved::kept;
  read_style(node, parameter);
  return {.node = node, .parameter = std::move(parameter)};
}

bool is_same_parameter(Parameter const& one, Parameter const& other) {
  bool const ignores_case = one.location == Location::header;
  bool const has_same_name = ignores_case ? utf8::equal_ignoring_case(one.name, other.name) : one.name == other.name;
  return one.location == other.location && has_same_name;
}

/// Adds the parameters of a node to `all`, in place of those with the same location and name.
void overlay(Node const& owner, std::vector<DescribedParameter>& all) {
  std::optional<Node> const list = owner.member("parameters");
  if (!list) return;
  list->for_each_element([&](Node const& node) {
    DescribedParameter one = read_parameter(node);
    auto const same = std::ranges::find_if(
        all, [&](DescribedParameter const& other) { return is_same_parameter(one.parameter, other.parameter); });
    if (same == all.end()) {
      all.push_back(std::move(one));
    } else {
      *same = std::move(one);
    }
  });
}

bool is_credential(Parameter const& parameter, Scheme const& scheme) {
  bool const has_same_location = (scheme.kind == SchemeKind::key_in_header && parameter.location == Location::header) ||
                                 (scheme.kind == SchemeKind::key_in_query && parameter.location == Location::query) ||
                                 (scheme.kind == SchemeKind::key_in_cookie && parameter.location == Location::cookie);
  return has_same_location && utf8::equal_ignoring_case(scheme.name, parameter.name);
}

std::optional<BodyFormat> format_of(std::string_view media_type) {
  std::string type = utf8::lower_ascii(media_type.substr(0, media_type.find(';')));
  std::erase_if(type, [](char c) { return c == ' ' || c == '\t'; });
  if (type == "application/json" || type.ends_with("+json") || type == "*/*" || type == "application/*") {
    return BodyFormat::json;
  }
  if (type == "application/x-www-form-urlencoded") return BodyFormat::form;
  if (type.starts_with("text/")) return BodyFormat::text;
  return std::nullopt;
}

/// A range of media types cannot be sent, and neither can line breaks.
std::string content_type(std::string_view media_type, BodyFormat format) {
  bool const is_sendable = media_type.find_first_of("*\r\n") == std::string_view::npos;
  if (is_sendable) return std::string(media_type);
  return format == BodyFormat::text ? "text/plain" : "application/json";
}

/// The fields of a form with an encoding of their own.
std::vector<Parameter> read_fields(Node const& media) {
  std::vector<Parameter> fields;
  std::optional<Node> const encoding = media.member("encoding");
  if (!encoding) return fields;
  encoding->for_each_member([&](std::string const& name, Node const& node) {
    Parameter field{.name = name, .argument = name};
    read_style(node, field);
    if (node.flag("allowReserved").value_or(false)) field.reserved = Reserved::kept;
    std::string const type = node.text("contentType").value_or("");
    bool const has_style = node.written_member("style").has_value();
    if (!has_style && type.find("json") != std::string::npos) field.style = Style::json;
    fields.push_back(std::move(field));
  });
  return fields;
}

/// Reads one operation.
class OperationReader {
 public:
  OperationReader(SchemaBudget& budget, Node const& path_item, Node const& node)
      : budget_(budget), path_item_(path_item), node_(node) {}

  /// Nothing for an operation that cannot be called; `names` are those of the functions before it.
  std::optional<Operation> read(std::string const& path, std::string const& method, std::set<std::string>& names) {
    budget_.left_for_operation = budget_.limits.values_per_operation;
    Operation operation{.method = upper_case(method), .path = path};
    operation.security = read_security(node_);
    operation.parameters = read_parameters(path);
    for (Requirement const& requirement : operation.security.value_or(std::vector<Requirement>())) {
      for (Scheme const& scheme : requirement) drop_credential(scheme, operation.parameters);
    }
    // P11.4-03: this operation alone is not offered.
    if (!read_body(operation.body)) return std::nullopt;
    operation.server = server();
    std::string const name = node_.text("operationId").value_or("");
    // P11.4-02: made a name that providers take, and one that no operation before it has.
    operation.definition = {.name = unique_name(name.empty() ? fmt::format("{} {}", method, path) : name, names),
                            .description = description(),
                            .parameters = std::move(schema_)};
    return operation;
  }

 private:
  /// The parameters of the operation and, unless it has the same ones, of the path item, and those that the path names
  /// but the document does not describe.
  std::vector<Parameter> read_parameters(std::string const& path) {
    std::vector<DescribedParameter> all;
    overlay(path_item_, all);
    overlay(node_, all);
    std::vector<std::string> undescribed;
    split_template(
        path, [](std::string_view) {}, [&](std::string_view name) { undescribed.emplace_back(name); });
    std::vector<Parameter> parameters;
    for (DescribedParameter& one : all) {
      Parameter& parameter = one.parameter;
      if (parameter.location == Location::header && is_header_of_http(parameter.name)) continue;
      if (parameter.location == Location::path && std::erase(undescribed, parameter.name) == 0) continue;
      Json schema = read_schema(one);
      add_parameter(std::move(parameter), std::move(schema), parameters);
    }
    for (std::string const& name : undescribed) {
      Parameter parameter{.name = name,
                          .location = Location::path,
                          .style = Style::simple,
                          .explode = Explode::no,
                          .need = Need::required};
      bool const is_known =
          std::ranges::any_of(parameters, [&](Parameter const& other) { return is_same_parameter(parameter, other); });
      if (!is_known) add_parameter(std::move(parameter), Json{{"type", "string"}}, parameters);
    }
    return parameters;
  }

  /// The schema of a parameter, which may stand in its `content`.
  Json read_schema(DescribedParameter& one) {
    std::optional<Node> schema = one.node.written_member("schema");
    std::optional<Node> const content = one.node.member("content");
    if (!schema && content && content->value->is_object() && !content->value->empty()) {
      Json::const_iterator const first = content->value->begin();
      Node const media = content->part(first.key(), *first).resolved();
      schema = media.written_member("schema");
      if (first.key().find("json") != std::string::npos) one.parameter.style = Style::json;
    }
    return described_schema(schema ? json_schema_of(*schema, budget_) : Json{{"type", "string"}}, one.node);
  }

  /// A schema with the description of what it belongs to.
  [[nodiscard]] Json described_schema(Json schema, Node const& owner) const {
    std::optional<std::string> const description = owner.text("description");
    if (description && !description->empty() && schema.is_object()) schema["description"] = *description;
    return schema;
  }

  void add_parameter(Parameter parameter, Json schema, std::vector<Parameter>& parameters) {
    // A name that another parameter has taken gets the location in front.
    bool const is_taken = arguments_.contains(valid_name(parameter.name));
    parameter.argument = unique_name(
        is_taken ? fmt::format("{}_{}", name_of(parameter.location), parameter.name) : parameter.name, arguments_);
    add_argument(parameter.argument, std::move(schema), parameter.need);
    parameters.push_back(std::move(parameter));
  }

  void add_argument(std::string const& argument, Json schema, Need need) {
    schema_["properties"][argument] = std::move(schema);
    if (need == Need::required) schema_["required"].push_back(argument);
  }

  /// Credentials come from the connection, never from a model.
  void drop_credential(Scheme const& scheme, std::vector<Parameter>& parameters) {
    std::erase_if(parameters, [&](Parameter const& parameter) {
      bool const is_dropped = is_credential(parameter, scheme);
      if (is_dropped) remove_property(schema_, parameter.argument);
      return is_dropped;
    });
  }

  /// Reads the body with the best media type: JSON, then form, then text. False when a body is required and is
  /// of another type.
  bool read_body(std::optional<Body>& body) {
    std::optional<Node> const described = node_.member("requestBody");
    if (!described) return true;
    bool const is_required = described->flag("required").value_or(false);
    std::optional<Node> chosen;
    if (std::optional<Node> const content = described->member("content")) {
      content->for_each_member([&](std::string const& media_type, Node const& media) {
        std::optional<BodyFormat> const format = format_of(media_type);
        if (!format || (body && body->format <= *format)) return;
        body = Body{.media_type = content_type(media_type, *format), .format = *format};
        chosen = media;
      });
    }
    if (!body) return !is_required;
    body->need = is_required ? Need::required : Need::optional;
    if (body->format == BodyFormat::form) body->fields = read_fields(*chosen);
    std::optional<Node> const schema = chosen->written_member("schema");
    Json read = described_schema(schema ? json_schema_of(*schema, budget_) : Json::object(), *described);
    body->argument = unique_name(arguments_.contains("body") ? "request_body" : "body", arguments_);
    add_argument(body->argument, std::move(read), body->need);
    return true;
  }

  [[nodiscard]] std::string server() const {
    for (Node const& owner : {node_, path_item_, node_.root()}) {
      if (std::optional<std::string> server = read_server(owner)) return std::move(*server);
    }
    return "/";
  }

  [[nodiscard]] std::optional<std::string> description() const {
    for (char const* const member : {"description", "summary"}) {
      std::optional<std::string> const text = node_.text(member);
      if (text && !text->empty()) return std::string(utf8::beginning(*text, max_description_bytes));
    }
    return std::nullopt;
  }

  SchemaBudget& budget_;
  Node const& path_item_;
  Node const& node_;
  /// The parameters of the function, and the names in it that are taken.
  Json schema_{{"type", "object"}, {"properties", Json::object()}};
  std::set<std::string> arguments_;
};

/// Reads the operations of a document, each by itself: one that is malformed takes no other away.
class ApiReader {
 public:
  explicit ApiReader(Document const& document)
      : root_(root_of(document)), api_{.source = document.source, .operations = {}} {}

  Api read() {
    std::optional<Node> const paths = root_.member("paths");
    if (!paths) return std::move(api_);
    if (!paths->value->is_object()) paths->refuse("must be an object");
    for (auto const& [path, item] : paths->value->items()) {
      if (!path.starts_with("x-")) read_path(path, paths->part(path, item));
    }
    // A document of which nothing is left is a mistake of its author, who has to see the first reason.
    if (api_.operations.empty() && malformed_) throw *malformed_;
    return std::move(api_);
  }

 private:
  void read_path(std::string const& path, Node const& written) {
    attempt(path, [&] {
      Node const item = written.resolved();
      if (!path.starts_with("/")) item.refuse("must be a path that begins with a slash");
      if (!item.value->is_object()) item.refuse("must be an object");
      for (auto const& [member, value] : item.value->items()) {
        if (is_method(member)) {
          read_operation(path, member, item, item.part(member, value));
        } else if (member == "query" || member == "additionalOperations") {
          omit(path, fmt::format("'{}' is new in OpenAPI 3.2 and not supported", member));
        }
      }
    });
  }

  void read_operation(std::string const& path, std::string const& method, Node const& item, Node const& written) {
    if (api_.operations.size() == max_operations) too_many_ = true;
    if (too_many_) written.refuse(fmt::format("is one operation too many: {} are the most", max_operations));
    std::string const shown = fmt::format("{} {}", upper_case(method), path);
    std::size_t const left = budget_.left;
    bool const is_read = attempt(shown, [&] {
      Node const node = written.resolved();
      std::optional<Operation> operation = OperationReader(budget_, item, node).read(path, method, names_);
      if (!operation) return omit(shown, "its body is of a type that no model can write");
      api_.operations.push_back(std::move(*operation));
    });
    if (!is_read) budget_.left = left;
  }

  /// Whether `read` has thrown nothing; what it throws is why `what` is not offered.
  template <class Read>
  bool attempt(std::string const& what, Read const& read) {
    try {
      read();
      return true;
    } catch (ValueError const& malformed) {
      if (too_many_) throw;
      omit(what, malformed.what());
      if (!malformed_) malformed_ = malformed;
      return false;
    }
  }

  void omit(std::string const& what, std::string_view reason) {
    api_.omitted.push_back(fmt::format("{} is not offered: {}", what, reason));
  }

  Node const root_;
  Api api_;
  SchemaBudget budget_;
  std::set<std::string> names_;
  bool too_many_ = false;
  std::optional<ValueError> malformed_;
};

}  // namespace

void split_template(std::string_view text, std::function<void(std::string_view)> const& literal,
                    std::function<void(std::string_view)> const& name) {
  while (!text.empty()) {
    std::size_t const open = std::min(text.find('{'), text.size());
    std::size_t const close = text.find('}', open);
    if (close == std::string_view::npos) break;
    literal(text.substr(0, open));
    name(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
  literal(text);
}

std::string valid_name(std::string_view text) {
  std::string name;
  bool is_gap = false;
  for (char const c : text) {
    if (!utf8::is_letter_or_digit(c) && c != '_' && c != '-') {
      is_gap = true;
      continue;
    }
    if (is_gap && !name.empty()) name += '_';
    is_gap = false;
    name += c;
  }
  name.resize(std::min(name.size(), max_characters_of_names));
  return name.empty() ? "unnamed" : name;
}

std::string unique_name(std::string_view text, std::set<std::string>& taken) {
  std::string name = valid_name(text);
  if (taken.insert(name).second) return name;
  for (std::size_t number = 2;; ++number) {
    std::string const suffix = fmt::format("_{}", number);
    std::string numbered = name.substr(0, max_characters_of_names - suffix.size()) + suffix;
    if (taken.insert(numbered).second) return numbered;
  }
}

bool is_header_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return utf8::is_letter_or_digit(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool is_header_of_http(std::string_view name) {
  static std::set<std::string_view> const known = {"te",     "expect",     "keep-alive",    "content-encoding",
                                                   "via",    "trailer",    "user-agent",    "transfer-encoding",
                                                   "host",   "upgrade",    "content-type",  "x-forwarded-for",
                                                   "accept", "forwarded",  "authorization", "x-forwarded-host",
                                                   "cookie", "connection", "content-length"};
  std::string const lower = utf8::lower_ascii(name);
  return known.contains(lower) || lower.starts_with("proxy-");
}

Operation const* find_operation(Api const& api, std::string_view function) {
  for (Operation const& operation : api.operations) {
    if (operation.definition.name == function) return &operation;
  }
  return nullptr;
}

Api read_operations(Json const& document, std::string source) {
  Document const specification{.value = document, .source = std::move(source)};
  return ApiReader(specification).read();
}

}  // namespace prompty::openapi
