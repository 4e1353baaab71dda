#include "mock-provider/batches.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "mock-provider/providers/anthropic/anthropic.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider {
namespace {

constexpr std::size_t most_result_bytes = 67'108'864;
constexpr std::int64_t one_day = 86'400;

/// What came of one request.
struct Single {
  int status = 200;
  Json body;  ///< null when the answer is none that a batch can have
  std::string request_id;
};

Json object_in(std::string const& text) {
  Json value = json_text::value_or_null(text);
  return value.is_object() ? value : Json();
}

/// The request that the batch has in it, with the keys of the batch.
Request single_request(Request const& batch, Route const& route, std::string const& path, Json const& body) {
  constexpr std::array<std::string_view, 4> left_out{"content-type", "content-length", "content-encoding",
                                                     "transfer-encoding"};
  Request single{.method = "POST",
                 .target = "/" + route.scenario + path,
                 .headers = {{"content-type", "application/json"}},
                 .body = json_text::dump(body),
                 .received_at_us = batch.received_at_us};
  for (auto const& header : batch.headers) {
    bool const is_own = std::any_of(left_out.begin(), left_out.end(),
                                    [&](std::string_view name) { return same_header_name(name, header.first); });
    if (!is_own) single.headers.push_back(header);
  }
  return single;
}

Single ask_alone(Request const& batch, Route const& route, std::string const& path, Json const& body,
                 AskAlone const& ask) {
  Answer const answer = ask(single_request(batch, route, path, body));
  Single single{.status = answer.status, .body = nullptr, .request_id = ""};
  for (char const* const name : {"x-request-id", "request-id"}) {
    if (std::string const* const id = header_named(answer.headers, name)) single.request_id = *id;
  }
  bool const is_whole = !is_stream(answer) && !answer.early_end;
  if (!is_whole) return single;
  std::string text = answer.body;
  if (answer.events) text = std::accumulate(answer.events->frames.begin(), answer.events->frames.end(), std::string());
  single.body = object_in(text);
  return single;
}

/// The id in a path such as "ID" or "ID/cancel", and what follows it.
std::pair<std::string, std::string> id_and_rest(std::string const& name) {
  std::size_t const slash = std::min(name.find('/'), name.size());
  return {name.substr(0, slash), name.substr(std::min(slash + 1, name.size()))};
}

std::vector<Json> shown_in(std::vector<StoredObject> const& objects) {
  std::vector<Json> result;
  for (StoredObject const& object : objects) result.push_back(object.shown);
  return result;
}

}  // namespace
}  // namespace mock_provider

