#include "harness/judge/replay/varied.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/variations/stream_cuts.hpp"
#include "harness/judge/variations/transform.hpp"

namespace conformance {
namespace {

ReplayContext context_for(ReplayContext const& context, Subject& subject, Json respond_besides) {
  return {.subject = subject,
          .registry = context.registry,
          .profile = context.profile,
          .mock = context.mock,
          .patience = context.patience,
          .respond_besides = std::move(respond_besides)};
}

std::size_t longest_answer(Attempt const& attempt) {
  std::size_t longest = 0;
  for (HttpExchange const& exchange : attempt.exchanges) longest = std::max(longest, exchange.answer_bytes);
  return longest;
}

/// Plays a vector under variations of one transform, in one way.
class Player {
 public:
  Player(Vector const& vector, Variation const& due, ReplayContext const& context, Variations const& variations)
      : vector_(vector), due_(due), context_(context), variations_(variations) {}

  [[nodiscard]] Attempt play() const {
    std::vector<std::string> const parts = variations_.parts_of(vector_, due_.name, due_.of);
    if (due_.transform == Transform::sse_split) return cut(parts);
    Attempt together = with(due_.name);
    if (together.judgement.status == Status::pass || parts.size() < 2) return together;
    for (std::string const& part : parts) {
      Attempt alone = with(part);
      if (alone.judgement.status != Status::pass) return alone;
    }
    return together;
  }

 private:
  [[nodiscard]] Attempt with(std::string const& name) const {
    Vector const rewritten = variations_.with(vector_, name, due_.of);
    if (due_.transform == Transform::unicode_escape) {
      RequestsInAscii in_ascii(context_.subject);
      return named(replay(rewritten, context_for(context_, in_ascii, {{"letters", "escaped"}}), due_.of), name);
    }
    return named(replay(rewritten, context_, due_.of), name);
  }

  [[nodiscard]] Attempt cut(std::vector<std::string> const& parts) const {
    Attempt attempt;
    std::size_t longest = std::numeric_limits<std::size_t>::max();
    for (std::string const& part : parts) {
      Cuts const& cuts = cuts_named(part);
      if (cuts.first > 0 && cuts.first >= longest) continue;
      attempt = named(replay(vector_, context_for(context_, context_.subject, {{"fault", cuts.fault}}), due_.of), part);
      if (attempt.judgement.status != Status::pass) return attempt;
      longest = longest_answer(attempt);
    }
    return named(std::move(attempt), due_.name);
  }

  [[nodiscard]] Attempt named(Attempt attempt, std::string const& name) const {
    attempt.vector = &vector_;
    attempt.way = Way::transform;
    attempt.variation = Variation{.transform = due_.transform, .of = due_.of, .name = name};
    return attempt;
  }

  Vector const& vector_;
  Variation const& due_;
  ReplayContext const& context_;
  Variations const& variations_;
};

}  // namespace

VariationsByTransform plain_variations(std::set<Transform> const& transforms, VariationsWanted const& wanted) {
  VariationsByTransform plain;
  for (Transform const transform : transforms) {
    if (transform == Transform::carried || transform == Transform::crossed) continue;
    if (transform == Transform::sse_split) {
      plain.emplace(transform, std::make_shared<StreamCuts const>(wanted));
      continue;
    }
    if (!wanted.names.empty())
      throw InputError(fmt::format("the transform {} has no '{}': there is one of it; leave the name out",
                                   transform_name(transform), wanted.names.front()));
    plain.emplace(transform, std::make_shared<DeclaredTransform const>(transform));
  }
  return plain;
}

std::vector<Variation> due_variations(Vector const& vector, std::set<Way> const& passed,
                                      VariationsByTransform const& played) {
  std::vector<Variation> due;
  for (auto const& [transform, variations] : played) {
    for (Way const way : variations->ways(vector, passed)) {
      for (std::string const& name : variations->due(vector, way))
        due.push_back({.transform = transform, .of = way, .name = name});
    }
  }
  return due;
}

Attempt replay_varied(Vector const& vector, Variation const& due, ReplayContext const& context,
                      VariationsByTransform const& played) {
  return Player(vector, due, context, *played.at(due.transform)).play();
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
