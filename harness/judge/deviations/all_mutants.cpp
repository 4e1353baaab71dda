#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/judge/deviations/filter_mutants.hpp"
#include "harness/judge/deviations/prompt_file.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance {
namespace mutants {
namespace {

// §7.8 and §7.9: requests to providers, and what comes back

void keep_name_of_library(Sending& sending) {
  sending.headers.erase("User-Agent");
}

bool is_chat_path(Sending const& sending) {
  return sending.path.find("/chat/") != std::string::npos;
}

/// Moves what stands in one header to another one, put together anew.
void move_header(Sending& sending, std::string const& from, std::string const& to, std::string const& prefix) {
  std::map<std::string, std::string>::const_iterator const found = sending.headers.find(from);
  if (found == sending.headers.end()) return;
  std::string const value = prefix + found->second;
  sending.headers.erase(from);
  sending.headers[to] = value;
}

std::vector<Mutant> name_mutants() {
  return {
      {"user-agent-of-the-http-library", "P7.8-05", "Requests carry the name of the library that sends them.",
       sent_otherwise(keep_name_of_library)},
      {"user-agent-without-version", "P7.8-05", "The header that names the sender has no version.",
       sent_otherwise([](Sending& sending) { sending.headers["User-Agent"] = "prompty"; })},
      {"user-agent-in-chats-only", "P7.8-05", "Only requests for chats name who sends them.",
       sent_otherwise([](Sending& sending) {
         if (!is_chat_path(sending)) keep_name_of_library(sending);
       })},
  };
}

std::vector<Mutant> azure_mutants() {
  return {
      {"azure-key-as-bearer-token", "P7.9-03", "The key for Azure is sent as a bearer token.",
       sent_otherwise([](Sending& sending) { move_header(sending, "api-key", "Authorization", "Bearer "); })},
      {"azure-key-with-a-word-before-it", "P7.9-03", "The word Bearer stands before the key for Azure.",
       sent_otherwise([](Sending& sending) { move_header(sending, "api-key", "api-key", "Bearer "); })},
      {"azure-key-in-two-places", "P7.9-03", "The key for Azure is sent as a bearer token as well.",
       sent_otherwise([](Sending& sending) {
         if (sending.headers.contains("api-key")) sending.headers["Authorization"] = sending.headers["api-key"];
       })},
      {"azure-key-header-without-a-key", "P7.9-03", "The header for the key is sent to Azure although there is none.",
       sent_otherwise([](Sending& sending) {
         if (is_azure(sending.provider)) sending.headers.try_emplace("api-key", "none");
       })},
  };
}

std::vector<Mutant> address_mutants() {
  return {
      {"slashes-meet", "P7.9-17", "The path is written behind the endpoint although that ends in a slash.",
       sent_otherwise([](Sending&) {}, {.joint = Joint::as_it_stands})},
      {"no-slash-put-in", "P7.9-17", "The path is written behind the endpoint without a slash between them.",
       sent_otherwise([](Sending&) {}, {.joint = Joint::of_the_endpoint})},
  };
}

std::vector<Mutant> anthropic_mutants() {
  return {
      {"anthropic-key-in-two-places", "P7.9-04", "The key for Anthropic is sent as a bearer token as well.",
       sent_otherwise([](Sending& sending) {
         if (sending.headers.contains("x-api-key"))
           sending.headers["Authorization"] = "Bearer " + sending.headers["x-api-key"];
       })},
      {"anthropic-key-with-a-word-before-it", "P7.9-04", "The word Bearer stands before the key for Anthropic.",
       sent_otherwise([](Sending& sending) { move_header(sending, "x-api-key", "x-api-key", "Bearer "); })},
      {"anthropic-version-left-out", "P7.9-05", "Requests to Anthropic name no version of the interface.",
       sent_otherwise([](Sending& sending) { sending.headers.erase("anthropic-version"); })},
      {"anthropic-version-of-its-own", "P7.9-05", "Requests to Anthropic name the version of the sender.",
       sent_otherwise([](Sending& sending) {
         if (sending.headers.contains("anthropic-version")) sending.headers["anthropic-version"] = "0.0.1";
       })},
  };
}

void unchanged(Sending&) {}

bool is_redirect(int status, std::string const&) {
  return status >= 300 && status <= 399;
}

bool is_lasting_redirect(int status, std::string const&) {
  return status == 301 || status == 308;
}

std::vector<Mutant> answer_mutants() {
  return {
      {"every-question-asked-twice", "P7.9-11", "Every request is sent a second time.",
       sent_otherwise(unchanged, {.retries = [](int) { return true; }})},
      {"asked-again-when-told-to-wait", "P7.9-11", "A request that came too soon is sent again.",
       sent_otherwise(unchanged, {.retries = [](int status) { return status == 429; }})},
      {"asked-again-after-a-failure", "P7.9-11", "A request is sent again after the server failed.",
       sent_otherwise(unchanged, {.retries = [](int status) { return status >= 500; }})},
      {"redirects-followed", "P7.9-13", "A redirect is followed.", sent_otherwise(unchanged, {.follows = is_redirect})},
      {"lasting-redirects-followed", "P7.9-13", "A permanent redirect is followed.",
       sent_otherwise(unchanged, {.follows = is_lasting_redirect})},
  };
}

// §8.6 and §10.1: streams

/// Whether it is a run that streams events that name their type.
bool is_run_of_typed_events(std::string const& operation, Json const& params) {
  Json const& model = member(member(params, "agent"), "model");
  return operation == "run" && member(params, "stream") == true &&
         (member(model, "provider") == "anthropic" || member(model, "apiType") == "responses");
}

/// Mutants that hand on the items of a stream late, which a filter cannot do. The others of these sections are in
/// spec/mutants/8.6.yaml and 10.1.yaml.
std::vector<Mutant> stream_mutants() {
  auto const unchanged_answer = [](std::string const& operation, Json const& params, AskReference const& reference) {
    return reference(operation, params);
  };
  return {
      {.id = "items-told-with-the-answer",
       .clause = "P8.6-01",
       .breaks = "Items are handed on when the stream is over.",
       .answer = unchanged_answer,
       .tells_late = [](std::string const&, Json const&) { return true; }},
      {.id = "events-told-with-the-answer",
       .clause = "P10.1-11",
       .breaks = "What typed events add is handed on when their stream is over.",
       .answer = unchanged_answer,
       .tells_late = is_run_of_typed_events},
  };
}

// §11.2: calls of web APIs

/// The operation that a call names, inside a document.
struct CalledOperation {
  std::string path;
  std::string method;
  Json operation;
};

/// Changes a document and the arguments of the call. Calls of operations that it does not hold are left alone.
using ChangeCall = std::function<void(Json& document, CalledOperation const& called, Json& arguments)>;

Json first_server(Json const& document) {
  Json const& servers = member(document, "servers");
  return servers.is_array() && !servers.empty() ? member(servers.front(), "url") : Json();
}

std::optional<CalledOperation> find_called(Json const& document, Json const& name) {
  for (auto const& [path, item] : member(document, "paths").items()) {
    for (auto const& [method, operation] : item.items()) {
      bool const is_it = operation.is_object() && member(operation, "operationId") == name;
      if (is_it) return CalledOperation{.path = path, .method = method, .operation = operation};
    }
  }
  return std::nullopt;
}

/// Asks the reference about the call with the document in a file of another name.
Reply dispatched_with(Json params, Json const& document, Json const& arguments, AskReference const& reference) {
  std::filesystem::path const file =
      write_new_file(params.at("baseDir").get<std::string>(), "mutated-", ".json", document.dump());
  if (file.empty()) return raised("FileNotFoundError");
  params["tool"]["specification"] = file.filename().string();
  params["call"]["arguments"] = arguments.dump();
  Reply reply = reference("dispatch", params);
  std::filesystem::remove(file);
  return reply;
}

Rule changed_call(ChangeCall change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Json const& folder = member(params, "baseDir");
    Json const& text = member_at(params, {"call", "arguments"});
    if (operation != "dispatch" || !folder.is_string() || !text.is_string()) return reference(operation, params);
    bool const is_of_api = member_at(params, {"tool", "kind"}) == "openapi";
    Json document = is_of_api ? document_of(member(params, "tool"), folder.get<std::string>()) : Json();
    if (is_of_api && document.is_null()) return reference(operation, without_document(params));
    std::optional<CalledOperation> const called = find_called(document, member_at(params, {"call", "name"}));
    Json arguments = Json::parse(text.get<std::string>(), nullptr, false);
    if (!called || !arguments.is_object()) return reference(operation, params);
    Json const before = {document, arguments};
    change(document, *called, arguments);
    bool const is_same = before == Json{document, arguments};
    return is_same ? reference(operation, params) : dispatched_with(params, document, arguments, reference);
  };
}

void call_root(Json& document, CalledOperation const& called, Json& arguments) {
  document["paths"] = {{"/", {{"get", {{"operationId", called.operation.at("operationId")}}}}}};
  arguments = Json::object();
}

void call_by_method(char const* method, Json& document, CalledOperation const& called) {
  Json item = document["paths"][called.path];
  item.erase(called.method);
  item[method] = called.operation;
  document["paths"] = {{called.path, std::move(item)}};
}

void keep_braces(Json& document, CalledOperation const& called, Json& arguments) {
  std::string path = called.path;
  for (std::size_t open = path.find('{'); open != std::string::npos; open = path.find('{')) {
    std::size_t const close = path.find('}', open);
    arguments.erase(path.substr(open + 1, close - open - 1));
    path = path.substr(0, open) + "_" + path.substr(close + 1);
  }
  document["paths"] = {{path, {{called.method, document["paths"][called.path][called.method]}}}};
}

void omit_body(Json& document, CalledOperation const& called, Json& arguments) {
  if (!called.operation.contains("requestBody")) return;
  document["paths"][called.path][called.method].erase("requestBody");
  arguments.erase("body");
}

/// Takes references to other documents away.
void drop_references(Json& value) {
  Json const& reference = member(value, "$ref");
  if (reference.is_string() && !reference.get<std::string>().starts_with("#")) value = Json::object();
  if (!value.is_structured()) return;
  for (Json& inner : value) drop_references(inner);
}

std::vector<Mutant> openapi_call_mutants() {
  return {
      {"openapi-always-gets-the-root", "P11.2-24", "Whatever operation is called, the root of the server is fetched.",
       changed_call(call_root)},
      {"openapi-always-posts", "P11.2-24", "All operations are called by POST.",
       changed_call(
           [](Json& document, CalledOperation const& called, Json&) { call_by_method("post", document, called); })},
      {"openapi-always-gets", "P11.2-24", "All operations are called by GET.",
       changed_call(
           [](Json& document, CalledOperation const& called, Json&) { call_by_method("get", document, called); })},
      {"openapi-path-not-filled", "P11.2-24", "Arguments do not get into the path.", changed_call(keep_braces)},
      {"openapi-body-forgotten", "P11.4-01", "Requests are sent without a body.", changed_call(omit_body)},
      {"references-to-files-dropped", "P11.4-04", "A schema that stands in another document allows everything.",
       changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
         drop_references(call.document);
         return std::nullopt;
       })},
      {"key-sent-to-any-server", "P11.4-06", "A key is sent to the server that the document names.",
       changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
         Json const& connection = member(call.tool, "connection");
         if (connection.contains("apiKey") && !connection.contains("endpoint"))
           call.tool["connection"]["endpoint"] = first_server(call.document);
         return std::nullopt;
       })},
      {"steps-upwards-sent", "P11.4-07", "A value may be a step upwards in a path.",
       changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
         for (Json& value : call.arguments) {
           if (value == "." || value == "..") value = "upwards";
         }
         return std::nullopt;
       })},
  };
}

