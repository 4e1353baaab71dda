#include "prompty/tools/openapi/request.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/tools/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::openapi {
namespace {

using Encode = std::string (*)(std::string_view text);

std::string unchanged(std::string_view text) {
  return std::string(text);
}

std::string percent_encoded_except(std::string_view kept, std::string_view text) {
  std::string encoded;
  for (char const c : text) {
    bool const is_kept = kept.find(c) != std::string_view::npos;
    encoded += is_kept ? std::string(1, c) : utf8::percent_encoded(std::string_view(&c, 1));
  }
  return encoded;
}

/// Keeps what is allowed in a query, except the separators of parameters (A-398).
std::string query_encoded(std::string_view text) {
  return percent_encoded_except(":/?@!$'()*,;", text);
}

/// A fixed part of a path.
std::string path_literal(std::string_view text) {
  return percent_encoded_except("/%:@!$&'()*+,;=", text);
}

std::string text_of(Json const& value) {
  return value.is_string() ? value.get<std::string>() : json_text::dump(value);
}

/// The parts of a value with `separator` between them: itself, the elements of an array, or the members of an object,
/// each after its name and `assignment`.
std::string joined(Json const& value, std::string_view separator, std::string_view assignment, Encode encode) {
  if (!value.is_structured()) return encode(text_of(value));
  std::string text;
  for (auto const& [name, part] : value.items()) {
    if (!text.empty()) text += separator;
    if (value.is_object()) text += fmt::format("{}{}", encode(name), assignment);
    text += encode(text_of(part));
  }
  return text;
}

std::string name_value(std::string_view name, std::string_view encoded_value) {
  return fmt::format("{}={}", utf8::percent_encoded(name), encoded_value);
}

/// One pair for each part of a value.
std::vector<std::string> exploded(std::string const& name, Json const& value, Encode encode) {
  std::vector<std::string> pairs;
  for (auto const& [member, part] : value.items()) {
    pairs.push_back(name_value(value.is_object() ? member : name, encode(text_of(part))));
  }
  return pairs;
}

void add_deep(std::string const& name, Json const& value, Encode encode, std::vector<std::string>& pairs) {
  if (!value.is_structured()) {
    pairs.push_back(name_value(name, encode(text_of(value))));
    return;
  }
  for (auto const& [member, part] : value.items()) {
    add_deep(value.is_object() ? fmt::format("{}[{}]", name, member) : name, part, encode, pairs);
  }
}

std::string matrix(Parameter const& parameter, Json const& value) {
  if (parameter.explode == Explode::no || !value.is_structured()) {
    return ";" + name_value(parameter.name, joined(value, ",", ",", utf8::percent_encoded));
  }
  std::string text;
  for (std::string const& each : exploded(parameter.name, value, utf8::percent_encoded)) text += ";" + each;
  return text;
}

class CallBuilder {
 public:
  CallBuilder(Operation const& operation, Json const& arguments)
      : operation_(operation), function_(operation.definition.name), arguments_(arguments) {
    if (!arguments_.is_object()) throw errors::openapi_arguments_not_an_object(function_);
    refuse_unknown();
  }

  HttpRequest build(std::string const& server, Authentication const& proof) const {
    std::string target = path();
    std::vector<std::string> const pairs = name_value_pairs(Location::query, proof.query);
    if (!pairs.empty()) target += fmt::format("?{}", fmt::join(pairs, "&"));
    HttpRequest request{.method = operation_.method, .url = join_url(server, target), .headers = {}, .body = ""};
    add_body(request);
    request.headers.emplace_back("Accept", "application/json, text/*;q=0.9, */*;q=0.1");
    request.headers.emplace_back("User-Agent", fmt::format("prompty/{}", version()));
    add_headers(request);
    std::vector<std::string> const cookies = name_value_pairs(Location::cookie, proof.cookies);
    if (!cookies.empty()) request.headers.emplace_back("Cookie", fmt::format("{}", fmt::join(cookies, "; ")));
    request.headers.insert(request.headers.end(), proof.headers.begin(), proof.headers.end());
    return request;
  }

 private:
  void refuse_unknown() const {
    Json const& known = operation_.definition.parameters["properties"];
    for (auto const& [name, value] : arguments_.items()) {
      if (known.contains(name)) continue;
      std::vector<std::string> names;
      for (auto const& [each, schema] : known.items()) names.push_back(each);
      std::string const list = names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
      throw errors::openapi_argument_unknown(function_, name, list);
    }
  }

  /// A null pointer for an optional argument that is not given.
  [[nodiscard]] Json const* value_of(std::string const& argument, Need need) const {
    Json::const_iterator const found = arguments_.find(argument);
    if (found != arguments_.end() && !found->is_null()) return &*found;
    if (need == Need::required) throw errors::openapi_argument_missing(function_, argument);
    return nullptr;
  }

  [[nodiscard]] Parameter const* path_parameter(std::string_view name) const {
    for (Parameter const& parameter : operation_.parameters) {
      if (parameter.location == Location::path && parameter.name == name) return &parameter;
    }
    return nullptr;
  }

