#include "harness/judge/vectors/vector_file.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>

#include "harness/judge/files/input_error.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/expectation.hpp"
#include "mock-provider/values/spelling.hpp"

namespace conformance {
namespace {

/// How many members all objects in a value have together.
std::size_t members_in(Json const& value) {
  if (!value.is_structured()) return 0;
  return std::accumulate(value.begin(), value.end(), value.is_object() ? value.size() : 0,
                         [](std::size_t sum, Json const& element) { return sum + members_in(element); });
}

/// The first name that occurs twice in one object of a JSON text.
std::string repeated_name(std::string_view text) {
  std::vector<std::set<std::string>> open_objects;
  std::optional<std::string> repeated;
  Json::parser_callback_t const note_keys = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) open_objects.emplace_back();
    if (event == Json::parse_event_t::object_end) open_objects.pop_back();
    if (event == Json::parse_event_t::key && !open_objects.back().insert(parsed.get<std::string>()).second && !repeated)
      repeated = parsed.get<std::string>();
    return true;
  };
  std::ignore = Json::parse(text, note_keys);
  return repeated.value_or("");
}

/// Of the vector format that this harness reads.
constexpr int schema_version = 1;
constexpr int most_times = 1'000;

std::string place_of_byte(std::string_view text, std::size_t byte) {
  std::string_view const before = text.substr(0, std::min(byte, text.size()));
  std::size_t const line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  std::size_t const line_start = before.rfind('\n');
  std::size_t const column = before.size() - (line_start == std::string_view::npos ? 0 : line_start + 1);
  return fmt::format("{}:{}", line, std::max<std::size_t>(column, 1));
}

std::string decode_base64(std::string const& text, ObjectReader const& reader) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  // EVP_DecodeBlock also takes white space around the text and padding anywhere.
  std::size_t const end = std::min(text.find_first_not_of(letters), text.size());
  std::string_view const padding = std::string_view(text).substr(end);
  if (text.size() % 4 != 0 || (!padding.empty() && padding != "=" && padding != "=="))
    reader.reject("\"base64\" must hold base64 with padding");
  std::string bytes(text.size() / 4 * 3, '\0');
  EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), reinterpret_cast<unsigned char const*>(text.data()),
                  static_cast<int>(text.size()));
  bytes.resize(bytes.size() - padding.size());
  return bytes;
}

/// What may be the name of a file, as of a trace, and stand in a terminal.
bool is_name(std::string_view id) {
  return std::all_of(id.begin(), id.end(), [](unsigned char letter) {
    constexpr std::string_view others = "-_.";
    bool const is_ascii = letter < 0x80;
    return is_ascii && (std::isalnum(letter) != 0 || others.find(static_cast<char>(letter)) != std::string_view::npos);
  });
}

/// Reads one vector; knows where it is for every error.
class VectorReader {
 public:
  VectorReader(std::string file, std::string topic, Fixtures const& fixtures)
      : file_(std::move(file)), topic_(std::move(topic)), fixtures_(fixtures) {}

  Vector read(Json taken, std::size_t index) {
    auto const kept = std::make_shared<Json const>(std::move(taken));
    Json const& source = *kept;
    place_ = fmt::format("vectors[{}]", index);
    ObjectReader reader(source, file_, place_);
    std::string const id = reader.required_string("id");
    if (!is_name(id)) reader.reject("\"id\" must be of letters, digits, \"-\", \"_\" and \".\"");
    place_ = fmt::format("vector \"{}\"", id);
    Vector vector;
    vector.id = topic_ + "/" + id;
    vector.topic = topic_;
    vector.file = file_;
    vector.source = kept;
    ObjectReader members(source, file_, place_);
    members.allow("id");
    vector.clauses = members.required_strings("clauses");
    if (vector.clauses.size() > 3) members.reject("a vector cites at most three clauses; split it");
    vector.why = members.required_string("why");
    vector.steps = read_steps(members);
    read_files(members.optional("files"), vector);
    check_changed_files(vector, members);
    vector.cwd = members.optional_string("cwd");
    if (vector.cwd) check_below(*vector.cwd, members);
    vector.env = read_env(members);
    vector.times = read_times(members);
    if (vector.times > 1 && vector.changes_files())
      members.reject("\"times\" cannot stand beside \"files\" of a step, which change them once");
    vector.provider = read_provider(members);
    vector.mcp = read_mcp(members);
    if (vector.times > 1 && (vector.provider || vector.mcp))
      members.reject("\"times\" cannot stand beside \"provider\" or \"mcp\", whose answers are given once");
    vector.requires_ = read_requirements(members.optional("requires"));
    if (std::optional<std::string> const twin = members.optional_string("twin")) vector.twin = full_id(*twin);
    vector.transforms = members.optional_strings("transforms");
    vector.gating = members.optional_boolean("gating").value_or(true);
    vector.malformed = members.optional_boolean("malformed").value_or(false);
    vector.questioned = members.optional_boolean("questioned").value_or(false);
    members.finish();
    return vector;
  }