// §2.9.2: prompts as tools

/// Whether a handler is given for the name of the call.
bool has_handler(Json const& params) {
  Json const& names = member(params, "names");
  Json const& name = member_at(params, {"call", "name"});
  return names.is_object() && name.is_string() && names.contains(name.get<std::string>());
}

/// Dispatches another child instead.
Rule other_child(std::function<void(Json& request)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "dispatch" || !member(params, "call").is_object()) return reference(operation, params);
    Json request = params;
    if (member_at(request, {"tool", "kind"}) == "prompty" && !has_handler(request)) change(request);
    return reference(operation, request);
  };
}

/// Runs a file beside the child with other text in it.
Rule other_text(std::function<std::string(std::string const& text)> change) {
  return other_child([change = std::move(change)](Json& request) {
    if (!member(request, "baseDir").is_string() || !member(request["tool"], "path").is_string()) return;
    std::filesystem::path const path = request["tool"]["path"].get<std::string>();
    std::filesystem::path const folder = request["baseDir"].get<std::string>();
    std::filesystem::path const sibling = path.parent_path() / ("other-" + path.filename().string());
    // The files are gone when a mutant is tried on a recorded call.
    std::error_code missing;
    if (std::filesystem::is_regular_file(folder / path, missing)) {
      write_file(folder / sibling, change(read_file(folder / path)));
    }
    request["tool"]["path"] = sibling.string();
  });
}