namespace mock_provider::openai_batches {
namespace {

constexpr std::string_view id_prefix = "batch_";
constexpr std::size_t most_lines = 50'000;
constexpr std::array<std::string_view, 7> endpoints{"/v1/responses",   "/v1/chat/completions", "/v1/embeddings",
                                                    "/v1/completions", "/v1/moderations",      "/v1/images/generations",
                                                    "/v1/images/edits"};

struct Line {
  std::string custom_id;
  Json body;
};

struct Lines {
  std::vector<Line> lines;
  Json errors = Json::array();  ///< of the file; what is in it is then not asked
};

void add_error(Lines& read, std::string_view code, std::string const& message, std::string_view param,
               std::size_t number) {
  constexpr std::size_t most_errors = 100;
  if (read.errors.size() == most_errors) return;
  read.errors.push_back({{"code", code},
                         {"message", message},
                         {"param", param.empty() ? Json() : Json(param)},
                         {"line", number == 0 ? Json() : Json(number)}});
}

/// What is wrong with a line that is an object; "" for nothing.
struct LineProblem {
  std::string code;
  std::string param;
  std::string message;
};
LineProblem problem_of(Json const& line, std::string const& endpoint, std::set<std::string> const& known) {
  for (char const* const name : {"custom_id", "method", "url"}) {
    if (text_in(line, name).empty())
      return {"missing_required_parameter", name, fmt::format("The line has no text \"{}\".", name)};
  }
  if (text_in(line, "method") != "POST") return {"invalid_method", "method", "\"method\" must be POST."};
  if (text_in(line, "url") != endpoint) {
    return {"url_mismatch", "url", fmt::format("\"url\" must be that of the batch, {}.", endpoint)};
  }
  Json const* const body = member(line, "body");
  if (body == nullptr || !body->is_object())
    return {"missing_required_parameter", "body", "The line has no object \"body\"."};
  if (known.contains(text_in(line, "custom_id")))
    return {"duplicate_custom_id", "custom_id", "Another line has this \"custom_id\"."};
  return {};
}

/// A batch is for one model.
void check_model(Lines& read, std::size_t number) {
  std::string const first = text_in(read.lines.front().body, "model");
  if (text_in(read.lines.back().body, "model") == first) return;
  add_error(read, "model_mismatch",
            fmt::format("All lines must ask one model, here {}.", json_text::excerpt(Json(first))), "body.model",
            number);
}

void read_line(std::string const& text, std::size_t number, std::string const& endpoint, std::set<std::string>& known,
               Lines& read) {
  Json const line = object_in(text);
  if (line.is_null()) return add_error(read, "invalid_json_line", "This line is not a JSON object.", "", number);
  LineProblem const problem = problem_of(line, endpoint, known);
  if (!problem.code.empty()) return add_error(read, problem.code, problem.message, problem.param, number);
  std::string const custom_id = text_in(line, "custom_id");
  known.insert(custom_id);
  read.lines.push_back({custom_id, line.at("body")});
  check_model(read, number);
}

Lines lines_of(std::string const& content, std::string const& endpoint) {
  Lines read;
  std::set<std::string> known;
  std::size_t number = 0;
  for (std::size_t at = 0; at < content.size();) {
    std::size_t const end = std::min(content.find('\n', at), content.size());
    std::string const text = content.substr(at, end - at);
    ++number;
    at = end + 1;
    if (text.find_first_not_of(" \t\r") != std::string::npos) read_line(text, number, endpoint, known, read);
    if (read.lines.size() > most_lines) break;
  }
  if (read.lines.size() > most_lines) {
    add_error(read, "too_many_tasks", fmt::format("A batch has at most {} lines.", most_lines), "", 0);
  }
  if (read.lines.empty() && read.errors.empty()) add_error(read, "empty_file", "The file has no lines.", "", 0);
  return read;
}

/// The results so far.
struct Results {
  std::string output;
  std::string errors;
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
};

std::int64_t tokens_in(Json const& usage, std::initializer_list<std::string_view> names) {
  for (std::string_view const name : names) {
    Json const* const count = member(usage, name);
    if (count != nullptr && count->is_number_integer()) return count->get<std::int64_t>();
  }
  return 0;
}

void add_result(Line const& line, Single const& single, Results& results) {
  bool const is_success = single.status < 400 && !single.body.is_null();
  Json result{{"id", "batch_req_" + deterministic::token(deterministic::hash(line.custom_id), 24)},
              {"custom_id", line.custom_id},
              {"response", nullptr},
              {"error", nullptr}};
  if (single.body.is_null()) {
    result["error"] = {{"code", "no_whole_answer"},
                       {"message", "The answer was no JSON object: a stream, or one that a scenario spoils."}};
  } else {
    result["response"] = {{"status_code", single.status}, {"request_id", single.request_id}, {"body", single.body}};
  }
  (is_success ? results.output : results.errors) += json_text::dump(result) + "\n";
  ++(is_success ? results.completed : results.failed);
  Json const* const usage = member(single.body, "usage");
  if (usage == nullptr) return;
  results.input_tokens += tokens_in(*usage, {"prompt_tokens", "input_tokens"});
  results.output_tokens += tokens_in(*usage, {"completion_tokens", "output_tokens"});
}

Json file_of_results(std::string const& content, std::string const& name, Route const& route, StoredFiles& files) {
  if (content.empty()) return nullptr;
  StoredFile file{.scenario = route.scenario,
                  .id = "",
                  .filename = name,
                  .content_type = "application/jsonl",
                  .purpose = "batch_output",
                  .content = content};
  return files.add(std::move(file), "file-")->id;
}

Json new_batch(Json const& asked, std::string const& model) {
  std::int64_t const now = deterministic::time_of(deterministic::hash(json_text::dump(asked)));
  Json batch{{"object", "batch"},
             {"endpoint", asked.at("endpoint")},
             {"model", model.empty() ? Json() : Json(model)},
             {"errors", nullptr},
             {"input_file_id", asked.at("input_file_id")},
             {"completion_window", asked.at("completion_window")},
             {"status", "completed"},
             {"output_file_id", nullptr},
             {"error_file_id", nullptr},
             {"created_at", now},
             {"in_progress_at", now},
             {"expires_at", now + one_day},
             {"finalizing_at", now},
             {"completed_at", now},
             {"request_counts", {{"total", 0}, {"completed", 0}, {"failed", 0}}},
             {"metadata", asked.value("metadata", Json())}};
  for (char const* const name : {"failed_at", "expired_at", "cancelling_at", "cancelled_at"}) batch[name] = nullptr;
  return batch;
}

void fail(Json& batch, Json errors) {
  batch["status"] = "failed";
  batch["failed_at"] = batch["created_at"];
  for (char const* const name : {"in_progress_at", "finalizing_at", "completed_at"}) batch[name] = nullptr;
  batch["errors"] = {{"object", "list"}, {"data", std::move(errors)}};
}

void finish(Json& batch, Results const& results, Route const& route, StoredFiles& files) {
  batch["output_file_id"] = file_of_results(results.output, "batch_output.jsonl", route, files);
  batch["error_file_id"] = file_of_results(results.errors, "batch_errors.jsonl", route, files);
  batch["request_counts"] = {
      {"total", results.completed + results.failed}, {"completed", results.completed}, {"failed", results.failed}};
  batch["usage"] = {{"input_tokens", results.input_tokens},
                    {"input_tokens_details", {{"cached_tokens", 0}}},
                    {"output_tokens", results.output_tokens},
                    {"output_tokens_details", {{"reasoning_tokens", 0}}},
                    {"total_tokens", results.input_tokens + results.output_tokens}};
}

void run(Json& batch, Request const& request, Route const& route, std::vector<Line> const& lines, StoredFiles& files,
         AskAlone const& ask) {
  Results results;
  std::string const path = text_in(batch, "endpoint");
  for (Line const& line : lines) {
    add_result(line, ask_alone(request, route, path, line.body, ask), results);
    if (results.output.size() + results.errors.size() <= most_result_bytes) continue;
    return fail(batch, Json::array({{{"code", "mock_results_too_large"},
                                     {"message", "The mock keeps 64 MiB of results of a batch: ask for less."},
                                     {"param", nullptr},
                                     {"line", nullptr}}}));
  }
  finish(batch, results, route, files);
}

/// Why there is no batch; nothing for a sound request.
std::optional<Answer> refusal_of(Json const& asked, StoredFiles::File const& file) {
  auto const refused = [](std::string const& param, std::string const& message) {
    return std::optional(answer::refusal(400, "invalid_value", param, message));
  };
  for (std::string const name : {"input_file_id", "endpoint", "completion_window"}) {
    if (text_in(asked, name).empty()) {
      return answer::refusal(400, "missing_required_parameter", name, fmt::format("\"{}\" is missing.", name));
    }
  }
  if (std::find(endpoints.begin(), endpoints.end(), text_in(asked, "endpoint")) == endpoints.end()) {
    return refused("endpoint", fmt::format("\"endpoint\" must be one of {}.", fmt::join(endpoints, ", ")));
  }
  if (text_in(asked, "completion_window") != "24h")
    return refused("completion_window", "\"completion_window\" must be 24h.");
  if (file == nullptr) return refused("input_file_id", "There is no file of this id: upload it to /v1/files first.");
  if (file->purpose != "batch") return refused("input_file_id", "The file's purpose must be batch.");
  return std::nullopt;
}

Answer create(Request const& request, Route const& route, StoredObjects& objects, StoredFiles& files,
              AskAlone const& ask) {
  Json const asked = object_in(request.body);
  StoredFiles::File const file = files.find(route.scenario, text_in(asked, "input_file_id"));
  if (std::optional<Answer> refusal = refusal_of(asked, file)) return *std::move(refusal);
  Lines const read = lines_of(file->content, text_in(asked, "endpoint"));
  Json batch = new_batch(asked, read.lines.empty() ? "" : text_in(read.lines.front().body, "model"));
  if (read.errors.empty()) {
    run(batch, request, route, read.lines, files, ask);
  } else {
    fail(batch, read.errors);
  }
  StoredObject const kept = objects.add(
      {.scenario = route.scenario, .id = "", .shown = std::move(batch), .hidden = nullptr}, std::string(id_prefix));
  return answer::of_json(200, kept.shown);
}

Answer list(Route const& route, StoredObjects const& objects) {
  Json page = object_page::of(shown_in(objects.all(route.scenario, id_prefix)), route.query, 20, 100);
  page["object"] = "list";
  return answer::of_json(200, page);
}

}  // namespace

Answer respond(Request const& request, Route const& route, StoredObjects& objects, StoredFiles& files,
               AskAlone const& ask) {
  bool const is_post = request.method == "POST";
  if (route.name.empty() && is_post) return create(request, route, objects, files, ask);
  if (route.name.empty() && is_read(request)) return list(route, objects);
  if (route.name.empty()) return answer::no_method(request.method, route.path);
  auto const [id, rest] = id_and_rest(route.name);
  std::optional<StoredObject> const batch = objects.find(route.scenario, id);
  if (!batch || !id.starts_with(id_prefix)) {
    return answer::refusal(404, "", "", fmt::format("There is no batch with the id {}.", json_text::excerpt(Json(id))));
  }
  if (rest.empty() && is_read(request)) return answer::of_json(200, batch->shown);
  if (rest == "cancel" && is_post) {
    return answer::refusal(409, "", "",
                           fmt::format("Cannot cancel a batch with status '{}'.", text_in(batch->shown, "status")));
  }
  return answer::no_method(request.method, route.path);
}

}  // namespace mock_provider::openai_batches

