#include "harness/judge/deviations/filter_mutants.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "harness/judge/deviations/prompt_file.hpp"
#include "harness/judge/deviations/proxy.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/jq/jq.hpp"

namespace conformance::mutants {
namespace {

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

/// What a filter may ask besides the operations of the reference; the names begin with a slash:
///   /text {path}: the text of a file, null when it cannot be read
///   /anatomy {text}: the pieces of a file text, see FileAnatomy
///   /frontmatter {text}: the frontmatter as JSON, {} without any, null when it is no mapping
///   /with-frontmatter {text, frontmatter}: the text with other frontmatter
///   /load {params, text}: what the reference says when the file that `params` names holds that text
///   /neighbours {path}: the texts of the other files in and below the folder of a file, by their paths in it
///   /load-beside {params, files}: what the reference says when these neighbours hold these texts
///   /rewrite {text, pattern, rewrite}: every match of a pattern of RE2 rewritten
/// Nothing for an operation of the reference.
std::optional<Reply> answer_of_question(std::string const& question, Json const& params,
                                        AskReference const& reference) {
  if (!question.starts_with('/')) return std::nullopt;
  auto const text = [&](char const* name) { return member(params, name).get<std::string>(); };
  if (question == "/text") return answered(text_at(text("path")));
  if (question == "/anatomy") return answered(anatomy(text("text")));
  if (question == "/frontmatter") return answered(frontmatter_of(text("text")).value_or(Json(nullptr)));
  if (question == "/with-frontmatter") return answered(with_frontmatter(text("text"), member(params, "frontmatter")));
  if (question == "/load") return load_as_sibling(member(params, "params"), text("text"), reference);
  if (question == "/neighbours") return answered(neighbours_of(text("path")));
  if (question == "/load-beside") return load_beside(member(params, "params"), member(params, "files"), reference);
  if (question == "/rewrite") return answered(rewritten(text("text"), text("pattern"), text("rewrite")));
  throw InputError(fmt::format("a filter asks for '{}', which is nothing to ask for", question));
}

constexpr std::string_view placeholder = "CHANGE";

std::string with_filled_in(std::string text, std::string const& change) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + change.size()))
    text.replace(at, placeholder.size(), change);
  return text;
}

std::string_view beginning_of(HookInput input) {
  return input == HookInput::reply || input == HookInput::request ? "$reply" : "$params";
}

/// The filters of some mutants of one hook, compiled together when they are first needed: jq takes longer to compile
/// its own library than a hundred filters. From any thread.
class FilterProgram {
 public:
  /// Both must outlive it.
  FilterProgram(Hook const& hook, std::string const& words) : hook_(hook), words_(words) {}

  /// The index under which that mutant's filter is to be selected.
  std::size_t add(WrittenMutant const& mutant) {
    mutants_.push_back(&mutant);
    return mutants_.size() - 1;
  }

  /// Runs the program on {"which": index, "operation", "params", "reply", "asked"}, which it takes; see
  /// JqProgram::run_apart. Throws InputError naming the file and line of a filter that is no jq.
  [[nodiscard]] jv run(jv input) const {
    JqProgram program = taken();
    jv const made = program.run_apart(input);
    std::scoped_lock const lock(mutex_);
    idle_.push_back(std::move(program));
    return made;
  }

 private:
  /// One that nobody uses; requests that pass a proxy come on threads that live no longer than they do.
  [[nodiscard]] JqProgram taken() const {
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

  [[nodiscard]] JqProgram compiled() const {
    try {
      return JqProgram(text_of(0, mutants_.size()));
    } catch (JqSyntaxError const& error) {
      for (std::size_t index = 0; index < mutants_.size(); ++index) {
        try {
          JqProgram const alone(text_of(index, index + 1));
        } catch (JqSyntaxError const& of_filter) {
          throw InputError(fmt::format("{}:{}: the filter of {} is no jq: {}", mutants_[index]->file,
                                       mutants_[index]->line, mutants_[index]->name, of_filter.what()));
        }
      }
      throw InputError(fmt::format("mutants/hooks: the program of the hook {} is no jq: {}", hook_.name, error.what()));
    }
  }

  [[nodiscard]] std::string text_of(std::size_t first, std::size_t last) const {
    std::vector<std::string> filters;
    for (std::size_t index = first; index < last; ++index) filters.push_back(mutants_[index]->filter);
    std::string const change = fmt::format("(\n{}\n{})", hook_.words, choice_of_filters(filters, first));
    return fmt::format(". as {{$which, $operation, $params, $reply, $asked}} |\n{}\n{}\n{} | ({})", words_,
                       hook_.page_words, beginning_of(hook_.input), with_filled_in(hook_.program, change));
  }

  Hook const& hook_;
  std::string const& words_;
  std::vector<WrittenMutant const*> mutants_;
  mutable std::mutex mutex_;
  mutable std::vector<JqProgram> idle_;
};

/// A call on its way through jq: the request, the reply of the reference, and what filters have read of files.
class JqCall {
 public:
  /// `reply` may be missing; it is a result or an error otherwise.
  JqCall(Json const& params, Reply const* reply)
      : values_{&params, reply == nullptr ? &params : &reply->value},
        params_(values_.to_jq(params)),
        reply_(reply == nullptr ? jv_null() : reply_to_jq(*reply)),
        requested_(jv_array()) {}
  ~JqCall() {
    for (jv const& value : {params_, reply_, requested_}) jv_free(value);
  }
  JqCall(JqCall const&) = delete;
  JqCall& operator=(JqCall const&) = delete;

