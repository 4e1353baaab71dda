#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/files/file_tree.hpp"

namespace conformance::deviations {

/// What a hook's program begins with, and what it gives.
enum class HookInput : std::uint8_t {
  params,   ///< params in, params out: the reference gets what comes out
  reply,    ///< the reference's reply in, the mutant's reply out
  call,     ///< params in, the mutant's reply out; the program asks the reference itself, if at all
  request,  ///< {"place", "body", "answers"} in and out, for each request to the provider, of which the first has place
            ///< 0; the answers are those that came before
  answer,   ///< {"status", "answer"} in and out, for each answer of the provider or each chunk of one that is streamed
  arguments,  ///< the text of the arguments that a call is carried out with; null for some that cannot be read
  sending,    ///< what `send_by_itself` gives in, and out
  late        ///< params in, whether the items of a stream are handed on when it is over and not as they come
};

/// A place at which filters may change what an implementation does (spec/mutants/hooks).
struct Hook {
  std::string name;
  std::string gives;  ///< what a filter gets, for people
  HookInput input = HookInput::reply;
  std::set<std::string> operations;  ///< others go to the reference
  std::string program;               ///< jq, with CHANGE where the filter belongs
  std::string page_words;            ///< jq definitions for programs and filters of all hooks of the page
  std::string words;                 ///< those for the filters of this hook, which see what its program has named
};

struct WrittenFilter {
  std::string hook;
  std::string filter;
  bool operator==(WrittenFilter const&) const = default;
};

/// A mutant or a reading as it is written: a clause, a sentence and a filter, or several.
struct WrittenDeviation {
  std::string name;
  std::string clause;
  std::string breaks;
  std::vector<DeviationMark> marks = {};
  std::vector<WrittenFilter> filters;  ///< of which each acts on what comes of the next ones
  bool about_components = false;       ///< whether it bears on requests that register components too
  std::string unobservable;            ///< of a reading: why nothing can show it; it has no filter then
  std::string file;                    ///< for messages, with the line
  int line = 0;
  bool operator==(WrittenDeviation const&) const = default;
};

struct DeviationPages {
  std::map<std::string, Hook> hooks;
  std::string words;  ///< jq definitions for all hooks and filters
  std::vector<WrittenDeviation> deviations;
};

/// Reads mutants/ below the folder of the specification: the hooks in hooks/, words.jq and what is in words/, and every
/// other YAML file as mutants by clause. A hook such as "reply of load, prepare", all that goes into operations or
/// comes out of them, needs no page. Throws InputError with file and line on what is no YAML, has unknown or missing
/// members, names an unknown hook, or uses a name twice.
[[nodiscard]] DeviationPages read_mutant_pages(FileTree const& spec);

/// Reads readings/ in the same way, with the hooks and words of mutants/: behaviours that a decision allows. `clause`
/// is then the decision and `name` the reading, which need not be unique; there is no sentence, but "unobservable" may
/// stand in the place of a filter. They bear on requests that register components too.
[[nodiscard]] DeviationPages read_reading_pages(FileTree const& spec);

/// The value of a text literal, and where it stands: "mutants/7.1.yaml:3" for the filter of the mutant in that line,
/// "mutants/words.jq", "mutants/hooks, content".
struct FilterLiteral {
  std::string value;
  std::string place;
  bool operator==(FilterLiteral const&) const = default;
};

/// The text literals of a jq program in order, those inside of interpolations too; of a text with an interpolation each
/// piece around it. Comments have none.
[[nodiscard]] std::vector<std::string> literals_of(std::string const& filter);

/// Those of all filters, and of the words and programs that they use.
[[nodiscard]] std::vector<FilterLiteral> literals_of(DeviationPages const& pages);

}  // namespace conformance::deviations