namespace mock_provider::anthropic_batches {
namespace {

constexpr std::string_view id_prefix = "msgbatch_";
constexpr std::size_t most_requests = 100'000;

Answer refusal(int status, std::string message) {
  ProviderError error;
  error.status = status;
  error.message = std::move(message);
  return answer::of_error(error, anthropic::dialect());
}

std::string instant(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

/// What is wrong with the list of requests; "" for nothing.
std::string problem_of(Json const& requests) {
  if (!requests.is_array() || requests.empty() || requests.size() > most_requests) {
    return fmt::format("requests: a list of 1 to {} requests is required", most_requests);
  }
  std::set<std::string> known;
  for (std::size_t index = 0; index < requests.size(); ++index) {
    std::string const id = text_in(requests[index], "custom_id");
    if (!is_provider_name(Json(id))) {
      return fmt::format("requests.{}.custom_id: must be 1 to 64 letters, digits, \"_\" or \"-\"", index);
    }
    Json const* const params = member(requests[index], "params");
    if (params == nullptr || !params->is_object()) return fmt::format("requests.{}.params: Field required", index);
    if (!known.insert(id).second) return fmt::format("requests.{}.custom_id: must be unique in the batch", index);
  }
  return "";
}

Json result_of(Single const& single) {
  if (single.status < 400 && !single.body.is_null()) return {{"type", "succeeded"}, {"message", single.body}};
  Json error = single.body;
  if (error.is_null()) {
    error = {{"type", "error"},
             {"error",
              {{"type", "invalid_request_error"},
               {"message", "The answer was no JSON object: a stream, or one that a scenario spoils."}}}};
  }
  return {{"type", "errored"}, {"error", std::move(error)}};
}

Json new_batch(Json const& counts, std::uint64_t seed) {
  std::int64_t const now = deterministic::time_of(seed);
  return {{"type", "message_batch"},  {"processing_status", "ended"},  {"request_counts", counts},
          {"ended_at", instant(now)}, {"created_at", instant(now)},    {"expires_at", instant(now + one_day)},
          {"archived_at", nullptr},   {"cancel_initiated_at", nullptr}};
}

/// Where the results are, as the client has named the mock.
std::string results_url(Request const& request, Route const& route, std::string const& scheme, std::string const& id) {
  std::string const* const host = header_named(request.headers, "host");
  std::string const prefix = request.target.substr(0, request.target.find(route.path));
  std::string const origin = host == nullptr ? "" : fmt::format("{}://{}", scheme, *host);
  return fmt::format("{}{}/v1/messages/batches/{}/results", origin, prefix, id);
}

Answer create(Request const& request, Route const& route, StoredObjects& objects, Means const& means) {
  Json const asked = object_in(request.body);
  Json const* const requests = member(asked, "requests");
  std::string const problem = problem_of(requests == nullptr ? Json() : *requests);
  if (!problem.empty()) return refusal(400, problem);
  std::string results;
  std::int64_t succeeded = 0;
  for (Json const& single : *requests) {
    Json const result = result_of(ask_alone(request, route, "/v1/messages", single.at("params"), means.ask));
    if (result.at("type") == "succeeded") ++succeeded;
    results += json_text::dump({{"custom_id", single.at("custom_id")}, {"result", result}}) + "\n";
    if (results.size() > most_result_bytes)
      return refusal(413, "requests: the mock keeps 64 MiB of results of a batch");
  }
  std::int64_t const errored = static_cast<std::int64_t>(requests->size()) - succeeded;
  Json const counts{{"processing", 0}, {"succeeded", succeeded}, {"errored", errored}, {"canceled", 0}, {"expired", 0}};
  StoredObject const kept = objects.add({.scenario = route.scenario,
                                         .id = "",
                                         .shown = new_batch(counts, deterministic::hash(request.body)),
                                         .hidden = std::move(results)},
                                        std::string(id_prefix));
  auto const with_url = [&](StoredObject& batch) {
    batch.shown["results_url"] = results_url(request, route, means.scheme, batch.id);
  };
  std::optional<StoredObject> const batch = objects.change(route.scenario, kept.id, with_url);
  return batch ? answer::of_json(200, batch->shown)
               : refusal(413, "requests: the results are more than the mock keeps");
}

Answer results_of(StoredObject const& batch) {
  Answer answer;
  answer.content_type = "application/x-jsonl";
  answer.body = batch.hidden.get<std::string>();
  return answer;
}

}  // namespace

Answer respond(Request const& request, Route const& route, StoredObjects& objects, Means const& means) {
  bool const is_post = request.method == "POST";
  if (route.name.empty() && is_post) return create(request, route, objects, means);
  if (route.name.empty() && is_read(request)) {
    return answer::of_json(200,
                           object_page::of(shown_in(objects.all(route.scenario, id_prefix)), route.query, 20, 1'000));
  }
  Answer no_method = refusal(405, fmt::format("{} does not take {}.", route.path, request.method));
  if (route.name.empty()) return no_method;
  auto const [id, rest] = id_and_rest(route.name);
  std::optional<StoredObject> const batch = objects.find(route.scenario, id);
  if (!batch || !id.starts_with(id_prefix))
    return refusal(404, fmt::format("There is no batch with the id {}.", json_text::excerpt(Json(id))));
  // One that has ended is past cancelling.
  bool const is_asked_for = (rest.empty() && is_read(request)) || (rest == "cancel" && is_post);
  if (is_asked_for) return answer::of_json(200, batch->shown);
  if (rest == "results" && is_read(request)) return results_of(*batch);
  if (rest.empty() && request.method == "DELETE") {
    objects.remove(route.scenario, id);
    return answer::of_json(200, {{"id", id}, {"type", "message_batch_deleted"}});
  }
  return no_method;
}

}  // namespace mock_provider::anthropic_batches
