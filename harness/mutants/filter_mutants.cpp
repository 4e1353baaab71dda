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
#include "harness/mutants/jq_values.hpp"
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

/// One way through a filter: what it is asked, what it asked for itself, and what came out.
class Passage {
 public:
  Passage(std::string const& operation, Json const& params, AskReference const& reference)
      : operation_(operation), params_(params), reference_(reference) {}

  [[nodiscard]] Reply through(FilterProgram const& program, std::size_t which, HookInput input) {
    if (input == HookInput::reply) {
      first_ = reference_(operation_, params_);
      if (first_->status != Reply::Status::result && first_->status != Reply::Status::error) return *first_;
    }
    JqValues values{&params_, first_ ? &first_->value : &params_};
    jv const asked_params = values.to_jq(params_);
    jv const reply = first_ ? jq_reply(*first_, values) : jv_null();
    jv questions = jv_array();
    std::optional<Reply> made;
    for (int questions_left = most_questions; !made && questions_left > 0; --questions_left) {
      jv const out = program.run(input_of(which, asked_params, reply, questions));
      jv const before = input == HookInput::reply ? reply : asked_params;
      made = jv_is_valid(out) != 0 ? reply_from(out, before, input, values) : after_error(out, questions, values);
    }
    for (jv const& value : {asked_params, reply, questions}) jv_free(value);
    if (!made) throw HarnessError(fmt::format("a filter about {} asks without end", operation_));
    return *made;
  }

 private:
  [[nodiscard]] jv input_of(std::size_t which, jv const& params, jv const& reply, jv const& questions) const {
    jv input = jv_object_set(jv_object(), jv_string("which"), jv_number(static_cast<double>(which)));
    input = jv_object_set(input, jv_string("operation"), jv_string(operation_.c_str()));
    input = jv_object_set(input, jv_string("params"), jv_copy(params));
    input = jv_object_set(input, jv_string("reply"), jv_copy(reply));
    return jv_object_set(input, jv_string("asked"), jv_copy(questions));
  }

  [[nodiscard]] static jv jq_reply(Reply const& reply, JqValues& values) {
    jv made = jv_object_set(jv_object(), jv_string(reply.status == Reply::Status::error ? "error" : "result"),
                            values.to_jq(reply.value));
    if (!reply.items.empty()) made = jv_object_set(made, jv_string("items"), values.to_jq(Json(reply.items)));
    return made;
  }

  /// What the reference says when a filter leaves everything alone.
  [[nodiscard]] Reply untouched() const { return first_ ? *first_ : reference_(operation_, params_); }

  [[nodiscard]] Reply reply_from(jv out, jv const& before, HookInput input, JqValues const& values) const {
    bool const is_same = jv_equal(jv_copy(out), jv_copy(before)) != 0;
    if (is_same && input != HookInput::call) {
      jv_free(out);
      return untouched();
    }
    Json made = values.from_jq(out);
    if (input == HookInput::params) return reference_(operation_, made);
    return told(std::move(made));
  }

  /// The reply that {"result" or "error", "items"} tells of.
  [[nodiscard]] Reply told(Json made) const {
    Reply reply = first_.value_or(Reply());
    bool const is_error = made.contains("error");
    reply.status = is_error ? Reply::Status::error : Reply::Status::result;
    reply.value = std::move(made[is_error ? "error" : "result"]);
    reply.items.clear();
    for (Json& item : made["items"]) reply.items.push_back(std::move(item));
    return reply;
  }

  /// Answers a question and gives nothing, so that the filter is run again; else what the error means.
  [[nodiscard]] std::optional<Reply> after_error(jv error, jv& questions, JqValues& values) const {
    jv const asked = jv_invalid_get_msg(error);
    Json const message = values.from_jq(jv_copy(asked));
    Json const& question = member(message, "ask");
    if (!question.is_object()) {
      jv_free(asked);
      return member(message, "raise").is_string() ? raised(message["raise"].get<std::string>()) : untouched();
    }
    std::string const operation = question.at("operation").get<std::string>();
    Json const& params = question.at("params");
    std::optional<Reply> const known = answer_of_question(operation, params, reference_);
    Reply const reply = known ? *known : reference_(operation, params);
    // Kept as the filter wrote it, which compares it when it asks again.
    jv answered = jv_object_set(jv_object(), jv_string("question"), jv_object_get(asked, jv_string("ask")));
    answered = jv_object_set(answered, jv_string("reply"), jq_reply(reply, values));
    questions = jv_array_append(questions, answered);
    return std::nullopt;
  }

  std::string const& operation_;
  Json const& params_;
  AskReference const& reference_;
  std::optional<Reply> first_{};
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

/// Requests that register components have results of a form of their own; their spans stand where they always do.
bool bears_on(WrittenMutant const& mutant, Hook const& hook, std::string const& operation, Json const& params) {
  if (!hook.operations.contains(operation)) return false;
  return mutant.about_components || !registers_components(params) || member(params, "trace") == true;
}

}  // namespace
}  // namespace conformance::mutants::filter_mutants_detail

namespace conformance::mutants {

std::vector<Mutant> filter_mutants(MutantPages pages) {
  auto const library = std::make_shared<filter_mutants_detail::Library>();
  library->pages = std::move(pages);
  std::map<std::string, std::pair<FilterProgram*, std::size_t>> open;
  std::vector<Mutant> mutants;
  for (WrittenMutant const& written : library->pages.mutants) {
    FilterProgram& program = filter_mutants_detail::program_of(written, *library, open);
    std::size_t const which = program.add(written);
    Hook const& hook = library->pages.hooks.at(written.hook);
    mutants.push_back(
        {.id = written.name,
         .clause = written.clause,
         .breaks = written.breaks,
         .answer =
             [library, &written, &hook, &program, which](std::string const& operation, Json const& params,
                                                         AskReference const& reference) {
               if (!filter_mutants_detail::bears_on(written, hook, operation, params))
                 return reference(operation, params);
               return filter_mutants_detail::Passage(operation, params, reference).through(program, which, hook.input);
             },
         .operations = hook.operations});
  }
  return mutants;
}

}  // namespace conformance::mutants