  [[nodiscard]] std::string path_value(Parameter const& parameter) const {
    std::string text = in_path(parameter, *value_of(parameter.argument, Need::required));
    if (text.empty()) throw errors::openapi_argument_unusable(function_, parameter.argument, "must not be empty");
    return text;
  }

  [[nodiscard]] std::string path() const {
    std::string filled;
    split_template(
        operation_.path, [&](std::string_view literal) { filled += path_literal(literal); },
        [&](std::string_view name) {
          Parameter const* const parameter = path_parameter(name);
          filled += parameter == nullptr ? path_literal(fmt::format("{{{}}}", name)) : path_value(*parameter);
        });
    if (has_dot_segment(filled)) throw errors::openapi_path_escapes(function_, operation_.path);
    return filled;
  }

  /// Servers and proxies resolve `.` and `..` to another path; some of them decode a slash first (P11.4-07, A-398).
  static bool has_dot_segment(std::string_view path) {
    while (!path.empty()) {
      std::size_t const end = std::min({path.find('/'), path.find("%2F"), path.find("%5C"), path.size()});
      std::string_view const step = path.substr(0, end);
      if (step == "." || step == "..") return true;
      std::size_t const separator = end < path.size() && path[end] == '%' ? 3 : 1;
      path.remove_prefix(std::min(end + separator, path.size()));
    }
    return false;
  }

  /// Calls `use` with each parameter of a location that has a value.
  template <class Use>
  void for_each_value(Location location, Use const& use) const {
    for (Parameter const& parameter : operation_.parameters) {
      if (parameter.location != location) continue;
      if (Json const* const value = value_of(parameter.argument, parameter.need)) use(parameter, *value);
    }
  }

  /// The pairs of the query or the cookies, `credentials` last.
  [[nodiscard]] std::vector<std::string> name_value_pairs(Location location,
                                                          std::vector<std::string> const& credentials) const {
    std::vector<std::string> pairs;
    for_each_value(location, [&](Parameter const& parameter, Json const& value) {
      for (std::string& pair : location == Location::query ? in_query(parameter, value) : in_cookie(parameter, value)) {
        refuse_credential(pair, credentials, parameter.argument);
        pairs.push_back(std::move(pair));
      }
    });
    pairs.insert(pairs.end(), credentials.begin(), credentials.end());
    return pairs;
  }

  /// The members of an exploded object become parameters of any name.
  void refuse_credential(std::string_view pair, std::vector<std::string> const& credentials,
                         std::string const& argument) const {
    std::string_view const named = pair.substr(0, pair.find('=') + 1);
    for (std::string const& credential : credentials) {
      if (!credential.starts_with(named)) continue;
      throw errors::openapi_argument_unusable(function_, argument, "stands in the place of a credential");
    }
  }

  void add_headers(HttpRequest& request) const {
    for_each_value(Location::header, [&](Parameter const& parameter, Json const& value) {
      std::string text = in_header(parameter, value);
      if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; })) {
        throw errors::openapi_argument_unusable(function_, parameter.argument,
                                                "goes into a header and must not hold control characters");
      }
      request.headers.emplace_back(parameter.name, std::move(text));
    });
  }

  void add_body(HttpRequest& request) const {
    if (!operation_.body) return;
    Body const& body = *operation_.body;
    Json const* const value = value_of(body.argument, body.need);
    if (value == nullptr) return;
    request.headers.emplace_back("Content-Type", body.media_type);
    // P11.4-01: the argument is the whole body; no other argument becomes a part of it.
    request.body = body_text(body, *value);
  }

  [[nodiscard]] std::string body_text(Body const& body, Json const& value) const {
    switch (body.format) {
      case BodyFormat::json:
        return json_text::dump(value);
      case BodyFormat::form:
        return form_text(body, value);
      case BodyFormat::text:
        return text_of(value);
    }
    return "";
  }

  [[nodiscard]] std::string form_text(Body const& body, Json const& value) const {
    if (!value.is_object()) {
      throw errors::openapi_argument_unusable(function_, body.argument, "is sent as a form and must be an object");
    }
    std::vector<std::string> pairs;
    for (auto const& [name, field] : value.items()) {
      if (field.is_null()) continue;
      std::vector<std::string> const added = in_query(field_named(body, name, field), field);
      pairs.insert(pairs.end(), added.begin(), added.end());
    }
    return fmt::format("{}", fmt::join(pairs, "&"));
  }

  /// Without an encoding in the document an object is written as JSON (A-392).
  static Parameter field_named(Body const& body, std::string const& name, Json const& value) {
    for (Parameter const& field : body.fields) {
      if (field.name == name) return field;
    }
    return {.name = name, .argument = name, .style = value.is_object() ? Style::json : Style::form};
  }

  Operation const& operation_;
  std::string const& function_;
  Json const& arguments_;
};

constexpr std::size_t max_bytes_shown = 500;

/// The method and URL of a request, for errors.
std::string method_and_url(HttpRequest const& request) {
  return fmt::format("{} {}", request.method, without_query(request.url));
}