 private:
  std::string full_id(std::string const& id) const {
    return id.find('/') == std::string::npos ? topic_ + "/" + id : id;
  }

  static int read_times(ObjectReader& members) {
    Json const* const times = members.optional("times");
    if (times == nullptr) return 1;
    if (!times->is_number_integer() || *times < 2 || *times > most_times)
      members.reject(fmt::format("\"times\" must be an integer from 2 to {}", most_times));
    return times->get<int>();
  }

  std::vector<Step> read_steps(ObjectReader& members) {
    Json const* const steps = members.optional("steps");
    if (steps == nullptr) return {read_step(members, place_)};
    if (!steps->is_array() || steps->empty()) members.reject("\"steps\" must be an array of at least one step");
    std::vector<Step> read;
    for (Json const& step : *steps) {
      std::string const place = fmt::format("{}, steps[{}]", place_, read.size());
      ObjectReader reader(step, file_, place);
      read.push_back(read_step(reader, place));
      read.back().files = read_changed_files(reader);
      reader.finish();
    }
    return read;
  }

  Step read_step(ObjectReader& reader, std::string const& place) {
    Step step;
    step.operation = reader.required_string("operation");
    step.given = reader.required("given");
    if (!step.given.is_object()) reader.reject("\"given\" must be an object: the params of the operation");
    step.expect = read_expect(reader.required("expect"), place + ", expect");
    return step;
  }

  static std::map<std::string, std::string> read_changed_files(ObjectReader& reader) {
    Json const* const files = reader.optional("files");
    if (files == nullptr) return {};
    bool const are_texts = files->is_object() && !files->empty() &&
                           std::all_of(files->begin(), files->end(), [](Json const& text) { return text.is_string(); });
    if (!are_texts) reader.reject("\"files\" of a step must be an object of paths and their texts");
    return files->get<std::map<std::string, std::string>>();
  }

  static void check_changed_files(Vector const& vector, ObjectReader const& members) {
    for (Step const& step : vector.steps) {
      for (auto const& [path, text] : step.files) {
        if (!vector.files.contains(path))
          members.reject(fmt::format("a step changes \"{}\", which is not among the files of the vector", path));
      }
    }
  }

  ExpectedAnswer read_expect(Json const& source, std::string const& place) {
    ObjectReader reader(source, file_, place);
    ExpectedAnswer expect;
    if (Json const* const readings = reader.optional("readings")) {
      if (!readings->is_object() || readings->size() < 2)
        reader.reject("\"readings\" must be an object with at least two readings");
      for (auto const& [name, outcome] : readings->items()) {
        std::string const inner_place = fmt::format("{}, readings \"{}\"", place, name);
        ObjectReader inner(outcome, file_, inner_place);
        expect.readings.push_back({.name = name, .outcome = read_outcome(inner, inner_place)});
        inner.finish();
      }
      // Beside the readings they are those of each that has none of its own.
      if (std::optional<Json> const requests = read_requests(reader))
        for (ExpectedReading& reading : expect.readings)
          if (!reading.outcome.requests) reading.outcome.requests = requests;
    }
    bool const has_outcome = source.contains("value") || source.contains("error");
    if (has_outcome == !expect.readings.empty())
      reader.reject("needs exactly one of \"value\", \"error\" and \"readings\"");
    if (has_outcome) expect.outcome = read_outcome(reader, place);
    reader.finish();
    return expect;
  }

  ExpectedOutcome read_outcome(ObjectReader& reader, std::string const& place) {
    ExpectedOutcome outcome;
    outcome.value = read_expectation(reader, "value");
    if (Json const* const error = reader.optional("error")) outcome.error = read_error(*error, place + ", error");
    if (outcome.value.has_value() == outcome.error.has_value())
      reader.reject("needs exactly one of \"value\" and \"error\"");
    outcome.items = read_expectation(reader, "items");
    outcome.spans = read_spans(reader);
    outcome.requests = read_requests(reader);
    return outcome;
  }

  std::optional<Json> read_requests(ObjectReader& reader) {
    std::optional<Json> requests = read_expectation(reader, "requests");
    if (requests && !requests->is_array())
      reader.reject("\"requests\" must be a list, with an object for each request");
    return requests;
  }

