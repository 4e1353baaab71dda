#include "harness/judge/deviations/filter_run.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "harness/judge/deviations/prompt_file.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance::deviations {
namespace {

constexpr std::string_view placeholder = "CHANGE";

/// A filter that asks more is stopped: it may be in an endless loop.
constexpr int most_questions = 200;

std::string with_filled_in(std::string text, std::string const& change) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + change.size()))
    text.replace(at, placeholder.size(), change);
  return text;
}

std::string_view beginning_of(HookInput input) {
  bool const is_about_what_is_asked =
      input == HookInput::params || input == HookInput::call || input == HookInput::late;
  return is_about_what_is_asked ? "$params" : "$reply";
}

Json text_at(std::string const& path) {
  try {
    return read_file(path);
  } catch (InputError const&) {
    return nullptr;
  }
}

Json anatomy(std::string const& text) {
  FileAnatomy const file = anatomy_of(text);
  return {{"lead", file.lead},     {"opener", file.opener}, {"inside", file.inside},
          {"closer", file.closer}, {"gap", file.gap},       {"body", file.body}};
}

Json rewritten(std::string text, std::string const& pattern, std::string const& rewrite) {
  RE2::GlobalReplace(&text, RE2(pattern), rewrite);
  return text;
}

/// Answers about the files of a call are the same for all deviations.
bool is_about_files(std::string const& question) {
  return question == "/text" || question == "/anatomy" || question == "/frontmatter" || question == "/neighbours";
}

/// The reply that is written {"result" or "error", "items"}.
Reply reply_of(Json made) {
  Reply reply;
  bool const is_error = made.contains("error");
  reply.status = is_error ? Reply::Status::error : Reply::Status::result;
  reply.value = std::move(made[is_error ? "error" : "result"]);
  for (Json& item : made["items"]) reply.items.push_back(std::move(item));
  return reply;
}

}  // namespace

std::size_t FilterProgram::add(WrittenDeviation const& deviation, std::string const& filter) {
  entries_.push_back({.deviation = &deviation, .filter = filter});
  return entries_.size() - 1;
}

jv FilterProgram::run(jv input) const {
  JqProgram program = taken();
  jv const made = program.run_apart(input);
  std::scoped_lock const lock(mutex_);
  idle_.push_back(std::move(program));
  return made;
}

/// One that nobody uses; requests that pass a proxy come on threads that live no longer than they do.
JqProgram FilterProgram::taken() const {
  {
    std::scoped_lock const lock(mutex_);
    if (!idle_.empty()) {
      JqProgram program = std::move(idle_.back());
      idle_.pop_back();
      return program;
    }
  }
  return compiled();
}

JqProgram FilterProgram::compiled() const {
  try {
    return JqProgram(text_of(0, entries_.size()));
  } catch (JqSyntaxError const& error) {
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      try {
        JqProgram const alone(text_of(index, index + 1));
      } catch (JqSyntaxError const& of_filter) {
        WrittenDeviation const& deviation = *entries_[index].deviation;
        throw InputError(fmt::format("{}:{}: the filter of {} is no jq: {}", deviation.file, deviation.line,
                                     deviation.name, of_filter.what()));
      }
    }
    throw InputError(fmt::format("mutants/hooks: the program of the hook {} is no jq: {}", hook_.name, error.what()));
  }
}

std::string FilterProgram::text_of(std::size_t first, std::size_t last) const {
  std::vector<std::string> filters;
  for (std::size_t index = first; index < last; ++index) filters.push_back(entries_[index].filter);
  std::string const change = fmt::format("(\n{}\n{})", hook_.words, choice_of_filters(filters, first));
  std::string const program = with_filled_in(hook_.program, change);
  // jq looks through the whole program for each definition, whether anything uses it or not.
  std::set<std::string, std::less<>> names = names_in(program);
  std::string const page_words = JqDefinitions(hook_.page_words).used_by(names);
  std::string const words = words_.used_by(names);
  return fmt::format(". as {{$which, $operation, $params, $reply, $asked}} |\n{}\n{}\n{} | ({})", words, page_words,
                     beginning_of(hook_.input), program);
}

JqCall::JqCall(Json const& params, Reply const* reply)
    : values_{&params, reply == nullptr ? &params : &reply->value},
      params_(values_.to_jq(params)),
      reply_(reply == nullptr ? jv_null() : reply_to_jq(*reply)),
      requested_(jv_array()) {}

JqCall::JqCall(Json const& params, Json const& value)
    : values_{&params, &value}, params_(values_.to_jq(params)), reply_(values_.to_jq(value)), requested_(jv_array()) {}

JqCall::~JqCall() {
  for (jv const& value : {params_, reply_, requested_}) jv_free(value);
}

jv JqCall::reply_to_jq(Reply const& reply) {
  jv made = jv_object_set(jv_object(), jv_string(reply.status == Reply::Status::error ? "error" : "result"),
                          values_.to_jq(reply.value));
  if (!reply.items.empty()) made = jv_object_set(made, jv_string("items"), values_.to_jq(Json(reply.items)));
  return made;
}

Json FirstTexts::of(std::string const& path) {
  Json const text = text_at(path);
  if (text.is_null()) return text;
  std::scoped_lock const lock(mutex_);
  return texts_.try_emplace(path, text.get<std::string>()).first->second;
}

FilterRun::~FilterRun() {
  for (std::filesystem::path const& file : written_) {
    std::error_code gone;
    std::filesystem::remove(file, gone);
  }
}

std::optional<Reply> FilterRun::through(FilterProgram const& program, std::size_t which) {
  return outcome(settled(program, which));
}