std::string start_of_body(std::string const& body) {
  std::string_view const start = utf8::beginning(body, max_bytes_shown);
  return start.size() == body.size() ? body : fmt::format("{}…", start);
}

/// `text` with the query of `url` removed wherever that occurs.
std::string without_query_of(std::string const& url, std::string text) {
  std::string const plain = without_query(url);
  if (plain == url) return text;
  for (std::size_t at = text.find(url); at != std::string::npos; at = text.find(url, at + plain.size())) {
    text.replace(at, url.size(), plain);
  }
  return text;
}

HttpResponse read_whole(HttpRequest const& request, Transport const& transport, AnswerLimits const& limits) {
  StreamedResponse answer = transport.stream_within(
      request, {.deadline = std::chrono::steady_clock::now() + limits.time, .cancellation = limits.cancellation});
  HttpResponse whole{.status = answer.status, .headers = std::move(answer.headers), .body = ""};
  while (std::optional<std::string> const block = answer.body()) {
    if (whole.body.size() + block->size() > limits.max_bytes) {
      throw errors::openapi_answer_too_large(method_and_url(request), limits.max_bytes);
    }
    whole.body += *block;
  }
  return whole;
}

}  // namespace

std::string in_path(Parameter const& parameter, Json const& value) {
  bool const explodes = parameter.explode == Explode::yes;
  if (parameter.style == Style::json) return utf8::percent_encoded(json_text::dump(value));
  if (parameter.style == Style::matrix) return matrix(parameter, value);
  if (parameter.style == Style::label) {
    return "." + joined(value, explodes ? "." : ",", explodes ? "=" : ",", utf8::percent_encoded);
  }
  return joined(value, ",", explodes ? "=" : ",", utf8::percent_encoded);
}

std::vector<std::string> in_query(Parameter const& parameter, Json const& value) {
  Encode const encode = parameter.reserved == Reserved::kept ? query_encoded : utf8::percent_encoded;
  if (parameter.style == Style::json) return {name_value(parameter.name, encode(json_text::dump(value)))};
  if (!value.is_structured()) return {name_value(parameter.name, encode(text_of(value)))};
  if (value.empty()) return {};
  if (parameter.style == Style::deep_object) {
    std::vector<std::string> pairs;
    add_deep(parameter.name, value, encode, pairs);
    return pairs;
  }
  if (parameter.explode == Explode::yes) return exploded(parameter.name, value, encode);
  std::string_view separator = ",";
  if (parameter.style == Style::space_delimited) separator = "%20";
  if (parameter.style == Style::pipe_delimited) separator = "%7C";
  return {name_value(parameter.name, joined(value, separator, separator, encode))};
}

std::string in_header(Parameter const& parameter, Json const& value) {
  if (parameter.style == Style::json) return json_text::dump(value);
  return joined(value, ",", parameter.explode == Explode::yes ? "=" : ",", unchanged);
}

std::vector<std::string> in_cookie(Parameter const& parameter, Json const& value) {
  if (parameter.style == Style::json) return {parameter.name + "=" + utf8::percent_encoded(json_text::dump(value))};
  if (value.is_structured() && value.empty()) return {};
  if (parameter.explode == Explode::yes && value.is_structured()) {
    return exploded(parameter.name, value, utf8::percent_encoded);
  }
  return {parameter.name + "=" + joined(value, ",", ",", utf8::percent_encoded)};
}

HttpRequest build_call(Operation const& operation, Json const& arguments, std::string const& server,
                       Authentication const& proof) {
  return CallBuilder(operation, arguments).build(server, proof);
}

HttpResponse exchange(HttpRequest const& request, Transport const& transport, AnswerLimits const& limits) {
  if (limits.cancellation.is_requested()) throw errors::openapi_cancelled(method_and_url(request));
  try {
    return read_whole(request, transport, limits);
  } catch (ConnectionError const& error) {
    // The message of the transport has the URL with its query.
    throw ConnectionError(
        without_query_of(without_url_secrets(request.url), without_query_of(request.url, error.what())));
  } catch (CancelledError const&) {
    throw errors::openapi_cancelled(method_and_url(request));
  }
}

Json result_of(HttpRequest const& request, HttpResponse const& response) {
  if (response.status >= 300 && response.status <= 399 && response.status != 304) {
    std::string const target = find_header(response.headers, "location").value_or("");
    throw errors::openapi_redirected(method_and_url(request), response.status, without_query(target));
  }
  if (response.status < 200 || response.status > 299) {
    throw errors::openapi_refused(method_and_url(request), response.status, start_of_body(response.body));
  }
  if (response.body.empty()) return fmt::format("Status {}, without content", response.status);
  std::string const type = utf8::lower_ascii(find_header(response.headers, "content-type").value_or(""));
  bool const is_json = type.find("json") != std::string::npos;
  return is_json ? json_text::parse(response.body).value_or(response.body) : Json(response.body);
}

std::string without_query(std::string_view url) {
  return std::string(url.substr(0, url.find_first_of("?#")));
}

}  // namespace prompty::openapi
