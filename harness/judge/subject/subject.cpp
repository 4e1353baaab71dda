#include "harness/judge/subject/subject.hpp"

#include <fmt/core.h>

#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

constexpr std::int64_t most_requests_in_flight = 1024;
constexpr std::size_t shown_bytes_of_a_member = 80;
// Of which adapters can still be judged.
constexpr int oldest_version = 1;

SubjectStartError wrong_member(std::string const& pointer, std::string const& needed, Json const& got) {
  std::string const shown = got.dump(-1, ' ', false, Json::error_handler_t::replace);
  return SubjectStartError(fmt::format("the answer to initialize is malformed: {} must be {}, not {}", pointer, needed,
                                       one_line_excerpt(shown, shown_bytes_of_a_member)));
}

Json const& member_or(Json const& object, char const* name, Json const& otherwise) {
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? otherwise : *found;
}

std::set<std::string> names_at(Json const& result, char const* name, std::set<std::string> const& unless_listed = {}) {
  if (!result.contains(name)) return unless_listed;
  Json const& names = result[name];
  std::string const pointer = fmt::format("/{}", name);
  if (!names.is_array()) throw wrong_member(pointer, "an array of strings", names);
  std::set<std::string> found;
  for (Json const& entry : names) {
    if (!entry.is_string()) throw wrong_member(pointer, "an array of strings", names);
    found.insert(shown_name(entry.get<std::string>()));
  }
  return found;
}

std::string text_at(Json const& implementation, char const* name) {
  Json const empty = "";
  Json const& text = member_or(implementation, name, empty);
  if (!text.is_string()) throw wrong_member(fmt::format("/implementation/{}", name), "a string", text);
  return shown_name(text.get<std::string>());
}

int version_at(Json const& result) {
  Json const missing;
  Json const& version = member_or(result, "protocolVersion", missing);
  bool const is_version = version.is_number_integer() && version >= oldest_version;
  if (!is_version)
    throw wrong_member("/protocolVersion", fmt::format("an integer from {} to {}", oldest_version, protocol_version),
                       version);
  if (version > protocol_version) {
    throw SubjectStartError(
        fmt::format("the adapter speaks protocol version {}, which is newer than this harness, which speaks versions "
                    "{} to {}; update the suite, or let the adapter answer initialize with the protocolVersion that "
                    "the request names",
                    one_line_excerpt(version.dump(), shown_bytes_of_a_member), oldest_version, protocol_version));
  }
  return version.get<int>();
}

std::set<std::string> features_at(Json const& result, int version) {
  std::set<std::string> features = names_at(result, "features", {"jinja2"});
  // A list of that version names none of them. What came later is not there until an adapter declares it.
  if (version <= 1) features.insert({"env", "jinja2", "strict"});
  // Nor one of the next four, whose adapters could not decline them.
  if (version <= 5) features.insert("whole-answers");
  return features;
}

int in_flight_at(Json const& result) {
  Json const one = 1;
  Json const& limit = member_or(result, "maxInFlight", one);
  bool const fits = limit.is_number_integer() && limit >= 1 && limit <= most_requests_in_flight;
  if (!fits) throw wrong_member("/maxInFlight", fmt::format("an integer from 1 to {}", most_requests_in_flight), limit);
  return limit.get<int>();
}

}  // namespace

std::set<std::string> const& all_connection_kinds() {
  static std::set<std::string> const kinds = {"anonymous", "foundry", "key", "oauth", "reference", "remote"};
  return kinds;
}

Json initialize_params(std::string const& suite_name, std::string const& suite_version, std::string const& scratch,
                       std::vector<std::string> const& editions) {
  return {{"protocolVersion", protocol_version},
          {"suite", {{"name", suite_name}, {"version", suite_version}}},
          {"scratch", scratch},
          {"editions", editions}};
}

Capabilities capabilities_from(Json const& result) {
  if (!result.is_object()) throw wrong_member("the result", "an object", result);
  int const version = version_at(result);
  Json const missing;
  Json const& implementation = member_or(result, "implementation", missing);
  if (!implementation.is_object()) throw wrong_member("/implementation", "an object", implementation);
  std::string const name = text_at(implementation, "name");
  if (name.empty()) {
    throw wrong_member("/implementation/name", "a string that is not empty",
                       member_or(implementation, "name", missing));
  }
  if (!result.contains("operations")) throw wrong_member("/operations", "an array of strings", missing);
  return Capabilities{.name = name,
                      .version = text_at(implementation, "version"),
                      .language = text_at(implementation, "language"),
                      .operations = names_at(result, "operations"),
                      .providers = names_at(result, "providers", {"openai"}),
                      .api_types = names_at(result, "apiTypes", {"chat"}),
                      .connection_kinds = names_at(result, "connectionKinds", all_connection_kinds()),
                      .features = features_at(result, version),
                      .editions = names_at(result, "editions", {first_edition}),
                      .max_in_flight = in_flight_at(result),
                      .protocol = version};
}

std::string differing_member(Capabilities const& one, Capabilities const& other) {
  if (one.name != other.name || one.version != other.version || one.language != other.language) return "implementation";
  if (one.operations != other.operations) return "operations";
  if (one.providers != other.providers) return "providers";
  if (one.api_types != other.api_types) return "apiTypes";
  if (one.connection_kinds != other.connection_kinds) return "connectionKinds";
  if (one.features != other.features) return "features";
  if (one.editions != other.editions) return "editions";
  if (one.max_in_flight != other.max_in_flight) return "maxInFlight";
  return one.protocol != other.protocol ? "protocolVersion" : "";
}

std::string version_notice(Capabilities const& declared) {
  if (declared.protocol == protocol_version) return "";
  return fmt::format(
      "the adapter speaks protocol version {}; this harness speaks {}. It is judged as before, "
      "as if it declared every feature that its version did not have; see \"Versions of the protocol\" in "
      "harness/adapters/README.md",
      declared.protocol, protocol_version);
}

}  // namespace conformance
