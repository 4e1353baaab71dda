#include "harness/commands/transform_options.hpp"

#include <CLI/CLI.hpp>

#include "harness/input_error.hpp"

namespace conformance {
namespace transform_options {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (Transform const transform : all_transforms()) names.emplace_back(transform_name(transform));
  return names;
}

}  // namespace
}  // namespace transform_options

void TransformOptions::add_to(CLI::App& command) {
  command
      .add_option("--transforms", amount,
                  "Play each vector again under the rewritings of its input that it declares, each stream cut into "
                  "other pieces, and with hostile texts in the places of the values that a runtime hands on as they "
                  "are: three for each vector, or all of them; the verdict has to stay")
      ->expected(0, 1)
      ->default_str("usual")
      ->check(CLI::IsMember({"usual", "all"}))
      ->option_text("[usual|all]");
  command
      .add_option("--transform", names,
                  "Only this rewriting: crlf, bom, no-final-newline, key-order, unicode-escape, sse-split or carried "
                  "(repeatable)")
      ->check(CLI::IsMember(transform_options::all_names()));
  command.add_option("--hostile", hostile,
                     "With --transforms or --transform carried only these hostile texts: inside (all of that kind at "
                     "once) or one by its name in spec/carried.yaml, such as around/tabs (repeatable)");
  command.add_option("--seed", seed, "Of the choice of hostile texts (default 1)")->option_text("S");
}

std::set<Transform> TransformOptions::chosen() const {
  if (!amount.empty()) return {all_transforms().begin(), all_transforms().end()};
  std::set<Transform> chosen;
  for (std::string const& name : names) chosen.insert(*transform_named(name));
  return chosen;
}

std::unique_ptr<CarriedValues> TransformOptions::carried(CarriedPage const& page,
                                                         std::vector<Vector const*> const& vectors) const {
  bool const is_chosen = chosen().contains(Transform::carried);
  if (!is_chosen && !hostile.empty()) throw InputError("--hostile needs --transforms or --transform carried");
  if (!is_chosen) return nullptr;
  CarriedWanted const wanted{.all = amount == "all", .seed = seed, .names = hostile};
  return std::make_unique<CarriedValues>(page, wanted, vectors);
}

std::unique_ptr<TraceFolder> trace_folder(std::string const& folder, RunInfo const& info) {
  if (folder.empty()) return nullptr;
  return std::make_unique<TraceFolder>(
      folder,
      Json{{"suiteVersion", suite_version()},
           {"corpusDigest", info.corpus_digest},
           {"subject",
            {{"name", info.subject.name}, {"version", info.subject.version}, {"language", info.subject.language}}},
           {"profile", profile_name(info.profile)},
           {"commandLine", info.command_line}});
}

}  // namespace conformance
