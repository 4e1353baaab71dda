#include "harness/judge/deviations/filter_deviations.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "harness/judge/deviations/filter_run.hpp"
#include "harness/judge/deviations/jq_definitions.hpp"
#include "harness/judge/deviations/proxy.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance::deviations {
namespace {

constexpr std::size_t filters_in_a_program = 100;

/// The pages with the programs of their filters, and what filters remember; all deviations share it.
struct Library {
  explicit Library(DeviationPages from) : pages(std::move(from)), words(pages.words) {}

  DeviationPages pages;
  JqDefinitions words;
  std::deque<FilterProgram> programs{};
  FirstTexts first_texts{};
};

FilterProgram& program_of(std::string const& hook, Library& library,
                          std::map<std::string, std::pair<FilterProgram*, std::size_t>>& open) {
  auto& [program, count] = open[hook];
  if (program == nullptr || count == filters_in_a_program) {
    program = &library.programs.emplace_back(library.pages.hooks.at(hook), library.words);
    count = 0;
  }
  ++count;
  return *program;
}

/// A filter as a rule: to which calls it applies, and how.
struct FilterRule {
  std::shared_ptr<Library> library;  ///< which the rest points into
  WrittenDeviation const* written = nullptr;
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

  [[nodiscard]] std::optional<Reply> reply_to(std::string const& operation, JqCall& call,
                                              AskReference const& reference) const {
    return FilterRun(operation, hook->input, call, reference, library->first_texts).through(*program, which);
  }

  /// What becomes of a value on the way of a call; nothing when the filter cannot read it.
  [[nodiscard]] std::optional<Json> made_of(Json const& value, std::string const& operation, Json const& params,
                                            AskReference const& reference) const {
    JqCall call(params, value);
    return FilterRun(operation, hook->input, call, reference, library->first_texts).value_through(*program, which);
  }
};

/// Whether a call may send more than one request: an answer called tools, of whatever format, or there are several
/// runs. Nothing is streamed, since what is streamed through the proxy arrives at once.
bool sends_further_requests(Json const& params, Json const& replied) {
  if (member(params, "stream") == true) return false;
  Json const& runs = member(params, "runs");
  return (runs.is_array() && runs.size() > 1) || replied.dump(-1, ' ', true).find("\"tool_call") != std::string::npos;
}

/// The requests go through the filter, each as {"place", "body", "answers"}, with what the provider
/// has answered so far.
Reply answer_with_changed_requests(FilterRule const& rule, std::string const& operation, Json const& params,
                                   AskReference const& reference) {
  int place = 0;
  Json answers = Json::array();
  ProxyHooks const hooks{.change_request =
                             [&](Json& body) {
                               Json const request = {{"place", place++}, {"body", body}, {"answers", answers}};
                               std::optional<Json> made = rule.made_of(request, operation, params, reference);
                               if (made && made->is_object()) body = std::move((*made)["body"]);
                             },
                         .change_answer = [&](Json& answer) { answers.push_back(answer); }};
  return call_through_proxy(hooks, operation, params, reference);
}

/// The answers of the provider go through the filter, each as {"status", "answer"}: of one that failed the answer is
/// null. What comes out with "again" has its request sent once more.
Reply answer_with_changed_answers(FilterRule const& rule, std::string const& operation, Json const& params,
                                  AskReference const& reference) {
  // A stream would be held back between the reference and the provider.
  if (operation != "converse" && !sends_request(operation, params)) return reference(operation, params);
  bool is_repeat = false;
  auto const made_of = [&](int status, Json const& answer) {
    return rule.made_of({{"status", status}, {"answer", answer}}, operation, params, reference).value_or(Json());
  };
  ProxyHooks const hooks{.change_answer =
                             [&](Json& answer) {
                               Json made = made_of(200, answer);
                               if (made.is_object()) answer = std::move(made["answer"]);
                             },
                         .retries =
                             [&](int status, std::string const&) {
                               bool const has_failed = status < 200 || status > 299;
                               is_repeat =
                                   has_failed && !is_repeat && member(made_of(status, nullptr), "again") == true;
                               return is_repeat;
                             }};
  return call_through_proxy(hooks, operation, params, reference);
}

/// Calls are carried out with the arguments that the filter makes of their text. Null are those that cannot be read:
/// each time another text, by which the words of the model are found again.
Reply answer_with_other_arguments(FilterRule const& rule, std::string const& operation, Json const& params,
                                  AskReference const& reference) {
  std::size_t unreadable = 0;
  auto const change = [&](std::string const& arguments) -> std::optional<std::string> {
    std::optional<Json> const made = rule.made_of(arguments, operation, params, reference);
    if (!made || *made == arguments) return std::nullopt;
    return made->is_string() ? made->get<std::string>() : "{" + std::string(++unreadable, ' ');
  };
  return call_with_other_arguments(change, operation, params, reference);
}

Reply answer(FilterRule const& rule, std::string const& operation, Json const& params, AskReference const& reference) {
  if (!rule.applies_to(operation, params)) return reference(operation, params);
  std::optional<Reply> first;
  switch (rule.hook->input) {
    case HookInput::request:
      return answer_with_changed_requests(rule, operation, params, reference);
    case HookInput::answer:
      return answer_with_changed_answers(rule, operation, params, reference);
    case HookInput::arguments:
      return answer_with_other_arguments(rule, operation, params, reference);
    case HookInput::sending:
      return send_by_itself([&](Json const& sending) { return rule.made_of(sending, operation, params, reference); },
                            operation, params, reference);
    case HookInput::late:
      return reference(operation, params);
    case HookInput::reply:
      first = reference(operation, params);
      break;
    case HookInput::params:
    case HookInput::call:
      break;
  }
  if (first && !rule.can_read(*first)) return std::move(*first);
  JqCall call(params, first ? &*first : nullptr);
  std::optional<Reply> made = rule.reply_to(operation, call, reference);
  if (made) return std::move(*made);
  return first ? std::move(*first) : reference(operation, params);
}

/// With several filters each acts on what the next ones answer.
Reply answer_of_all(std::span<FilterRule const> rules, std::string const& operation, Json const& params,
                    AskReference const& reference) {
  if (rules.empty()) return reference(operation, params);
  return answer(rules.front(), operation, params, [&](std::string const& inner, Json const& changed) {
    return answer_of_all(rules.subspan(1), inner, changed, reference);
  });
}

/// The call as jq sees it. One deviation after the other is tried on the same call, so the last is kept.
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
  return rule.reply_to(call.operation, call_in_jq(call), reference);
}