  // Each gives a value that the caller owns.
  [[nodiscard]] jv params() const { return jv_copy(params_); }
  [[nodiscard]] jv reply() const { return jv_copy(reply_); }  ///< {"result" or "error", "items"?}; null without one
  [[nodiscard]] jv requested() const { return jv_copy(requested_); }  ///< a list of {"question", "reply"}

  [[nodiscard]] JqValues& values() { return values_; }
  /// A reply as filters see it.
  [[nodiscard]] jv reply_to_jq(Reply const& reply) {
    jv made = jv_object_set(jv_object(), jv_string(reply.status == Reply::Status::error ? "error" : "result"),
                            values_.to_jq(reply.value));
    if (!reply.items.empty()) made = jv_object_set(made, jv_string("items"), values_.to_jq(Json(reply.items)));
    return made;
  }
  /// Keeps what the filters of all mutants get; takes what it is given.
  void keep_answer(jv answered) { requested_ = jv_array_append(requested_, answered); }

 private:
  JqValues values_;
  jv params_;
  jv reply_;
  jv requested_;
};

constexpr std::size_t filters_in_a_program = 48;

/// A filter that asks more is stopped: it may be in an endless loop.
constexpr int most_questions = 200;

/// The pages with the programs of their filters; all mutants share it.
struct Library {
  MutantPages pages;
  std::deque<FilterProgram> programs{};
};

/// Answers about the files of a call are the same for all mutants.
bool is_about_files(std::string const& question) {
  return question == "/text" || question == "/anatomy" || question == "/frontmatter" || question == "/neighbours";
}

/// One run of a filter: what it gets, what it asks for itself, and what comes out.
class FilterRun {
 public:
  FilterRun(std::string const& operation, HookInput input, JqCall& call, AskReference const& reference)
      : operation_(operation), input_(input), call_(call), reference_(reference) {}

  /// Nothing when the filter leaves alone what it is given.
  [[nodiscard]] std::optional<Reply> through(FilterProgram const& program, std::size_t which) {
    jv questions = call_.requested();
    for (int questions_left = most_questions; questions_left > 0; --questions_left) {
      jv const out = program.run(given(which, questions));
      std::optional<jv> const answered = jv_is_valid(out) != 0 ? std::nullopt : answer(jv_copy(out));
      if (!answered) {
        jv_free(questions);
        return outcome(out);
      }
      jv_free(out);
      questions = jv_array_append(questions, *answered);
    }
    jv_free(questions);
    throw HarnessError(fmt::format("a filter about {} asks without end", operation_));
  }

 private:
  [[nodiscard]] jv given(std::size_t which, jv const& questions) const {
    jv input = jv_object_set(jv_object(), jv_string("which"), jv_number(static_cast<double>(which)));
    input = jv_object_set(input, jv_string("operation"), jv_string(operation_.c_str()));
    input = jv_object_set(input, jv_string("params"), call_.params());
    input = jv_object_set(input, jv_string("reply"), input_ == HookInput::reply ? call_.reply() : jv_null());
    return jv_object_set(input, jv_string("asked"), jv_copy(questions));
  }

  /// The answer to the question that a filter ended with; nothing when it ended otherwise.
  [[nodiscard]] std::optional<jv> answer(jv ended) {
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
    std::optional<Reply> const own = answer_of_question(operation, request.at("params"), reference_);
    Reply const reply = own ? *own : reference_(operation, request.at("params"));
    jv answered = jv_object_set(jv_object(), jv_string("question"), question);
    answered = jv_object_set(answered, jv_string("reply"), call_.reply_to_jq(reply));
    if (is_about_files(operation)) call_.keep_answer(jv_copy(answered));
    return answered;
  }

  /// The result of the last value that a filter gave, or of its error.
  [[nodiscard]] std::optional<Reply> outcome(jv out) const {
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

  /// The reply that is written {"result" or "error", "items"}.
  [[nodiscard]] static Reply reply_of(Json made) {
    Reply reply;
    bool const is_error = made.contains("error");
    reply.status = is_error ? Reply::Status::error : Reply::Status::result;
    reply.value = std::move(made[is_error ? "error" : "result"]);
    for (Json& item : made["items"]) reply.items.push_back(std::move(item));
    return reply;
  }

  std::string const& operation_;
  HookInput input_;
  JqCall& call_;
  AskReference const& reference_;
};

FilterProgram& program_of(WrittenMutant const& mutant, Library& library,
                          std::map<std::string, std::pair<FilterProgram*, std::size_t>>& open) {
  auto& [program, count] = open[mutant.hook];
  if (program == nullptr || count == filters_in_a_program) {
    program = &library.programs.emplace_back(library.pages.hooks.at(mutant.hook), library.pages.words);
    count = 0;
  }
  ++count;
  return *program;
}

/// A filter as a rule: to which calls it applies, and how.
struct FilterRule {
  std::shared_ptr<Library> library;  ///< which the rest points into
  WrittenMutant const* written = nullptr;
  Hook const* hook = nullptr;
  FilterProgram const* program = nullptr;
  std::size_t which = 0;

