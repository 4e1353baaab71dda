#include "mock-provider/stored_files.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/providers/anthropic/anthropic.hpp"
#include "mock-provider/values/deterministic.hpp"
#include "mock-provider/values/multipart.hpp"

namespace mock_provider {
namespace {

constexpr std::size_t most_files = 1'000;
constexpr std::size_t most_bytes = 268'435'456;

}  // namespace

StoredFiles::File StoredFiles::add(StoredFile file, std::string const& prefix) {
  std::uint64_t const seed = deterministic::hash(file.content);
  file.created_at = deterministic::time_of(seed);
  if (file.expires_at) *file.expires_at += file.created_at;
  std::lock_guard const lock(mutex_);
  std::uint64_t number = 0;
  do {
    file.id = prefix + deterministic::token(deterministic::hash("file", seed + number++), 24);
  } while (place_of(file.scenario, file.id) != files_.end());
  bytes_ += file.content.size();
  File kept = files_.emplace_back(std::make_shared<StoredFile const>(std::move(file)));
  while (files_.size() > most_files || bytes_ > most_bytes) {
    bytes_ -= files_.front()->content.size();
    files_.pop_front();
  }
  return kept;
}

std::deque<StoredFiles::File>::const_iterator StoredFiles::place_of(std::string const& scenario,
                                                                    std::string_view id) const {
  return std::find_if(files_.begin(), files_.end(),
                      [&](File const& file) { return file->scenario == scenario && file->id == id; });
}

StoredFiles::File StoredFiles::find(std::string const& scenario, std::string_view id) const {
  std::lock_guard const lock(mutex_);
  auto const place = place_of(scenario, id);
  return place == files_.end() ? nullptr : *place;
}

bool StoredFiles::remove(std::string const& scenario, std::string_view id) {
  std::lock_guard const lock(mutex_);
  auto const place = place_of(scenario, id);
  if (place == files_.end()) return false;
  bytes_ -= (*place)->content.size();
  files_.erase(place);
  return true;
}

std::vector<StoredFiles::File> StoredFiles::all(std::string const& scenario, std::string_view prefix) const {
  std::lock_guard const lock(mutex_);
  std::vector<File> result;
  std::copy_if(files_.begin(), files_.end(), std::back_inserter(result),
               [&](File const& file) { return file->scenario == scenario && file->id.starts_with(prefix); });
  return result;
}

void StoredFiles::clear() {
  std::lock_guard const lock(mutex_);
  files_.clear();
  bytes_ = 0;
}

namespace {

/// What the providers do alike, each with its own shapes.
struct FileShapes {
  std::string prefix;  ///< of ids
  Answer (*refusal)(int status, std::string const& param, std::string const& message);
  Json (*entry)(StoredFile const& file);
  Json (*deleted)(std::string const& id);
  Json (*page)(std::vector<StoredFiles::File> files, std::string const& query);
};

std::optional<std::int64_t> whole_number_in(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars_result const read = std::from_chars(text.data(), text.data() + text.size(), number);
  bool const is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

/// The whole number that a query has under that name, within 1 and `most`.
std::size_t files_limit_in(std::string const& query, std::size_t usual, std::size_t most) {
  std::optional<std::int64_t> const number = whole_number_in(query_value(query, "limit").value_or(""));
  if (!number) return usual;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(*number, 1, static_cast<std::int64_t>(most)));
}

/// Leaves what comes behind the file of that id; whether there is more than `limit`, which is then left.
bool cut_files(std::vector<StoredFiles::File>& files, std::optional<std::string> const& after, std::size_t limit) {
  if (after) {
    auto const at =
        std::find_if(files.begin(), files.end(), [&](StoredFiles::File const& file) { return file->id == *after; });
    if (at != files.end()) files.erase(files.begin(), at + 1);
  }
  bool const has_more = files.size() > limit;
  if (has_more) files.resize(limit);
  return has_more;
}

Json file_list(std::vector<StoredFiles::File> const& files, Json (*entry)(StoredFile const&), bool has_more) {
  Json data = Json::array();
  for (StoredFiles::File const& file : files) data.push_back(entry(*file));
  return {{"data", std::move(data)},
          {"first_id", files.empty() ? Json() : Json(files.front()->id)},
          {"last_id", files.empty() ? Json() : Json(files.back()->id)},
          {"has_more", has_more}};
}

/// The file of a form, or what is wrong with it: a sentence and the field that it is about.
struct FileProblem {
  std::string param;
  std::string message;
};
std::variant<StoredFile, FileProblem> uploaded_file(std::vector<multipart::Part> const& parts) {
  StoredFile file;
  bool has_file = false;
  for (multipart::Part const& part : parts) {
    if (part.name == "file" && part.filename) {
      has_file = true;
      file.filename = *part.filename;
      file.content_type = part.content_type.empty() ? "application/octet-stream" : part.content_type;
      file.content = std::string(part.content);
    }
    if (part.name == "purpose") file.purpose = std::string(part.content);
    if (part.name == "expires_after[seconds]" || part.name == "expires_in_seconds") {
      file.expires_at = whole_number_in(part.content);
      if (!file.expires_at) return FileProblem{part.name, fmt::format("\"{}\" must be a whole number.", part.name)};
    }
  }
  if (!has_file) return FileProblem{"file", "The form has no file \"file\"."};
  return file;
}

Answer upload_answer(Request const& request, Route const& route, StoredFiles& files, FileShapes const& shapes,
                     std::function<std::optional<FileProblem>(StoredFile const&)> const& objection) {
  std::string const type = request_headers::content_type(request.headers);
  if (!multipart::is_form(type)) return shapes.refusal(415, "", "Send a form: content-type: multipart/form-data.");
  std::variant<std::vector<multipart::Part>, std::string> const parts = multipart::parts(request.body, type);
  if (std::string const* const problem = std::get_if<std::string>(&parts)) return shapes.refusal(400, "", *problem);
  std::variant<StoredFile, FileProblem> read = uploaded_file(std::get<std::vector<multipart::Part>>(parts));
  if (FileProblem const* const problem = std::get_if<FileProblem>(&read)) {
    return shapes.refusal(400, problem->param, problem->message);
  }
  StoredFile& file = std::get<StoredFile>(read);
  if (std::optional<FileProblem> const problem = objection(file)) {
    return shapes.refusal(400, problem->param, problem->message);
  }
  file.scenario = route.scenario;
  return answer::of_json(200, shapes.entry(*files.add(std::move(file), shapes.prefix)));
}

Answer file_content(StoredFile const& file) {
  Answer answer;
  // Not the type that the client has said: a page in a browser would run as one of the mock's own.
  answer.content_type = "application/octet-stream";
  answer.body = file.content;
  return answer;
}

Answer answer_about_file(Request const& request, Route const& route, StoredFiles& files, FileShapes const& shapes) {
  constexpr std::string_view content = "/content";
  bool const wants_content = route.name.ends_with(content);
  std::string const id = wants_content ? route.name.substr(0, route.name.size() - content.size()) : route.name;
  StoredFiles::File const file = files.find(route.scenario, id);
  if (file == nullptr || !id.starts_with(shapes.prefix)) {
    return shapes.refusal(404, "id", fmt::format("There is no file with the id {}.", json_text::excerpt(Json(id))));
  }
  if (request.method == "DELETE" && !wants_content) {
    files.remove(route.scenario, id);
    return answer::of_json(200, shapes.deleted(id));
  }
  if (!is_read(request)) {
    return shapes.refusal(405, "", fmt::format("{} does not take {}.", route.path, request.method));
  }
  return wants_content ? file_content(*file) : answer::of_json(200, shapes.entry(*file));
}

Answer answer_about_files(Request const& request, Route const& route, StoredFiles& files, FileShapes const& shapes,
                          std::function<std::optional<FileProblem>(StoredFile const&)> const& objection) {
  if (!route.name.empty()) return answer_about_file(request, route, files, shapes);
  if (request.method == "POST") return upload_answer(request, route, files, shapes, objection);
  if (is_read(request)) {
    return answer::of_json(200, shapes.page(files.all(route.scenario, shapes.prefix), route.query));
  }
  return shapes.refusal(405, "", fmt::format("{} does not take {}.", route.path, request.method));
}

}  // namespace

namespace openai_files {
namespace {

constexpr std::array<std::string_view, 6> purposes{"assistants", "batch", "evals", "fine-tune", "user_data", "vision"};
constexpr std::size_t most_listed = 10'000;

Answer refusal(int status, std::string const& param, std::string const& message) {
  return answer::refusal(status, status == 405 ? "method_not_supported" : "", param, message);
}

Json entry(StoredFile const& file) {
  Json result{{"id", file.id},
              {"object", "file"},
              {"bytes", file.content.size()},
              {"created_at", file.created_at},
              {"filename", file.filename},
              {"purpose", file.purpose},
              {"status", "processed"},
              {"status_details", nullptr}};
  if (file.expires_at) result["expires_at"] = *file.expires_at;
  return result;
}

Json deleted(std::string const& id) {
  return {{"id", id}, {"object", "file"}, {"deleted", true}};
}

Json page(std::vector<StoredFiles::File> files, std::string const& query) {
  if (std::optional<std::string> const purpose = query_value(query, "purpose")) {
    std::erase_if(files, [&](StoredFiles::File const& file) { return file->purpose != *purpose; });
  }
  if (query_value(query, "order").value_or("desc") != "asc") std::reverse(files.begin(), files.end());
  std::size_t const limit = files_limit_in(query, most_listed, most_listed);
  bool const has_more = cut_files(files, query_value(query, "after"), limit);
  Json list = file_list(files, entry, has_more);
  list["object"] = "list";
  return list;
}

std::optional<FileProblem> objection(StoredFile const& file) {
  if (std::find(purposes.begin(), purposes.end(), file.purpose) != purposes.end()) return std::nullopt;
  return FileProblem{"purpose",
                     "\"purpose\" must be one of assistants, batch, evals, fine-tune, user_data and vision."};
}

}  // namespace

Answer respond(Request const& request, Route const& route, StoredFiles& files) {
  static FileShapes const shapes{
      .prefix = "file-", .refusal = refusal, .entry = entry, .deleted = deleted, .page = page};
  return answer_about_files(request, route, files, shapes, objection);
}

}  // namespace openai_files

namespace anthropic_files {
namespace {

constexpr std::size_t usual_page = 20;
constexpr std::size_t most_listed = 1'000;

Answer refusal(int status, std::string const&, std::string const& message) {
  ProviderError error;
  error.status = status;
  error.message = message;
  return answer::of_error(error, anthropic::dialect());
}

std::string instant(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

Json entry(StoredFile const& file) {
  return {{"type", "file"},
          {"id", file.id},
          {"filename", file.filename},
          {"mime_type", file.content_type},
          {"size_bytes", file.content.size()},
          {"created_at", instant(file.created_at)},
          {"expires_at", file.expires_at ? Json(instant(*file.expires_at)) : Json()},
          {"downloadable", true}};
}

Json deleted(std::string const& id) {
  return {{"id", id}, {"type", "file_deleted"}};
}

/// The newest first. Clients of today ask for the next page by its cursor, older ones by the last id.
Json page(std::vector<StoredFiles::File> files, std::string const& query) {
  std::reverse(files.begin(), files.end());
  std::optional<std::string> const cursor = query_value(query, "page");
  bool const has_more = cut_files(files, cursor ? cursor : query_value(query, "after_id"),
                                  files_limit_in(query, usual_page, most_listed));
  Json list = file_list(files, entry, has_more);
  list["next_page"] = has_more ? list["last_id"] : Json();
  return list;
}

}  // namespace

Answer respond(Request const& request, Route const& route, StoredFiles& files) {
  static FileShapes const shapes{
      .prefix = "file_", .refusal = refusal, .entry = entry, .deleted = deleted, .page = page};
  auto const no_objection = [](StoredFile const&) { return std::optional<FileProblem>(); };
  return answer_about_files(request, route, files, shapes, no_objection);
}

}  // namespace anthropic_files
}  // namespace mock_provider
