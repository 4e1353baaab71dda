#include "harness/proof/differential/input.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "harness/proof/differential/fragments.hpp"

namespace conformance::differential {
namespace {

using Pointer = Json::json_pointer;

void collect_below(Json const& value, Pointer const& place, std::vector<Pointer>& found) {
  auto const collect = [&found](Json const& member, Pointer const& its_place) {
    found.push_back(its_place);
    collect_below(member, its_place, found);
  };
  if (value.is_object())
    for (auto const& [name, member] : value.items()) collect(member, place / name);
  if (value.is_array())
    for (std::size_t index = 0; index < value.size(); ++index) collect(value[index], place / index);
}

std::vector<Pointer> places_in(Json const& params) {
  std::vector<Pointer> found;
  collect_below(params, Pointer(), found);
  return found;
}

Json without(Json params, Pointer const& place) {
  Json& parent = params[place.parent_pointer()];
  if (parent.is_array()) {
    parent.erase(std::stoul(place.back()));
  } else {
    parent.erase(place.back());
  }
  return params;
}

std::vector<Json> simpler_values(Json const& value) {
  if (value.is_object()) return {Json::object()};
  if (value.is_array()) return {Json::array()};
  if (value.is_string()) return {"", "a"};
  if (value.is_number()) return {0, 1};
  return {};
}

/// One shrinking: the smallest input so far, and how often it may still be tried.
class Shrinking {
 public:
  Shrinking(Input input, StillShows const& still_shows, std::size_t most_tries)
      : smallest_(std::move(input)), still_shows_(still_shows), tries_left_(most_tries) {}

  Input run() {
    std::size_t before = 0;
    do {
      before = size_of(smallest_);
      drop_files();
      drop_members();
      simplify_members();
      cut_texts();
    } while (size_of(smallest_) < before && tries_left_ > 0);
    return smallest_;
  }

 private:
  bool accept(Input candidate) {
    if (tries_left_ == 0 || size_of(candidate) >= size_of(smallest_)) return false;
    --tries_left_;
    if (!still_shows_(candidate)) return false;
    smallest_ = std::move(candidate);
    return true;
  }

  Input with_params(Json params) const {
    Input candidate = smallest_;
    candidate.params = std::move(params);
    return candidate;
  }

  void drop_files() {
    std::vector<std::string> paths;
    for (auto const& [path, text] : smallest_.files) paths.push_back(path);
    for (std::string const& path : paths) {
      Input candidate = smallest_;
      candidate.files.erase(path);
      accept(std::move(candidate));
    }
  }

  void drop_members() {
    std::vector<Pointer> places = places_in(smallest_.params);
    for (std::size_t at = 0; at < places.size();) {
      if (accept(with_params(without(smallest_.params, places[at])))) {
        places = places_in(smallest_.params);
      } else {
        ++at;
      }
    }
  }

  void simplify_members() {
    std::vector<Pointer> places = places_in(smallest_.params);
    for (std::size_t at = 0; at < places.size(); ++at) {
      for (Json const& simple : simpler_values(smallest_.params[places[at]])) {
        Json params = smallest_.params;
        params[places[at]] = simple;
        if (!accept(with_params(std::move(params)))) continue;
        places = places_in(smallest_.params);
        break;
      }
    }
  }

  void cut_texts() {
    for (Pointer const& place : places_in(smallest_.params)) {
      if (place.back() == "path" || !smallest_.params[place].is_string()) continue;
      cut([&](Input& input, std::string text) { input.params[place] = std::move(text); },
          smallest_.params[place].get<std::string>());
    }
    std::vector<std::string> paths;
    for (auto const& [path, text] : smallest_.files) paths.push_back(path);
    for (std::string const& path : paths)
      cut([&](Input& input, std::string text) { input.files[path] = std::move(text); }, smallest_.files[path]);
  }

  /// Leaves out pieces of a text, of half its length first and of one character last.
  template <typename Put>
  void cut(Put put, std::string text) {
    for (std::size_t length = places_between_characters(text).size() / 2; length > 0; length /= 2) {
      std::vector<std::size_t> places = places_between_characters(text);
      for (std::size_t at = 0; at + 1 < places.size();) {
        std::size_t const end = places[std::min(at + length, places.size() - 1)];
        std::string const shorter = text.substr(0, places[at]) + text.substr(end);
        Input candidate = smallest_;
        put(candidate, shorter);
        if (accept(std::move(candidate))) {
          text = shorter;
          places = places_between_characters(text);
        } else {
          at += length;
        }
      }
    }
  }

  Input smallest_;
  StillShows const& still_shows_;
  std::size_t tries_left_;
};

}  // namespace

std::size_t size_of(Input const& input) {
  std::size_t size = input.params.dump(-1, ' ', false, Json::error_handler_t::replace).size();
  for (auto const& [path, text] : input.files) size += text.size();
  return size;
}

Input shrunk(Input input, StillShows const& still_shows, std::size_t most_tries) {
  return Shrinking(std::move(input), still_shows, most_tries).run();
}

}  // namespace conformance::differential