bool is_short_input(std::string const& line) {
  std::size_t const colon = line.find(": ");
  return line.starts_with("  ") && !line.starts_with("   ") && colon != std::string::npos && colon + 2 < line.size();
}

/// The text without inputs that are written on one line.
std::string without_short_inputs(std::string const& text) {
  std::istringstream lines(text);
  std::string kept;
  bool in_inputs = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(" ")) in_inputs = line == "inputs:";
    if (!in_inputs || !is_short_input(line)) kept += line + "\n";
  }
  return kept;
}

/// The text with paths that lead up from its folder leading up once more, out of where any prompt is allowed.
std::string led_further_up(std::string text) {
  std::string const leads_up = "path: ../";
  std::size_t const place = text.find(leads_up);
  return place == std::string::npos ? text : text.insert(place + leads_up.size(), "../");
}

/// The text with the paths of its prompty tools leading to a folder that is not there.
std::string led_elsewhere(std::string const& text) {
  std::optional<Json> frontmatter = frontmatter_of(text);
  if (!frontmatter || !member(*frontmatter, "tools").is_array()) return text;
  for (Json& tool : (*frontmatter)["tools"]) {
    if (member(tool, "path").is_string()) tool["path"] = "elsewhere/" + tool["path"].get<std::string>();
  }
  return with_frontmatter(text, *frontmatter);
}

