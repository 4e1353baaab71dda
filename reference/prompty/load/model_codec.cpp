#include "prompty/load/codecs.hpp"

#include "prompty/core/match.hpp"

namespace prompty::connection_codec {

namespace {

std::optional<Connection> read_known(std::string const& kind, ObjectReader const& members) {
  if (kind == "key") return KeyConnection{.endpoint = members.text("endpoint"), .api_key = members.text("apiKey")};
  if (kind == "reference") return ReferenceConnection{.name = members.text("name")};
  if (kind == "remote") return RemoteConnection{.endpoint = members.text("endpoint"), .target = members.text("target")};
  if (kind == "anonymous") return AnonymousConnection{.endpoint = members.text("endpoint")};
  if (kind == "foundry") return FoundryConnection{.endpoint = members.text("endpoint")};
  if (kind == "oauth") {
    return OAuthConnection{.endpoint = members.text("endpoint"),
                           .authentication_mode = members.text("authenticationMode")};
  }
  return std::nullopt;
}

}  // namespace

Connection read(Json const& value, std::string const& path, Reading const& reading) {
  ObjectReader const members(value, path, reading);
  // P2.5-02: the other fields are no hint, not even an apiKey.
  std::string const kind = members.text("kind").value_or("");
  if (std::optional<Connection> known = read_known(kind, members)) {
    members.report_unread();
    return *std::move(known);
  }
  // P4.2-08, A-017: its meaning is up to the provider.
  UnknownConnection unknown{.kind = kind, .fields = value.is_object() ? value : Json::object()};
  unknown.fields.erase("kind");
  return unknown;
}

Json write(Connection const& connection) {
  Json shown = Json::object();
  if (std::string const kind = kind_of(connection); !kind.empty()) shown["kind"] = kind;
  match(
      connection, [&](UnknownConnection const& unknown) { shown.update(unknown.fields); },
      [&](auto const& known) {
        if constexpr (requires { known.endpoint; }) put(shown, "endpoint", known.endpoint);
        if constexpr (requires { known.api_key; }) put(shown, "apiKey", known.api_key);
        if constexpr (requires { known.name; }) put(shown, "name", known.name);
        if constexpr (requires { known.target; }) put(shown, "target", known.target);
        if constexpr (requires { known.authentication_mode; }) {
          put(shown, "authenticationMode", known.authentication_mode);
        }
      });
  return shown;
}

}  // namespace prompty::connection_codec

namespace prompty::model_codec {
namespace {

ModelOptions read_options(Json const& value, std::string const& path, Reading const& reading) {
  ObjectReader const members(value, path, reading);
  // P2.6-01, P2.6-03, P2.6-05, P2.6-06: numbers of either sign; a whole one needs no fraction.
  // P2.6-02, P2.6-04, P2.6-07: whole numbers, of which 3.0 is one.
  // P4.2-13: no range is checked, since each provider has its own.
  ModelOptions options{.temperature = members.number("temperature"),
                       .max_output_tokens = members.integer("maxOutputTokens"),
                       .top_p = members.number("topP"),
                       .top_k = members.integer("topK"),
                       .frequency_penalty = members.number("frequencyPenalty"),
                       .presence_penalty = members.number("presencePenalty"),
                       .seed = members.integer("seed"),
                       // P2.6-08, P2.6-09: an empty list and false are something else than not set.
                       .stop_sequences = members.texts("stopSequences"),
                       .allow_multiple_tool_calls = members.boolean("allowMultipleToolCalls"),
                       // P2.6-10: copied as it is; only the provider knows what it means.
                       .additional_properties = members.mapping("additionalProperties")};
  members.report_unread();
  return options;
}

Json write_options(ModelOptions const& options) {
  Json shown = Json::object();
  put(shown, "temperature", options.temperature);
  put(shown, "maxOutputTokens", options.max_output_tokens);
  put(shown, "topP", options.top_p);
  put(shown, "topK", options.top_k);
  put(shown, "frequencyPenalty", options.frequency_penalty);
  put(shown, "presencePenalty", options.presence_penalty);
  put(shown, "seed", options.seed);
  put(shown, "stopSequences", options.stop_sequences);
  put(shown, "allowMultipleToolCalls", options.allow_multiple_tool_calls);
  put_unless_empty(shown, "additionalProperties", options.additional_properties);
  return shown;
}

}  // namespace

Model read(Json const& value, std::string const& path, Reading const& reading) {
  // P2.3-05, P2.4-01, P2.4-02: the string stands for a mapping with nothing but the id.
  if (value.is_string()) return {.id = value.get<std::string>()};
  if (!value.is_object()) {
    refuse(reading, path, "a mapping or a string", value);
    return {};
  }
  ObjectReader const members(value, path, reading);
  // P2.4-05: any provider loads; the registry is not needed before the agent is used.
  Model model{.id = members.text("id"), .provider = members.text("provider")};
  model.api_type = members.text("apiType").value_or(model.api_type);
  // P2.4-08, P2.4-09: left unset when not written, which is not the same as empty.
  model.connection = members.read("connection", connection_codec::read);
  model.options = members.read("options", read_options);
  members.report_unread();
  return model;
}

Json write(Model const& model) {
  Json shown = Json::object();
  put(shown, "id", model.id);
  put(shown, "provider", model.provider);
  shown["apiType"] = model.api_type;
  if (model.connection) shown["connection"] = connection_codec::write(*model.connection);
  if (model.options) shown["options"] = write_options(*model.options);
  return shown;
}

}  // namespace prompty::model_codec
