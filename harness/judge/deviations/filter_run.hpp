#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/deviations/deviation_pages.hpp"
#include "harness/judge/deviations/jq_definitions.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/jq/jq.hpp"

namespace conformance::deviations {

/// The filters of some deviations of one hook, compiled together when they are first needed: jq takes longer to compile
/// its own library than a hundred filters. From any thread.
class FilterProgram {
 public:
  /// Both must outlive it. Of the words those are compiled that the filters use.
  FilterProgram(Hook const& hook, JqDefinitions const& words) : hook_(hook), words_(words) {}

  /// The index under which that filter of the deviation, which must outlive it, is to be selected.
  std::size_t add(WrittenDeviation const& deviation, std::string const& filter);

  /// Runs the program on {"which": index, "operation", "params", "reply", "asked"}, which it takes; see
  /// JqProgram::run_apart. Throws InputError naming the file and line of a filter that is no jq.
  [[nodiscard]] jv run(jv input) const;

 private:
  struct Entry {
    WrittenDeviation const* deviation;
    std::string filter;
  };

  [[nodiscard]] JqProgram taken() const;
  [[nodiscard]] JqProgram compiled() const;
  [[nodiscard]] std::string text_of(std::size_t first, std::size_t last) const;

  Hook const& hook_;
  JqDefinitions const& words_;
  std::vector<Entry> entries_;
  mutable std::mutex mutex_;
  mutable std::vector<JqProgram> idle_;
};

/// A call on its way through jq: the request, what the filter is about beside it, and what filters have read of files.
class JqCall {
 public:
  /// About a reply, which is a result or an error, or about nothing beside the params.
  JqCall(Json const& params, Reply const* reply);
  /// About another value.
  JqCall(Json const& params, Json const& value);
  ~JqCall();
  JqCall(JqCall const&) = delete;
  JqCall& operator=(JqCall const&) = delete;

  // Each gives a value that the caller owns.
  [[nodiscard]] jv params() const { return jv_copy(params_); }
  [[nodiscard]] jv reply() const { return jv_copy(reply_); }  ///< {"result" or "error", "items"?}, the value, or null
  [[nodiscard]] jv requested() const { return jv_copy(requested_); }  ///< a list of {"question", "reply"}

  [[nodiscard]] JqValues& values() { return values_; }
  /// A reply as filters see it.
  [[nodiscard]] jv reply_to_jq(Reply const& reply);
  /// Keeps what the filters of all deviations get; takes what it is given.
  void keep_answer(jv answered) { requested_ = jv_array_append(requested_, answered); }

 private:
  JqValues values_;
  jv params_;
  jv reply_;
  jv requested_;
};

/// The texts that files had when they were read first. From several threads at once.
class FirstTexts {
 public:
  /// Null when there is no such file.
  [[nodiscard]] Json of(std::string const& path);

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> texts_;
};

/// One run of a filter: what it gets, what it asks for itself, and what comes out. Files that it had written are
/// removed with it.
class FilterRun {
 public:
  /// All must outlive it.
  FilterRun(std::string const& operation, HookInput input, JqCall& call, AskReference const& reference,
            FirstTexts& first_texts)
      : operation_(operation), input_(input), call_(call), reference_(reference), first_texts_(first_texts) {}
  ~FilterRun();
  FilterRun(FilterRun const&) = delete;
  FilterRun& operator=(FilterRun const&) = delete;

  /// What the implementation replies; nothing when the filter leaves alone what it is given.
  [[nodiscard]] std::optional<Reply> through(FilterProgram const& program, std::size_t which);

  /// What comes out; nothing when the filter cannot read what it is given.
  [[nodiscard]] std::optional<Json> value_through(FilterProgram const& program, std::size_t which);

 private:
  [[nodiscard]] jv settled(FilterProgram const& program, std::size_t which);
  [[nodiscard]] jv given(std::size_t which, jv const& questions) const;
  [[nodiscard]] std::optional<jv> answer(jv ended);
  [[nodiscard]] std::optional<Reply> answer_of_its_own(std::string const& question, Json const& params);
  [[nodiscard]] std::optional<Reply> outcome(jv out) const;

  std::string const& operation_;
  HookInput input_;
  JqCall& call_;
  AskReference const& reference_;
  FirstTexts& first_texts_;
  std::vector<std::filesystem::path> written_;
};

}  // namespace conformance::deviations