/// Turns and invocations of a file look for its children in a folder that is not there.
Rule children_of_files_elsewhere() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const runs_a_file = (operation == "turn" || operation == "invoke") && member(params, "path").is_string();
    if (!runs_a_file) return reference(operation, params);
    std::filesystem::path const path = params["path"].get<std::string>();
    std::filesystem::path const sibling = path.parent_path() / ("elsewhere-" + path.filename().string());
    // The files are gone when a mutant is tried on a recorded call.
    std::error_code missing;
    if (std::filesystem::is_regular_file(path, missing)) write_file(sibling, led_elsewhere(read_file(path)));
    Json changed = params;
    changed["path"] = sibling.string();
    return reference(operation, changed);
  };
}

// These write files, which a filter cannot.
std::vector<Mutant> prompty_tool_mutants() {
  return {
      {"children-of-files-elsewhere", "P2.9.2-02", "The path of a child does not start at the file that is run.",
       children_of_files_elsewhere()},
      {"child-keeps-its-own-in-its-folder", "P2.9.2-02", "What a child calls has to lie in the folder of the child.",
       other_text(led_further_up)},
      {"child-without-short-inputs", "P2.9.2-04", "Inputs of a child that are written short are passed over.",
       other_text(without_short_inputs)},
  };
}

// §2.1, §2.11 and §11.2: files that are read again

