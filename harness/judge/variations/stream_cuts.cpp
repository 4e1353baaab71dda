#include "harness/judge/variations/stream_cuts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/judge/files/input_error.hpp"

namespace conformance {
namespace {

/// Both numbers are prime, so that long pieces end at ever other places of a frame.
constexpr int long_piece = 509;
constexpr int step_of_long_pieces = 11;
constexpr int short_piece = 7;

Cuts pieces_of(int bytes, int first) {
  return {.name = fmt::format("pieces-of-{}-from-{}", bytes, first),
          .fault = {{"kind", "drip"}, {"bytes", bytes}, {"firstBytes", first}, {"everyMs", 0}},
          .first = static_cast<std::size_t>(first)};
}

/// The first of all cuts, which find the most.
enum FirstCuts : std::uint8_t { between_bytes, inside_line_ends, inside_characters, count_of_first_cuts };

std::vector<Cuts> all_cuts() {
  std::vector<Cuts> cuts(count_of_first_cuts);
  cuts[between_bytes] = {.name = "between-any-two-bytes", .fault = {{"kind", "drip"}, {"bytes", 1}, {"everyMs", 0}}};
  cuts[inside_line_ends] = {.name = "inside-line-ends", .fault = {{"kind", "split"}, {"inside", "lineEnd"}}};
  cuts[inside_characters] = {.name = "inside-characters", .fault = {{"kind", "split"}, {"inside", "character"}}};
  for (int first = 1; first <= short_piece; ++first) cuts.push_back(pieces_of(short_piece, first));
  for (int first = step_of_long_pieces; first <= long_piece; first += step_of_long_pieces)
    cuts.push_back(pieces_of(long_piece, first));
  return cuts;
}

std::vector<std::string> names_of(std::vector<Cuts> const& cuts) {
  std::vector<std::string> names;
  for (Cuts const& some : cuts) names.push_back(some.name);
  return names;
}

std::vector<std::string> usual_cuts(Vector const& vector, std::uint64_t seed) {
  std::vector<Cuts> const& all = stream_cuts();
  std::size_t const first_long = count_of_first_cuts + short_piece;
  auto const one_from = [&](std::size_t begin, std::size_t end) {
    return all[begin + choice_among(end - begin, vector.id, seed)].name;
  };
  std::vector<std::string> const of_each_size = {all[between_bytes].name, one_from(count_of_first_cuts, first_long),
                                                 one_from(first_long, all.size())};
  return {all[inside_line_ends].name, all[inside_characters].name,
          of_each_size[choice_among(of_each_size.size(), vector.id + "size", seed)]};
}

bool is_plain_answer(Json const& step) {
  Json const respond = step.value("respond", Json::object());
  return !respond.contains("fault") && !respond.contains("hold");
}

}  // namespace

std::vector<Cuts> const& stream_cuts() {
  static std::vector<Cuts> const cuts = all_cuts();
  return cuts;
}

bool streams_over_http(Vector const& vector) {
  if (vector.steps.size() != 1) return false;
  Step const& step = vector.steps.front();
  if (step.operation == "process_stream") return true;
  bool const is_streaming = step.given.contains("stream") && step.given["stream"] == true;
  if (!is_streaming || !vector.provider) return false;
  return std::all_of(vector.provider->begin(), vector.provider->end(), is_plain_answer);
}

StreamCuts::StreamCuts(VariationsWanted wanted) : wanted_(std::move(wanted)) {
  for (std::string const& name : wanted_.names) static_cast<void>(cuts_named(name));
}

std::set<Way> StreamCuts::ways(Vector const& vector, std::set<Way> const& passed) const {
  // Chunks to process go over HTTP through `run`, what is scripted by itself.
  Way const way = vector.provider ? Way::direct : Way::http;
  return streams_over_http(vector) && passed.contains(way) ? std::set<Way>{way} : std::set<Way>();
}

std::vector<std::string> StreamCuts::due(Vector const& /*vector*/, Way /*way*/) const {
  return wanted_.names.empty() ? std::vector<std::string>{""} : wanted_.names;
}

std::vector<std::string> StreamCuts::parts_of(Vector const& vector, std::string const& name, Way /*way*/) const {
  if (!name.empty()) return {name};
  return wanted_.all ? names_of(stream_cuts()) : usual_cuts(vector, wanted_.seed);
}

Vector StreamCuts::with(Vector const& vector, std::string const& /*name*/, Way /*way*/) const {
  return vector;
}

Cuts const& cuts_named(std::string const& name) {
  std::vector<Cuts> const& all = stream_cuts();
  auto const found = std::find_if(all.begin(), all.end(), [&](Cuts const& cuts) { return cuts.name == name; });
  if (found == all.end())
    throw InputError(fmt::format(
        "there are no cuts '{}' of a stream; there are between-any-two-bytes, inside-line-ends, inside-characters, "
        "pieces-of-7-from-1 to -7 and pieces-of-509-from-11, -22 to -506",
        name));
  return *found;
}

}  // namespace conformance
