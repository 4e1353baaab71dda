#include "prompty/load/connection_codec.hpp"

#include <optional>
#include <utility>

#include "prompty/core/match.hpp"
#include "prompty/load/object_reader.hpp"

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
    members.tell_of_unread();
    return *std::move(known);
  }
  // P4.2-08, A-017: what it means is up to whoever uses it.
  UnknownConnection unknown{.kind = kind, .fields = value.is_object() ? value : Json::object()};
  unknown.fields.erase("kind");
  return unknown;
}

Json write(Connection const& connection) {
  Json shown = Json::object();
  if (std::string const kind = kind_of(connection); !kind.empty()) shown["kind"] = kind;
  match(
      connection,
      [&](KeyConnection const& key) {
        put(shown, "endpoint", key.endpoint);
        put(shown, "apiKey", key.api_key);
      },
      [&](ReferenceConnection const& reference) { put(shown, "name", reference.name); },
      [&](RemoteConnection const& remote) {
        put(shown, "endpoint", remote.endpoint);
        put(shown, "target", remote.target);
      },
      [&](AnonymousConnection const& anonymous) { put(shown, "endpoint", anonymous.endpoint); },
      [&](FoundryConnection const& foundry) { put(shown, "endpoint", foundry.endpoint); },
      [&](OAuthConnection const& oauth) {
        put(shown, "endpoint", oauth.endpoint);
        put(shown, "authenticationMode", oauth.authentication_mode);
      },
      [&](UnknownConnection const& unknown) { shown.update(unknown.fields); });
  return shown;
}

}  // namespace prompty::connection_codec