  ExpectedError read_error(Json const& source, std::string const& place) {
    static std::set<std::string> const kinds = {"ValueError",          "FileNotFoundError", "InvokerError",
                                                "NotImplementedError", "ConnectionError",   "ExecuteError",
                                                "RuntimeError",        "CancelledError",    "GuardrailError"};
    ObjectReader reader(source, file_, place);
    ExpectedError error;
    error.kind = reader.optional_string("kind");
    if (error.kind && !kinds.contains(*error.kind))
      reader.reject(fmt::format("\"{}\" is no error kind of the adapter protocol", *error.kind));
    error.message = read_expectation(reader, "message");
    error.message_contains = reader.optional_string("messageContains");
    error.partial = read_expectation(reader, "partial");
    reader.finish();
    return error;
  }

  std::optional<Json> read_expectation(ObjectReader& reader, std::string_view name) {
    Json const* const source = reader.optional(name);
    if (source == nullptr) return std::nullopt;
    std::vector<ExpectationProblem> const problems = problems_of_expectation(*source);
    if (!problems.empty()) {
      reader.reject(
          fmt::format("\"{}\" is malformed at \"{}\": {}", name, problems.front().pointer, problems.front().message));
    }
    return *source;
  }

  std::optional<Json> read_spans(ObjectReader& reader) {
    std::optional<Json> spans = read_expectation(reader, "spans");
    if (!spans) return spans;
    bool const are_named =
        spans->is_array() && !spans->empty() && std::all_of(spans->begin(), spans->end(), [](Json const& span) {
          return span.is_object() && span.contains("name") && span["name"].is_string();
        });
    if (!are_named) reader.reject("\"spans\" must be a list of objects, each with the name of a span");
    return spans;
  }

  static void check_below(std::string const& path, ObjectReader const& reader) {
    std::filesystem::path const steps = path;
    bool const leads_up = std::find(steps.begin(), steps.end(), "..") != steps.end();
    if (path.empty() || path.front() == '/' || leads_up)
      reader.reject(fmt::format("\"{}\" must be a relative path without \"..\"", path));
  }

  void read_files(Json const* source, Vector& vector) const {
    if (source == nullptr) return;
    ObjectReader const reader(*source, file_, place_ + ", files");
    for (auto const& [path, content] : source->items()) {
      check_below(path, reader);
      vector.files.emplace(path, content.is_string() ? content.get<std::string>() : read_file(path, content, vector));
    }
  }

  std::string read_file(std::string const& path, Json const& content, Vector& vector) const {
    ObjectReader reader(content, file_, fmt::format("{}, files \"{}\"", place_, path));
    std::optional<std::string> const fixture = reader.optional_string("fixture");
    std::string bytes =
        fixture ? fixture_named(*fixture, reader) : decode_base64(reader.required_string("base64"), reader);
    reader.finish();
    if (fixture) vector.fixtures.insert(*fixture);
    return bytes;
  }

  std::string const& fixture_named(std::string const& name, ObjectReader const& reader) const {
    auto const found = fixtures_.find(name);
    if (found == fixtures_.end())
      reader.reject(fmt::format("there is no fixture \"{}\" below vectors/fixtures/", name));
    return found->second;
  }

  static std::optional<Json> read_env(ObjectReader& members) {
    Json const* const env = members.optional("env");
    if (env == nullptr) return std::nullopt;
    bool const strings =
        env->is_object() && std::all_of(env->begin(), env->end(), [](Json const& value) { return value.is_string(); });
    if (!strings) members.reject("\"env\" must be an object of strings");
    return *env;
  }

  static std::optional<Json> read_provider(ObjectReader& members) {
    Json const* const provider = members.optional("provider");
    if (provider == nullptr) return std::nullopt;
    bool const is_list = provider->is_array() && !provider->empty();
    if (!is_list || !std::all_of(provider->begin(), provider->end(), [](Json const& step) { return step.is_object(); }))
      members.reject("\"provider\" must be an array of at least one scenario step, each an object");
    return *provider;
  }

  static std::optional<Json> read_mcp(ObjectReader& members) {
    Json const* const mcp = members.optional("mcp");
    if (mcp == nullptr) return std::nullopt;
    if (!mcp->is_object() || !mcp->contains("tools")) members.reject("\"mcp\" must be an object with \"tools\"");
    return *mcp;
  }

  Requirements read_requirements(Json const* source) {
    if (source == nullptr) return {};
    ObjectReader reader(*source, file_, place_ + ", requires");
    Requirements requirements{.features = reader.optional_strings("features"),
                              .providers = reader.optional_strings("providers"),
                              .api_types = reader.optional_strings("apiTypes"),
                              .connection_kinds = reader.optional_strings("connectionKinds")};
    reader.finish();
    return requirements;
  }

  std::string file_;
  std::string topic_;
  Fixtures const& fixtures_;
  std::string place_;
};

}  // namespace

ObjectReader::ObjectReader(Json const& object, std::string file, std::string place)
    : object_(object), file_(std::move(file)), place_(std::move(place)) {
  if (!object_.is_object()) reject(fmt::format("must be an object, is {}", object_.type_name()));
}

