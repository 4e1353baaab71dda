#include "prompty/tools/openapi/request.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/core/json_text.hpp"
#include "prompty/core/version.hpp"
#include "prompty/tools/openapi/errors.hpp"
#include "prompty/tools/openapi/styles.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::openapi {
namespace requests {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// A fixed part of a path, with what may not stand in one encoded.
std::string literal(std::string_view text) {
  std::string encoded;
  for (char const c : text) {
    bool const is_kept = std::string_view("/%:@!$&'()*+,;=").find(c) != std::string_view::npos;
    encoded += is_kept ? std::string(1, c) : percent_encoded(std::string_view(&c, 1));
  }
  return encoded;
}

std::string_view name_of(std::string_view pair) {
  return pair.substr(0, pair.find('='));
}

class Builder {
 public:
  Builder(Operation const& operation, Json const& arguments)
      : operation_(operation), function_(operation.definition.name), arguments_(arguments) {
    if (!arguments_.is_object()) throw errors::openapi_arguments_not_an_object(function_);
    refuse_unknown();
  }

  HttpRequest build(std::string const& server, Proof const& proof) const {
    std::string target = path();
    std::vector<std::string> pairs = query(proof.query);
    pairs.insert(pairs.end(), proof.query.begin(), proof.query.end());
    if (!pairs.empty()) target += fmt::format("?{}", fmt::join(pairs, "&"));
    HttpRequest request{.method = operation_.method, .url = join_url(server, target), .headers = {}, .body = ""};
    add_body(request);
    request.headers.emplace_back("Accept", "application/json, text/*;q=0.9, */*;q=0.1");
    request.headers.emplace_back("User-Agent", fmt::format("prompty/{}", version()));
    add_headers(request);
    add_cookies(request, proof.cookies);
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

  /// The value of an argument, or a null pointer when it may be and is left out.
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
    std::string_view const whole = operation_.path;
    std::string filled;
    std::size_t at = 0;
    while (at < whole.size()) {
      std::size_t const open = std::min(whole.find('{', at), whole.size());
      std::size_t const close = whole.find('}', open);
      if (close == std::string_view::npos) break;
      filled += literal(whole.substr(at, open - at));
      Parameter const* const parameter = path_parameter(whole.substr(open + 1, close - open - 1));
      filled += parameter == nullptr ? literal(whole.substr(open, close + 1 - open)) : path_value(*parameter);
      at = close + 1;
    }
    filled += literal(whole.substr(at));
    if (has_dots(filled)) {
      throw errors::openapi_path_escapes(function_, operation_.path);
    }
    return filled;
  }

  /// A step that servers and proxies take for "here" or "up" would lead to another path; some of them take an encoded
  /// slash for one (P11.4-07, A-398).
  static bool has_dots(std::string_view path) {
    while (!path.empty()) {
      std::size_t const end = std::min({path.find('/'), path.find("%2F"), path.find("%5C"), path.size()});
      std::string_view const step = path.substr(0, end);
      if (step == "." || step == "..") return true;
      std::size_t const separator = end < path.size() && path[end] == '%' ? 3 : 1;
      path.remove_prefix(std::min(end + separator, path.size()));
    }
    return false;
  }

  [[nodiscard]] std::vector<std::string> query(std::vector<std::string> const& credentials) const {
    std::vector<std::string> pairs;
    for (Parameter const& parameter : operation_.parameters) {
      Json const* const value =
          parameter.location == Location::query ? value_of(parameter.argument, parameter.need) : nullptr;
      if (value == nullptr) continue;
      for (std::string& pair : in_query(parameter, *value)) {
        refuse_credential(pair, credentials, parameter.argument);
        pairs.push_back(std::move(pair));
      }
    }
    return pairs;
  }

  /// The members of an exploded object name parameters as they please.
  void refuse_credential(std::string_view pair, std::vector<std::string> const& credentials,
                         std::string const& argument) const {
    bool const is_taken = std::any_of(credentials.begin(), credentials.end(), [pair](std::string const& credential) {
      return name_of(credential) == name_of(pair);
    });
    if (is_taken) {
      throw errors::openapi_argument_unusable(function_, argument, "stands in the place of a credential");
    }
  }

  void add_headers(HttpRequest& request) const {
    for (Parameter const& parameter : operation_.parameters) {
      Json const* const value =
          parameter.location == Location::header ? value_of(parameter.argument, parameter.need) : nullptr;
      if (value == nullptr) continue;
      std::string text = in_header(parameter, *value);
      if (std::any_of(text.begin(), text.end(), is_control)) {
        throw errors::openapi_argument_unusable(function_, parameter.argument,
                                                "goes into a header and must not hold control characters");
      }
      request.headers.emplace_back(parameter.name, std::move(text));
    }
  }

  void add_cookies(HttpRequest& request, std::vector<std::string> const& credentials) const {
    std::vector<std::string> pairs;
    for (Parameter const& parameter : operation_.parameters) {
      Json const* const value =
          parameter.location == Location::cookie ? value_of(parameter.argument, parameter.need) : nullptr;
      if (value == nullptr) continue;
      for (std::string& pair : in_cookie(parameter, *value)) {
        refuse_credential(pair, credentials, parameter.argument);
        pairs.push_back(std::move(pair));
      }
    }
    pairs.insert(pairs.end(), credentials.begin(), credentials.end());
    if (!pairs.empty()) request.headers.emplace_back("Cookie", fmt::format("{}", fmt::join(pairs, "; ")));
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
        return value.is_string() ? value.get<std::string>() : json_text::dump(value);
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

  /// Without an encoding of its own an object is written as JSON.
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

}  // namespace
}  // namespace requests

HttpRequest build_call(Operation const& operation, Json const& arguments, std::string const& server,
                       Proof const& proof) {
  return requests::Builder(operation, arguments).build(server, proof);
}

}  // namespace prompty::openapi
