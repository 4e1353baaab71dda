#include "harness/judge/replay/transformed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "harness/judge/subject/subject.hpp"

namespace conformance {
namespace {

/// Both numbers are prime, so that long pieces end at ever other places of a frame.
constexpr int long_piece = 509;
constexpr int step_of_long_pieces = 11;
constexpr int short_piece = 7;

ReplayContext context_for(ReplayContext const& context, Subject& subject, Json respond_besides) {
  return {.subject = subject,
          .registry = context.registry,
          .profile = context.profile,
          .mock = context.mock,
          .patience = context.patience,
          .respond_besides = std::move(respond_besides)};
}

Cuts pieces_of(int bytes, int first) {
  return {.description = fmt::format("into pieces of {} bytes, the first of {}", bytes, first),
          .fault = {{"kind", "drip"}, {"bytes", bytes}, {"firstBytes", first}, {"everyMs", 0}},
          .first = static_cast<std::size_t>(first)};
}

/// The first of all cuts, which find the most.
enum FirstCuts : std::uint8_t { between_bytes, inside_line_ends, inside_characters, count_of_first_cuts };

std::vector<Cuts> all_cuts() {
  std::vector<Cuts> cuts(count_of_first_cuts);
  cuts[between_bytes] = {.description = "between any two bytes",
                         .fault = {{"kind", "drip"}, {"bytes", 1}, {"everyMs", 0}}};
  cuts[inside_line_ends] = {.description = "inside every line end, CR LF",
                            .fault = {{"kind", "split"}, {"inside", "lineEnd"}}};
  cuts[inside_characters] = {.description = "inside every character of several bytes",
                             .fault = {{"kind", "split"}, {"inside", "character"}}};
  for (int first = 1; first <= short_piece; ++first) cuts.push_back(pieces_of(short_piece, first));
  for (int first = step_of_long_pieces; first <= long_piece; first += step_of_long_pieces)
    cuts.push_back(pieces_of(long_piece, first));
  return cuts;
}

/// The way in which a stream goes over HTTP: chunks to process through `run`, what is scripted by itself.
Way streaming_way(Vector const& vector) {
  return vector.provider ? Way::direct : Way::http;
}

std::size_t longest_answer(Attempt const& attempt) {
  std::size_t longest = 0;
  for (HttpExchange const& exchange : attempt.exchanges) longest = std::max(longest, exchange.answer_bytes);
  return longest;
}

Attempt replay_cut(Vector const& vector, DueTransform const& due, ReplayContext const& context) {
  Attempt attempt;
  std::size_t longest = std::numeric_limits<std::size_t>::max();
  for (Cuts const& cuts : due.cuts.all ? stream_cuts() : usual_stream_cuts(vector, due.cuts.seed)) {
    if (cuts.first > 0 && cuts.first >= longest) continue;
    attempt = replay(vector, context_for(context, context.subject, {{"fault", cuts.fault}}), due.of);
    attempt.rewriting = Rewriting{.transform = Transform::sse_split, .of = due.of, .cuts = cuts.description};
    if (attempt.judgement.status != Status::pass) return attempt;
    longest = longest_answer(attempt);
  }
  attempt.rewriting->cuts.clear();
  return attempt;
}

Rewritings const& played_as(Way way, Rewritings const& rewritings) {
  return way == Way::http ? rewritings.over_http() : rewritings;
}

Attempt replay_with(Vector const& vector, DueTransform const& due, std::string const& name,
                    ReplayContext const& context, Rewritings const& rewritings) {
  Attempt attempt = replay(rewritings.with(vector, name), context, due.of);
  attempt.rewriting = Rewriting{.transform = due.transform, .of = due.of, .cuts = {}, .name = name};
  return attempt;
}

Attempt replay_named(Vector const& vector, DueTransform const& due, ReplayContext const& context,
                     Rewritings const& rewritings) {
  Attempt attempt = replay_with(vector, due, due.name, context, rewritings);
  if (attempt.judgement.status == Status::pass) return attempt;
  std::vector<std::string> const parts = rewritings.parts_of(due.name);
  if (parts.size() < 2) return attempt;
  for (std::string const& part : parts) {
    Attempt alone = replay_with(vector, due, part, context, rewritings);
    if (alone.judgement.status != Status::pass) return alone;
  }
  return attempt;
}

Attempt replay_rewritten(Vector const& vector, DueTransform const& due, ReplayContext const& context) {
  if (due.transform == Transform::sse_split) return replay_cut(vector, due, context);
  RequestsInAscii in_ascii(context.subject);
  bool const escapes = due.transform == Transform::unicode_escape;
  Attempt attempt = escapes ? replay(vector, context_for(context, in_ascii, {{"letters", "escaped"}}), due.of)
                            : replay(vector, context, due.of);
  attempt.rewriting = Rewriting{.transform = due.transform, .of = due.of};
  return attempt;
}

}  // namespace

std::vector<DueTransform> due_transforms(Vector const& vector, std::set<Way> const& due_ways,
                                         std::set<Transform> const& wanted, NamedRewritings const& named,
                                         CutsWanted cuts) {
  std::vector<DueTransform> due;
  for (Transform const transform : wanted) {
    if (auto const rewritings = named.find(transform); rewritings != named.end() && !due_ways.empty()) {
      Way const way = *due_ways.begin();
      for (std::string const& name : played_as(way, *rewritings->second).due(vector))
        due.push_back({.transform = transform, .of = way, .name = name});
      continue;
    }
    if (transform == Transform::sse_split) {
      Way const way = streaming_way(vector);
      if (streams_over_http(vector) && due_ways.contains(way))
        due.push_back({.transform = transform, .of = way, .cuts = cuts});
      continue;
    }
    bool const is_declared = std::find(vector.transforms.begin(), vector.transforms.end(), transform_name(transform)) !=
                             vector.transforms.end();
    if (!is_declared || !transformed(vector, transform)) continue;
    for (Way const way : due_ways) due.push_back({.transform = transform, .of = way});
  }
  return due;
}

std::vector<Cuts> const& stream_cuts() {
  static std::vector<Cuts> const cuts = all_cuts();
  return cuts;
}

std::vector<Cuts> usual_stream_cuts(Vector const& vector, std::uint64_t seed) {
  std::vector<Cuts> const& all = stream_cuts();
  std::size_t const first_long = count_of_first_cuts + short_piece;
  auto const one_from = [&](std::size_t begin, std::size_t end) {
    return all[begin + choice_among(end - begin, vector.id, seed)];
  };
  Cuts const of_each_size[] = {all[between_bytes], one_from(count_of_first_cuts, first_long),
                               one_from(first_long, all.size())};
  std::size_t const size = choice_among(std::size(of_each_size), vector.id + "size", seed);
  return {all[inside_line_ends], all[inside_characters], of_each_size[size]};
}

Attempt replay_transformed(Vector const& vector, DueTransform const& due, ReplayContext const& context,
                           NamedRewritings const& named) {
  if (!due.name.empty()) {
    Attempt attempt = replay_named(vector, due, context, played_as(due.of, *named.at(due.transform)));
    attempt.vector = &vector;
    attempt.way = Way::transform;
    return attempt;
  }
  std::optional<Vector> const rewritten = transformed(vector, due.transform);
  if (!rewritten) throw std::logic_error("a transform that changes nothing was to be played");
  Attempt attempt = replay_rewritten(*rewritten, due, context);
  attempt.vector = &vector;
  attempt.way = Way::transform;
  return attempt;
}

Attempt replay(Vector const& vector, ReplayContext const& context, Way way) {
  switch (way) {
    case Way::direct:
    case Way::process:
      return replay_direct(vector, context, way);
    case Way::http:
      return replay_http(vector, context);
    case Way::load:
      return replay_split_as_load(vector, context);
    case Way::transform:
      break;
  }
  throw std::logic_error("a transform is no way of its own");
}

}  // namespace conformance