/// Whether the filter can be tried on a call that was recorded.
bool can_change(HookInput input) {
  return input == HookInput::params || input == HookInput::reply || input == HookInput::call ||
         input == HookInput::request;
}

Deviation deviation_of(WrittenDeviation const& written, std::vector<FilterRule> rules) {
  Deviation deviation{.id = written.name,
                      .clause = written.clause,
                      .breaks = written.breaks,
                      .answer = {},
                      .marks = written.marks,
                      .unobservable = written.unobservable};
  for (FilterRule const& rule : rules) {
    deviation.operations.insert(rule.hook->operations.begin(), rule.hook->operations.end());
    if (rule.hook->input == HookInput::late)
      deviation.tells_late = [rule](std::string const& operation, Json const& params) {
        AskReference const nobody = [](std::string const&, Json const&) -> Reply {
          throw InputError("a filter about what is late asks for something");
        };
        return rule.applies_to(operation, params) && rule.made_of(nullptr, operation, params, nobody) == Json(true);
      };
  }
  if (rules.size() == 1 && can_change(rules.front().hook->input))
    deviation.change = [rule = rules.front()](AnsweredCall const& call, AskReference const& reference) {
      return change(rule, call, reference);
    };
  deviation.answer = [rules = std::move(rules)](std::string const& operation, Json const& params,
                                                AskReference const& reference) {
    return answer_of_all(rules, operation, params, reference);
  };
  return deviation;
}

/// What a filter is made of, so that it answers as before as long as all of that is as before. Definitions that it does
/// not use are no part of it: those of all deviations stand together, and grow with every other one.
class FilterParts {
 public:
  explicit FilterParts(std::shared_ptr<Library const> library) : library_(std::move(library)) {}

  [[nodiscard]] DeviationMakeup makeup_of(WrittenDeviation const& written) const {
    Json parts = {written.about_components};
    DeviationMakeup makeup{.asks_further = written.filters.size() != 1};
    for (auto const& [name, filter] : written.filters) {
      Hook const& hook = library_->pages.hooks.at(name);
      HookWords const& words = words_of(name, hook);
      std::set<std::string, std::less<>> names = words.names;
      names.merge(names_in(filter));
      Json part = {hook.input, hook.operations, hook.program, filter};
      for (JqDefinitions const* const definitions : {&words.own, &words.page, &library_->words})
        part.push_back(definitions->used_by(names));
      parts.push_back(std::move(part));
      makeup.asks_further = makeup.asks_further || hook.input != HookInput::reply || names.contains("ask");
    }
    makeup.digest = sha256(parts.dump());
    return makeup;
  }

 private:
  struct HookWords {
    JqDefinitions page;
    JqDefinitions own;
    std::set<std::string, std::less<>> names;
  };

  [[nodiscard]] HookWords const& words_of(std::string const& name, Hook const& hook) const {
    std::scoped_lock const lock(mutex_);
    auto const known = hooks_.find(name);
    if (known != hooks_.end()) return known->second;
    return hooks_
        .emplace(name, HookWords{.page = JqDefinitions(hook.page_words),
                                 .own = JqDefinitions(hook.words),
                                 .names = names_in(hook.program)})
        .first->second;
  }

  std::shared_ptr<Library const> library_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, HookWords> hooks_;
};

}  // namespace

std::vector<Deviation> filter_deviations(DeviationPages pages) {
  auto const library = std::make_shared<Library>(std::move(pages));
  std::map<std::string, std::pair<FilterProgram*, std::size_t>> open;
  std::vector<Deviation> deviations;
  auto const parts = std::make_shared<FilterParts const>(library);
  for (WrittenDeviation const& written : library->pages.deviations) {
    std::vector<FilterRule> rules;
    for (auto const& [hook, filter] : written.filters) {
      FilterProgram& program = program_of(hook, *library, open);
      rules.push_back({.library = library,
                       .written = &written,
                       .hook = &library->pages.hooks.at(hook),
                       .program = &program,
                       .which = program.add(written, filter)});
    }
    deviations.push_back(deviation_of(written, std::move(rules)));
    deviations.back().makeup = [parts, &written] { return parts->makeup_of(written); };
  }
  return deviations;
}

}  // namespace conformance::deviations

namespace conformance {

std::vector<Deviation> read_mutants(FileTree const& spec) {
  std::vector<Deviation> all = deviations::filter_deviations(deviations::read_mutant_pages(spec));
  std::sort(all.begin(), all.end(), [](Deviation const& left, Deviation const& right) {
    return std::tie(left.clause, left.id) < std::tie(right.clause, right.id);
  });
  return all;
}

std::vector<Deviation> mutants_of_edition(std::vector<Deviation> mutants, ClauseRegistry const& registry) {
  std::erase_if(mutants, [&](Deviation const& mutant) { return registry.find_clause(mutant.clause) == nullptr; });
  return mutants;
}

}  // namespace conformance
