#include "harness/commands/transform_options.hpp"

#include <CLI/CLI.hpp>
#include <iterator>

#include "harness/judge/files/input_error.hpp"

namespace conformance {
namespace {

std::vector<std::string> transform_names() {
  std::vector<std::string> names;
  for (Transform const transform : all_transforms()) names.emplace_back(transform_name(transform));
  return names;
}

std::vector<Vector const*> pointers_of(std::vector<Vector> const& vectors) {
  std::vector<Vector const*> pointers;
  for (Vector const& vector : vectors) pointers.push_back(&vector);
  return pointers;
}

}  // namespace

void TransformOptions::add_to(CLI::App& command) {
  command
      .add_option(
          "--transforms", amount,
          "Play each vector again under the rewritings of its input that it declares, each stream cut into "
          "other pieces (in three ways, or in all), with hostile values in the places of those that a runtime hands on "
          "as they are "
          "(four for each vector at most, or each of them once), and with what changes nothing beside its input (all "
          "at "
          "once and one alone, or each alone); the verdict has to stay")
      ->expected(0, 1)
      ->default_str("usual")
      ->check(CLI::IsMember({"usual", "all"}))
      ->option_text("[usual|all]");
  command
      .add_option("--transform", names,
                  "Only this rewriting: crlf, bom, no-final-newline, key-order, unicode-escape, sse-split, carried or "
                  "crossed (repeatable)")
      ->check(CLI::IsMember(transform_names()));
  command.add_option("--hostile", hostile,
                     "With --transforms or --transform carried only these hostile texts: inside (all of that kind at "
                     "once) or one by its name in spec/carried.yaml, such as around/tabs; instead/null#2 in the place "
                     "of the second of a vector's values alone (repeatable)");
  command.add_option("--crossing", crossings,
                     "With --transforms or --transform crossed only these crossings: all-at-once or one by its name in "
                     "spec/crossings.yaml, such as chat-streams/null-refusal (repeatable)");
  command.add_option("--seed", seed, "Of the choice of hostile texts, crossings and cuts (default 1)")
      ->option_text("S");
}

std::set<Transform> TransformOptions::chosen() const {
  if (!amount.empty()) return {all_transforms().begin(), all_transforms().end()};
  std::set<Transform> chosen;
  for (std::string const& name : names) chosen.insert(*transform_named(name));
  return chosen;
}

CutsWanted TransformOptions::cuts() const {
  return {.all = amount != "usual", .seed = seed};
}

NamedRewritings RewritingsOfRun::named() const {
  NamedRewritings named;
  if (carried) named.emplace(Transform::carried, carried.get());
  if (crossed) named.emplace(Transform::crossed, crossed.get());
  return named;
}

RewritingsOfRun TransformOptions::rewritings(Suite const& suite, std::vector<Vector const*> const& vectors) const {
  std::set<Transform> const played = chosen();
  if (!played.contains(Transform::carried) && !hostile.empty())
    throw InputError("--hostile needs --transforms or --transform carried");
  if (!played.contains(Transform::crossed) && !crossings.empty())
    throw InputError("--crossing needs --transforms or --transform crossed");
  RewritingsOfRun rewritings;
  bool const all = amount == "all";
  if (played.contains(Transform::carried))
    rewritings.carried = std::make_unique<CarriedValues>(
        suite.carried, CarriedWanted{.all = all, .seed = seed, .names = hostile}, vectors);
  if (played.contains(Transform::crossed))
    rewritings.crossed = std::make_unique<CrossedVectors>(
        suite.crossings, CrossingsWanted{.all = all, .seed = seed, .names = crossings}, &suite.registry);
  return rewritings;
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

GeneratedVectors::GeneratedVectors(Suite const& suite, GeneratedWanted const& wanted)
    : wanted_(wanted),
      carried_(suite.carried, {.all = wanted.all, .seed = wanted.seed, .names = {}}, pointers_of(suite.corpus.vectors)),
      crossed_(suite.crossings, {.all = wanted.all, .seed = wanted.seed, .names = {}}, &suite.registry) {}

std::vector<Vector> GeneratedVectors::of(Vector const& vector) const {
  if (choice_among(wanted_.share, vector.id, wanted_.seed) != 0) return {};
  std::vector<Vector> made = rewritten_vectors({vector}, carried_);
  std::vector<Vector> crossed = rewritten_vectors({vector}, wanted_.over_http ? crossed_.over_http() : crossed_);
  std::move(crossed.begin(), crossed.end(), std::back_inserter(made));
  return made;
}

}  // namespace conformance