/// The texts that files had when they were read first. From several threads at once.
class FirstTexts {
 public:
  std::string of(std::filesystem::path const& path) {
    std::string text = read_file(path);
    std::scoped_lock const lock(mutex_);
    return texts_.try_emplace(path.string(), std::move(text)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> texts_;
};

bool is_file(std::filesystem::path const& path) {
  std::error_code missing;
  return std::filesystem::is_regular_file(path, missing);
}

/// The path of the file that is loaded; nothing of another request, or when there is no such file.
std::optional<std::filesystem::path> loaded_file(std::string const& operation, Json const& params) {
  Json const& path = member(params, "path");
  if (operation != "load" || !path.is_string() || !is_file(path.get<std::string>())) return std::nullopt;
  return path.get<std::string>();
}

Rule prompts_read_once() {
  return [known = std::make_shared<FirstTexts>()](std::string const& operation, Json const& params,
                                                  AskReference const& reference) {
    std::optional<std::filesystem::path> const path = loaded_file(operation, params);
    if (!path) return reference(operation, params);
    std::string const first = known->of(*path);
    return first == read_file(*path) ? reference(operation, params) : load_as_sibling(params, first, reference);
  };
}

Rule referenced_files_read_once() {
  return [known = std::make_shared<FirstTexts>()](std::string const& operation, Json const& params,
                                                  AskReference const& reference) {
    std::optional<std::filesystem::path> const path = loaded_file(operation, params);
    Json older = Json::object();
    if (path) {
      for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(path->parent_path())) {
        if (!entry.is_regular_file() || entry.path() == *path) continue;
        std::string const first = known->of(entry.path());
        if (first != read_file(entry.path())) older[entry.path().filename().string()] = first;
      }
    }
    return older.empty() ? reference(operation, params) : load_beside(params, older, reference);
  };
}

Rule children_read_once() {
  return other_child([known = std::make_shared<FirstTexts>()](Json& request) {
    if (!member(request, "baseDir").is_string() || !member(request["tool"], "path").is_string()) return;
    std::filesystem::path const path = request["tool"]["path"].get<std::string>();
    std::filesystem::path const folder = request["baseDir"].get<std::string>();
    if (!is_file(folder / path)) return;
    std::string const first = known->of(folder / path);
    if (first == read_file(folder / path)) return;
    std::filesystem::path const sibling = path.parent_path() / ("older-" + path.filename().string());
    write_file(folder / sibling, first);
    request["tool"]["path"] = sibling.string();
  });
}

// These remember, which a filter cannot.
std::vector<Mutant> reading_mutants() {
  return {
      {.id = "prompts-read-once",
       .clause = "P2.1-05",
       .breaks = "A file that was loaded before is not read again.",
       .answer = prompts_read_once(),
       .operations = {"load"}},
      {.id = "referenced-files-read-once",
       .clause = "P2.11-14",
       .breaks = "A referenced file that was read before is not read again.",
       .answer = referenced_files_read_once(),
       .operations = {"load"}},
      {.id = "children-read-once",
       .clause = "P11.2-22",
       .breaks = "A child that was called before is not read again.",
       .answer = children_read_once(),
       .operations = {"dispatch"}},
  };
}

/// The mutant for requests that register no components: the results of others have a form of their own. Spans stand
/// where they always do.
Mutant without_components(Mutant mutant) {
  mutant.answer = [answer = std::move(mutant.answer)](std::string const& operation, Json const& params,
                                                      AskReference const& reference) {
    bool const is_traced = member(params, "trace") == true;
    return registers_components(params) && !is_traced ? reference(operation, params)
                                                      : answer(operation, params, reference);
  };
  return mutant;
}

std::vector<Mutant> written_in_cpp() {
  std::vector<Mutant> all;
  for (auto const section : {name_mutants, azure_mutants, address_mutants, anthropic_mutants, answer_mutants,
                             stream_mutants, openapi_call_mutants}) {
    for (Mutant& mutant : section()) all.push_back(without_components(std::move(mutant)));
  }
  // These know how a result looks whose request registers components.
  for (auto const section : {prompty_tool_mutants, reading_mutants}) {
    for (Mutant& mutant : section()) all.push_back(std::move(mutant));
  }
  return all;
}

std::vector<Mutant> joined_and_sorted(std::vector<Mutant> all, std::vector<Mutant> const& others) {
  std::set<std::string> known;
  for (Mutant const& mutant : all) known.insert(mutant.id);
  for (Mutant const& mutant : others) {
    if (!known.insert(mutant.id).second)
      throw InputError(fmt::format("the mutant {} is written in C++ as well; give the filter another name", mutant.id));
    all.push_back(mutant);
  }
  std::sort(all.begin(), all.end(), [](Mutant const& left, Mutant const& right) {
    return std::tie(left.clause, left.id) < std::tie(right.clause, right.id);
  });
  return all;
}

}  // namespace
}  // namespace mutants

std::vector<Mutant> read_mutants(FileTree const& spec) {
  return mutants::joined_and_sorted(mutants::filter_mutants(mutants::read_mutant_pages(spec)),
                                    mutants::written_in_cpp());
}

std::vector<Mutant> mutants_of_edition(std::vector<Mutant> mutants, ClauseRegistry const& registry) {
  std::erase_if(mutants, [&](Mutant const& mutant) { return registry.find_clause(mutant.clause) == nullptr; });
  return mutants;
}

}  // namespace conformance
