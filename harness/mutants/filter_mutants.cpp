#include "harness/mutants/filter_mutants.hpp"

#include <fmt/core.h>

#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "harness/input_error.hpp"
#include "harness/mutants/filter_program.hpp"
#include "harness/mutants/jq_call.hpp"
#include "harness/mutants/questions.hpp"
#include "harness/mutants/registry_rules.hpp"

namespace conformance::mutants::filter_mutants_detail {
namespace {

constexpr std::size_t filters_in_a_program = 48;

/// More questions than this are a filter that never comes to its end.
constexpr int most_questions = 200;

/// The pages with the programs of their filters; all mutants share it.
struct Library {
  MutantPages pages;
  std::deque<FilterProgram> programs{};
};

/// What is told of the files of a call, whatever mutant asks.
bool is_about_files(std::string const& question) {
  return question == "/text" || question == "/anatomy" || question == "/frontmatter" || question == "/neighbours";
}

/// One way through a filter: what it is asked, what it asks for itself, and what comes out.
class Passage {
 public:
  Passage(std::string const& operation, HookInput input, JqCall& call, AskReference const& reference)
      : operation_(operation), input_(input), call_(call), reference_(reference) {}

  /// Nothing when the filter leaves alone what it is given.
  [[nodiscard]] std::optional<Reply> through(FilterProgram const& program, std::size_t which) {
    jv questions = call_.asked();
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
    bool const asks = jv_get_kind(message) == JV_KIND_OBJECT && jv_object_has(jv_copy(message), jv_string("ask")) != 0;
    if (!asks) {
      jv_free(message);
      return std::nullopt;
    }
    // Kept as the filter wrote it, which compares it when it asks again.
    jv const question = jv_object_get(message, jv_string("ask"));
    Json const asked = call_.values().from_jq(jv_copy(question));
    std::string const operation = asked.at("operation").get<std::string>();
    std::optional<Reply> const told = answer_of_question(operation, asked.at("params"), reference_);
    Reply const reply = told ? *told : reference_(operation, asked.at("params"));
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
    return told(std::move(made));
  }

  /// The reply that {"result" or "error", "items"} tells of.
  [[nodiscard]] static Reply told(Json made) {
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

/// A filter as a rule: when it bears on a call, and what it makes of it.
struct FilterRule {
  std::shared_ptr<Library> library;  ///< which the rest points into
  WrittenMutant const* written = nullptr;
  Hook const* hook = nullptr;
  FilterProgram const* program = nullptr;
  std::size_t which = 0;

  /// Requests that register components have results of a form of their own; their spans stand where they always do.
  [[nodiscard]] bool bears_on(std::string const& operation, Json const& params) const {
    if (!hook->operations.contains(operation)) return false;
    return written->about_components || !registers_components(params) || member(params, "trace") == true;
  }

  /// Whether filters can look at a reply; what is unsupported, or went wrong in an adapter, is passed on.
  [[nodiscard]] bool can_read(Reply const& reply) const {
    return hook->input != HookInput::reply || reply.status == Reply::Status::result ||
           reply.status == Reply::Status::error;
  }
};

Reply answer(FilterRule const& rule, std::string const& operation, Json const& params, AskReference const& reference) {
  if (!rule.bears_on(operation, params)) return reference(operation, params);
  std::optional<Reply> first;
  if (rule.hook->input == HookInput::reply) first = reference(operation, params);
  if (first && !rule.can_read(*first)) return std::move(*first);
  JqCall call(params, first ? &*first : nullptr);
  std::optional<Reply> made = Passage(operation, rule.hook->input, call, reference).through(*rule.program, rule.which);
  if (made) return std::move(*made);
  return first ? std::move(*first) : reference(operation, params);
}

/// The call as jq sees it. The same one is asked about for one mutant after the other, so the last is kept.
JqCall& call_in_jq(AnsweredCall const& call) {
  thread_local std::uint64_t number = 0;
  thread_local std::optional<JqCall> kept;
  bool const is_readable = call.reply.status == Reply::Status::result || call.reply.status == Reply::Status::error;
  if (number != call.number) kept.emplace(call.params, is_readable ? &call.reply : nullptr);
  number = call.number;
  return *kept;
}

std::optional<Reply> change(FilterRule const& rule, AnsweredCall const& call, AskReference const& reference) {
  if (!rule.bears_on(call.operation, call.params) || !rule.can_read(call.reply)) return std::nullopt;
  return Passage(call.operation, rule.hook->input, call_in_jq(call), reference).through(*rule.program, rule.which);
}

}  // namespace
}  // namespace conformance::mutants::filter_mutants_detail

namespace conformance::mutants {

std::vector<Mutant> filter_mutants(MutantPages pages) {
  using filter_mutants_detail::FilterRule;
  auto const library = std::make_shared<filter_mutants_detail::Library>();
  library->pages = std::move(pages);
  std::map<std::string, std::pair<FilterProgram*, std::size_t>> open;
  std::vector<Mutant> mutants;
  for (WrittenMutant const& written : library->pages.mutants) {
    FilterProgram& program = filter_mutants_detail::program_of(written, *library, open);
    FilterRule const rule{.library = library,
                          .written = &written,
                          .hook = &library->pages.hooks.at(written.hook),
                          .program = &program,
                          .which = program.add(written)};
    mutants.push_back({.id = written.name,
                       .clause = written.clause,
                       .breaks = written.breaks,
                       .answer =
                           [rule](std::string const& operation, Json const& params, AskReference const& reference) {
                             return filter_mutants_detail::answer(rule, operation, params, reference);
                           },
                       .operations = rule.hook->operations,
                       .change =
                           [rule](AnsweredCall const& call, AskReference const& reference) {
                             return filter_mutants_detail::change(rule, call, reference);
                           }});
  }
  return mutants;
}

}  // namespace conformance::mutants