std::optional<Json> FilterRun::value_through(FilterProgram const& program, std::size_t which) {
  jv const out = settled(program, which);
  if (jv_is_valid(out) != 0) return call_.values().from_jq(out);
  jv_free(out);
  return std::nullopt;
}

/// What the program ends with when all that it asks has been answered.
jv FilterRun::settled(FilterProgram const& program, std::size_t which) {
  jv questions = call_.requested();
  for (int questions_left = most_questions; questions_left > 0; --questions_left) {
    jv const out = program.run(given(which, questions));
    std::optional<jv> const answered = jv_is_valid(out) != 0 ? std::nullopt : answer(jv_copy(out));
    if (!answered) {
      jv_free(questions);
      return out;
    }
    jv_free(out);
    questions = jv_array_append(questions, *answered);
  }
  jv_free(questions);
  throw HarnessError(fmt::format("a filter about {} asks without end", operation_));
}

jv FilterRun::given(std::size_t which, jv const& questions) const {
  bool const is_of_params = beginning_of(input_) == "$params";
  jv input = jv_object_set(jv_object(), jv_string("which"), jv_number(static_cast<double>(which)));
  input = jv_object_set(input, jv_string("operation"), jv_string(operation_.c_str()));
  input = jv_object_set(input, jv_string("params"), call_.params());
  input = jv_object_set(input, jv_string("reply"), is_of_params ? jv_null() : call_.reply());
  return jv_object_set(input, jv_string("asked"), jv_copy(questions));
}

/// The answer to the question that a filter ended with; nothing when it ended otherwise.
std::optional<jv> FilterRun::answer(jv ended) {
  jv const message = jv_invalid_get_msg(ended);
  bool const is_question =
      jv_get_kind(message) == JV_KIND_OBJECT && jv_object_has(jv_copy(message), jv_string("ask")) != 0;
  if (!is_question) {
    jv_free(message);
    return std::nullopt;
  }
  // Kept as the filter wrote it, which compares it when it asks again.
  jv const question = jv_object_get(message, jv_string("ask"));
  Json const request = call_.values().from_jq(jv_copy(question));
  std::string const operation = request.at("operation").get<std::string>();
  std::optional<Reply> const own = answer_of_its_own(operation, request.at("params"));
  Reply const reply = own ? *own : reference_(operation, request.at("params"));
  jv answered = jv_object_set(jv_object(), jv_string("question"), question);
  answered = jv_object_set(answered, jv_string("reply"), call_.reply_to_jq(reply));
  if (is_about_files(operation)) call_.keep_answer(jv_copy(answered));
  return answered;
}

/// What a filter may ask besides the operations of the reference; the names begin with a slash:
///   /text {path}: the text of a file, null when it cannot be read
///   /first-text {path}: the text that it had when it was asked for first
///   /beside {path, text}: the name of a new file with that text in the folder of the path
///   /anatomy {text}: the pieces of a file text, see FileAnatomy
///   /frontmatter {text}: the frontmatter as JSON, {} without any, null when it is no mapping
///   /with-frontmatter {text, frontmatter}: the text with other frontmatter
///   /load {params, text}: what the reference says when the file that `params` names holds that text
///   /neighbours {path}: the texts of the other files in and below the folder of a file, by their paths in it
///   /load-beside {params, files}: what the reference says when these neighbours hold these texts
///   /rewrite {text, pattern, rewrite}: every match of a pattern of RE2 rewritten
/// Nothing for an operation of the reference.
std::optional<Reply> FilterRun::answer_of_its_own(std::string const& question, Json const& params) {
  if (!question.starts_with('/')) return std::nullopt;
  auto const text = [&](char const* name) { return member(params, name).get<std::string>(); };
  if (question == "/text") return answered(text_at(text("path")));
  if (question == "/first-text") return answered(first_texts_.of(text("path")));
  if (question == "/beside") {
    std::filesystem::path const path = text("path");
    written_.push_back(write_new_file(path.parent_path(), "mutated-", path.extension().string(), text("text")));
    return answered(written_.back().filename().string());
  }
  if (question == "/anatomy") return answered(anatomy(text("text")));
  if (question == "/frontmatter") return answered(frontmatter_of(text("text")).value_or(Json(nullptr)));
  if (question == "/with-frontmatter") return answered(with_frontmatter(text("text"), member(params, "frontmatter")));
  if (question == "/load") return load_as_sibling(member(params, "params"), text("text"), reference_);
  if (question == "/neighbours") return answered(neighbours_of(text("path")));
  if (question == "/load-beside") return load_beside(member(params, "params"), member(params, "files"), reference_);
  if (question == "/rewrite") return answered(rewritten(text("text"), text("pattern"), text("rewrite")));
  throw InputError(fmt::format("a filter asks for '{}', which is nothing to ask for", question));
}

/// The result of the last value that a filter gave, or of its error.
std::optional<Reply> FilterRun::outcome(jv out) const {
  if (jv_is_valid(out) == 0) {
    Json const message = call_.values().from_jq(jv_invalid_get_msg(out));
    if (!member(message, "raise").is_string()) return std::nullopt;
    return raised(message["raise"].get<std::string>());
  }
  jv const before = input_ == HookInput::reply ? call_.reply() : call_.params();
  if (jv_equal(jv_copy(out), before) != 0 && input_ != HookInput::call) {
    jv_free(out);
    return std::nullopt;
  }
  Json made = call_.values().from_jq(out);
  if (input_ == HookInput::params) return reference_(operation_, made);
  return reply_of(std::move(made));
}

}  // namespace conformance::deviations