void ObjectReader::reject(std::string const& what) const {
  throw InputError(fmt::format("{}: {}: {}", file_, place_, what));
}

Json const* ObjectReader::optional(std::string_view name) {
  known_.emplace(name);
  auto const found = object_.find(std::string(name));
  return found == object_.end() ? nullptr : &*found;
}

Json const& ObjectReader::required(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) reject(fmt::format("the member \"{}\" is missing", name));
  return *value;
}

std::optional<std::string> ObjectReader::optional_string(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) reject(fmt::format("\"{}\" must be a string, is {}", name, value->type_name()));
  return value->get<std::string>();
}

std::string ObjectReader::required_string(std::string_view name) {
  std::optional<std::string> value = optional_string(name);
  if (!value) reject(fmt::format("the member \"{}\" is missing", name));
  if (value->empty()) reject(fmt::format("\"{}\" must not be empty", name));
  return *value;
}

std::vector<std::string> ObjectReader::optional_strings(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) return {};
  if (!value->is_array()) reject(fmt::format("\"{}\" must be an array of strings, is {}", name, value->type_name()));
  std::vector<std::string> strings;
  for (Json const& element : *value) {
    if (!element.is_string()) reject(fmt::format("\"{}\" must hold strings, holds {}", name, element.type_name()));
    strings.push_back(element.get<std::string>());
  }
  return strings;
}

std::vector<std::string> ObjectReader::required_strings(std::string_view name) {
  std::vector<std::string> strings = optional_strings(name);
  if (strings.empty()) reject(fmt::format("\"{}\" must be an array of at least one string", name));
  return strings;
}

std::optional<bool> ObjectReader::optional_boolean(std::string_view name) {
  Json const* const value = optional(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) reject(fmt::format("\"{}\" must be true or false, is {}", name, value->type_name()));
  return value->get<bool>();
}

void ObjectReader::allow(std::string_view name) {
  known_.emplace(name);
}

void ObjectReader::finish() const {
  for (auto const& member : object_.items()) {
    if (known_.contains(member.key())) continue;
    std::optional<std::string> const meant =
        mock_provider::spelling::meant(member.key(), {known_.begin(), known_.end()});
    std::string const hint =
        meant ? fmt::format("did you mean \"{}\"?", *meant) : fmt::format("known are: {}", fmt::join(known_, ", "));
    reject(fmt::format("unknown member \"{}\"; {}", member.key(), hint));
  }
}

Json parse_json_file(std::string_view text, std::string const& file) {
  constexpr int most_levels = 512;
  JsonComplexity const complexity = complexity_of(text);
  if (complexity.depth > most_levels)
    throw InputError(fmt::format("{}: nested deeper than {} levels", file, most_levels));
  if (std::size_t const at = text.find('\0'); at != std::string_view::npos)
    throw InputError(fmt::format("{}:{}: not JSON: a NUL byte", file, place_of_byte(text, at + 1)));
  try {
    Json value = Json::parse(text);
    // The library keeps one of several members of a name. Noting all names takes longer than parsing.
    if (members_in(value) != complexity.members)
      throw InputError(fmt::format("{}: the member \"{}\" occurs twice in one object", file, repeated_name(text)));
    return value;
  } catch (Json::parse_error const& error) {
    throw InputError(fmt::format("{}:{}: not JSON: {}", file, place_of_byte(text, error.byte), error.what()));
  } catch (Json::out_of_range const&) {
    throw InputError(fmt::format("{}: a number is too large", file));
  }
}

std::vector<Vector> parse_vector_document(Json document, std::string const& file, std::string const& topic,
                                          Fixtures const& fixtures) {
  ObjectReader reader(document, file, "the file");
  reader.allow("$schema");
  Json const& version = reader.required("schemaVersion");
  if (!version.is_number_integer() || version != schema_version) {
    reader.reject(fmt::format("\"schemaVersion\" must be {}, is {}", schema_version, version.dump()));
  }
  std::string const stated = reader.required_string("topic");
  if (stated != topic)
    reader.reject(fmt::format("\"topic\" is \"{}\", the path of the file says \"{}\"", stated, topic));
  (void)reader.required("vectors");
  reader.finish();
  Json& list = document["vectors"];
  if (!list.is_array() || list.empty()) reader.reject("\"vectors\" must be an array of at least one vector");
  VectorReader vector_reader(file, topic, fixtures);
  std::vector<Vector> vectors;
  for (Json& element : list) vectors.push_back(vector_reader.read(std::move(element), vectors.size()));
  return vectors;
}

std::vector<Vector> parse_vector_file(std::string_view text, std::string const& file, std::string const& topic,
                                      Fixtures const& fixtures) {
  return parse_vector_document(parse_json_file(text, file), file, topic, fixtures);
}

}  // namespace conformance
