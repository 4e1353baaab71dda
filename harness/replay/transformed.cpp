#include "harness/replay/transformed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "harness/subject/subject.hpp"

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
          .fault = {{"kind", "drip"}, {"bytes", bytes}, {"firstBytes", first}, {"everyMs", 0}}};
}

std::vector<Cuts> all_cuts() {
  std::vector<Cuts> cuts = {
      {.description = "between any two bytes", .fault = {{"kind", "drip"}, {"bytes", 1}, {"everyMs", 0}}},
      {.description = "inside every character of several bytes", .fault = {{"kind", "split"}, {"inside", "character"}}},
      {.description = "inside every line end, CR LF", .fault = {{"kind", "split"}, {"inside", "lineEnd"}}}};
  for (int first = 1; first <= short_piece; ++first) cuts.push_back(pieces_of(short_piece, first));
  for (int first = step_of_long_pieces; first <= long_piece; first += step_of_long_pieces)
    cuts.push_back(pieces_of(long_piece, first));
  return cuts;
}

/// The way in which a stream goes over HTTP: chunks to process through `run`, what is scripted by itself.
Way streaming_way(Vector const& vector) {
  return vector.provider ? Way::direct : Way::http;
}

Attempt replay_cut(Vector const& vector, Way of, ReplayContext const& context) {
  Attempt attempt;
  for (Cuts const& cuts : stream_cuts()) {
    attempt = replay(vector, context_for(context, context.subject, {{"fault", cuts.fault}}), of);
    attempt.rewriting = Rewriting{.transform = Transform::sse_split, .of = of, .cuts = cuts.description};
    if (attempt.judgement.status != Status::pass) return attempt;
  }
  attempt.rewriting->cuts.clear();
  return attempt;
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
  if (due.transform == Transform::sse_split) return replay_cut(vector, due.of, context);
  AskedInAscii in_ascii(context.subject);
  bool const escapes = due.transform == Transform::unicode_escape;
  Attempt attempt = escapes ? replay(vector, context_for(context, in_ascii, {{"letters", "escaped"}}), due.of)
                            : replay(vector, context, due.of);
  attempt.rewriting = Rewriting{.transform = due.transform, .of = due.of};
  return attempt;
}

}  // namespace

std::vector<DueTransform> due_transforms(Vector const& vector, std::set<Way> const& due_ways,
                                         std::set<Transform> const& wanted, NamedRewritings const& named) {
  std::vector<DueTransform> due;
  for (Transform const transform : wanted) {
    if (auto const rewritings = named.find(transform); rewritings != named.end() && !due_ways.empty()) {
      for (std::string const& name : rewritings->second->due(vector))
        due.push_back({.transform = transform, .of = *due_ways.begin(), .name = name});
      continue;
    }
    if (transform == Transform::sse_split) {
      Way const way = streaming_way(vector);
      if (streams_over_http(vector) && due_ways.contains(way)) due.push_back({.transform = transform, .of = way});
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

Attempt replay_transformed(Vector const& vector, DueTransform const& due, ReplayContext const& context,
                           NamedRewritings const& named) {
  if (!due.name.empty()) {
    Attempt attempt = replay_named(vector, due, context, *named.at(due.transform));
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