  /// Requests that register components have results of a form of their own; their spans stand where they always do.
  [[nodiscard]] bool applies_to(std::string const& operation, Json const& params) const {
    if (!hook->operations.contains(operation)) return false;
    return written->about_components || !registers_components(params) || member(params, "trace") == true;
  }

  /// Whether filters can look at a reply; what is unsupported, or went wrong in an adapter, is passed on.
  [[nodiscard]] bool can_read(Reply const& reply) const {
    return hook->input != HookInput::reply || reply.status == Reply::Status::result ||
           reply.status == Reply::Status::error;
  }
};

/// Whether a call may send more than one request: an answer called tools, of whatever format, or there are several
/// runs. Nothing is streamed, since what is streamed through the proxy arrives at once.
bool sends_further_requests(Json const& params, Json const& replied) {
  if (member(params, "stream") == true) return false;
  Json const& runs = member(params, "runs");
  return (runs.is_array() && runs.size() > 1) || replied.dump(-1, ' ', true).find("\"tool_call") != std::string::npos;
}

/// The reply to a call whose requests to the provider go through the filter. To it each is a reply of {"place",
/// "body"}.
Reply answer_with_changed_requests(FilterRule const& rule, std::string const& operation, Json const& params,
                                   AskReference const& reference) {
  int place = 0;
  ProxyHooks const hooks{.change_request = [&](Json& body) {
    if (place == 0) {
      ++place;
      return;
    }
    Reply const request = answered({{"place", place++}, {"body", body}});
    JqCall call(params, &request);
    std::optional<Reply> made =
        FilterRun(operation, HookInput::reply, call, reference).through(*rule.program, rule.which);
    if (made && made->status == Reply::Status::result) body = std::move(made->value["body"]);
  }};
  return call_through_proxy(hooks, operation, params, reference);
}

Reply answer(FilterRule const& rule, std::string const& operation, Json const& params, AskReference const& reference) {
  if (!rule.applies_to(operation, params)) return reference(operation, params);
  if (rule.hook->input == HookInput::request) return answer_with_changed_requests(rule, operation, params, reference);
  std::optional<Reply> first;
  if (rule.hook->input == HookInput::reply) first = reference(operation, params);
  if (first && !rule.can_read(*first)) return std::move(*first);
  JqCall call(params, first ? &*first : nullptr);
  std::optional<Reply> made =
      FilterRun(operation, rule.hook->input, call, reference).through(*rule.program, rule.which);
  if (made) return std::move(*made);
  return first ? std::move(*first) : reference(operation, params);
}

/// The call as jq sees it. One mutant after the other is tried on the same call, so the last is kept.
JqCall& call_in_jq(AnsweredCall const& call) {
  thread_local std::uint64_t number = 0;
  thread_local std::optional<JqCall> kept;
  bool const is_readable = call.reply.status == Reply::Status::result || call.reply.status == Reply::Status::error;
  if (number != call.number) kept.emplace(call.params, is_readable ? &call.reply : nullptr);
  number = call.number;
  return *kept;
}

std::optional<Reply> change(FilterRule const& rule, AnsweredCall const& call, AskReference const& reference) {
  if (!rule.applies_to(call.operation, call.params) || !rule.can_read(call.reply)) return std::nullopt;
  if (rule.hook->input == HookInput::request) {
    if (!sends_further_requests(call.params, call.reply.value)) return std::nullopt;
    return answer_with_changed_requests(rule, call.operation, call.params, reference);
  }
  return FilterRun(call.operation, rule.hook->input, call_in_jq(call), reference).through(*rule.program, rule.which);
}

}  // namespace

std::vector<Mutant> filter_mutants(MutantPages pages) {
  auto const library = std::make_shared<Library>();
  library->pages = std::move(pages);
  std::map<std::string, std::pair<FilterProgram*, std::size_t>> open;
  std::vector<Mutant> mutants;
  for (WrittenMutant const& written : library->pages.mutants) {
    FilterProgram& program = program_of(written, *library, open);
    FilterRule const rule{.library = library,
                          .written = &written,
                          .hook = &library->pages.hooks.at(written.hook),
                          .program = &program,
                          .which = program.add(written)};
    mutants.push_back(
        {.id = written.name,
         .clause = written.clause,
         .breaks = written.breaks,
         .answer = [rule](std::string const& operation, Json const& params,
                          AskReference const& reference) { return answer(rule, operation, params, reference); },
         .operations = rule.hook->operations,
         .change = [rule](AnsweredCall const& call,
                          AskReference const& reference) { return change(rule, call, reference); },
         .marks = written.marks});
  }
  return mutants;
}

}  // namespace conformance::mutants
