#include "harness/judge/faults/diagnosis.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "harness/judge/faults/likeliest_clauses.hpp"
#include "harness/judge/faults/mistake_search.hpp"
#include "harness/judge/faults/shown_change.hpp"
#include "harness/judge/faults/unexplained.hpp"

namespace conformance {
namespace {

constexpr std::size_t many_more = 2;  ///< times the vectors

constexpr double most_of_it = 0.75;  ///< of a joined fault, for which its mistake is still named

/// What one function of a subject may answer for.
struct Area {
  Group group = Group::documents;  ///< of clauses
  std::string operation;
  std::string interface;

  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 that the comparison is held against for a pointer.
  auto operator<=>(Area const&) const = default;
};

/// Makes faults of the found mistakes and of what none of them explains.
class Diagnosing {
 public:
  Diagnosing(ShownItems const& items, FoundMistakes mistakes) : items_(items), mistakes_(std::move(mistakes)) {}

  Diagnosis run() {
    group_rest();
    for (Found& found : mistakes_.found) {
      if (found.clauses.empty()) found.clauses = clauses_of(found.items);
      name_clauses_that_decide(found);
      name_clauses_of_documents(found);
    }
    join_transformed_alike();
    join_hostile();
    join_in_requests();
    join_shown_more();
    join_astray();
    join_of_one_clause();
    return diagnosis();
  }

 private:
  /// Of what its narrowest vector shows; `found` has items.
  [[nodiscard]] Area area_of(Found const& found) const {
    auto const& [vector, signature] = items_[*face_of(found)];
    return {.group = items_.group(vectors_of(found)),
            .operation = signature.operation,
            .interface = items_.interface(vector)};
  }

  /// Faults of what no known mistake explains.
  void group_rest() {
    for (Items& items : unexplained_groups(items_, mistakes_.left)) {
      std::vector<std::string> clauses = clauses_of(items);
      mistakes_.found.push_back({.clauses = std::move(clauses), .items = std::move(items)});
    }
  }

  static bool names(std::vector<std::string> const& clauses, std::string const& clause) {
    return std::find(clauses.begin(), clauses.end(), clause) != clauses.end();
  }

  /// As many as a fault may name.
  static void add_clauses(std::vector<std::string>& clauses, std::vector<std::string> const& others) {
    for (std::string const& clause : others)
      if (!names(clauses, clause) && clauses.size() < most_clauses_of_fault) clauses.push_back(clause);
  }

  /// The transformation that most of what a fault shows tells of; "" of others.
  [[nodiscard]] std::string transformation_of(Found const& found) const {
    std::map<std::string, std::size_t> counts;
    for (std::size_t const item : found.items) ++counts[items_[item].second.change];
    for (auto const& [change, count] : counts) {
      if (is_transformation(change) && 2 * count > found.items.size()) return change;
    }
    return "";
  }

  /// One function that is called at several places breaks a clause at each. Known mistakes are about one place each, so
  /// none of them is it.
  void join_transformed_alike() {
    std::map<std::pair<std::string, Area>, std::size_t> first;
    for (std::size_t index = 0; index < mistakes_.found.size(); ++index) {
      Found& found = mistakes_.found[index];
      std::string const transformation = transformation_of(found);
      if (transformation.empty()) continue;
      auto const [place, is_first] = first.emplace(std::pair(transformation, area_of(found)), index);
      if (is_first) continue;
      Found& joined = mistakes_.found[place->second];
      add_clauses(joined.clauses, found.clauses);
      joined.mistake = nullptr;
      joined.items.insert(joined.items.end(), found.items.begin(), found.items.end());
      joined.absorbed.insert(found.absorbed.begin(), found.absorbed.end());
      found.items.clear();
    }
  }

  /// The item by which a fault is named: what its narrowest vector of its clauses shows of it, or its narrowest vector;
  /// nothing of a fault without items.
  [[nodiscard]] std::optional<std::size_t> face_of(Found const& found) const {
    if (found.items.empty()) return std::nullopt;
    std::vector<std::size_t> const by_width = items_.narrowest_first(vectors_of(found));
    auto const of_own = std::find_if(by_width.begin(), by_width.end(), [&](std::size_t vector) {
      return std::any_of(found.clauses.begin(), found.clauses.end(),
                         [&](std::string const& clause) { return items_.cites(vector, clause); });
    });
    std::size_t const narrowest = of_own == by_width.end() ? by_width.front() : *of_own;
    std::map<Signature, std::size_t> shown;
    for (std::size_t const item : found.items) {
      if (items_[item].first == narrowest) shown.emplace(items_[item].second, item);
    }
    return shown.begin()->second;
  }

  /// Gives one fault all that another one has. What only the other one blames beside the clause that both break was a
  /// guess.
  void join(Found& joined, Found& other) const {
    std::size_t const most = std::max(joined.items.size(), other.items.size());
    joined.items.insert(joined.items.end(), other.items.begin(), other.items.end());
    joined.absorbed.insert(other.absorbed.begin(), other.absorbed.end());
    if (static_cast<double>(most) < most_of_it * static_cast<double>(joined.items.size())) joined.mistake = nullptr;
    other.items.clear();
  }

  /// The wordings of errors of code that went astray, of a fault that shows no more of anything else.
  [[nodiscard]] std::set<std::string> astray_words(Found const& found) const {
    std::set<std::string> words;
    std::size_t count = 0;
    for (std::size_t const item : found.items) {
      auto const& [index, signature] = items_[item];
      if (!is_astray(signature)) continue;
      ++count;
      words.insert(items_.judged()[index].raised);
    }
    words.erase("");
    return 2 * count >= found.items.size() ? words : std::set<std::string>();
  }

  /// Known mistakes say nothing of how code goes astray. The same words come from one place of it, and where that is
  /// before a request, there is none, whatever else the vectors are about.
  void join_astray() {
    std::map<std::pair<std::string, Area>, Found*> by_words;
    for (Found* const found : largest_first()) {
      if (found->items.empty()) continue;
      Area const area = area_of(*found);
      std::set<std::string> const words = astray_words(*found);
      Found* joined = nullptr;
      for (std::string const& word : words) {
        auto const known = by_words.find({word, area});
        bool const may_join =
            known != by_words.end() &&
            (found->mistake == nullptr || known->second->mistake == nullptr || may_name_both(*found, *known->second));
        if (may_join) joined = known->second;
      }
      for (std::string const& word : words) by_words.emplace(std::pair(word, area), joined == nullptr ? found : joined);
      if (joined == nullptr) continue;
      add_clauses(joined->clauses, found->clauses);
      join(*joined, *found);
    }
    std::map<Found*, std::vector<std::string>> of_requests;
    for (std::size_t index = 0; index < items_.judged().size(); ++index) {
      JudgedVector const& judged = items_.judged()[index];
      for (auto const& [signature, clauses] : judged.besides) {
        Area const area = {
            .group = judged.group, .operation = signature.operation, .interface = items_.interface(index)};
        auto const known = by_words.find({judged.raised, area});
        if (is_unrequested(signature) && known != by_words.end()) add_clauses(of_requests[known->second], clauses);
      }
    }
    for (auto& [found, clauses] : of_requests) found->clauses = std::move(clauses);
  }

  [[nodiscard]] std::vector<Found*> largest_first() {
    std::vector<Found*> by_size;
    for (Found& found : mistakes_.found) by_size.push_back(&found);
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](Found const* one, Found const* other) { return one->items.size() > other->items.size(); });
    return by_size;
  }

  /// Known mistakes are narrower than those that people make: one runtime never adds a bound value, and is like four
  /// mistakes that do not add it in some case. Of one clause the same change is one fault.
  void join_of_one_clause() {
    std::vector<Found*> kept;
    for (Found* const found : largest_first()) {
      if (found->items.empty()) continue;
      auto const same =
          std::find_if(kept.begin(), kept.end(), [&](Found const* larger) { return is_part_of(*found, *larger); });
      if (same == kept.end()) {
        kept.push_back(found);
        continue;
      }
      if (!break_one_clause(*found, **same)) add_clauses((*same)->clauses, found->clauses);
      join(**same, *found);
    }
  }

  /// A clause that speaks of every interface is broken in each by one mistake, and one of what several operations
  /// build in each of these.
  [[nodiscard]] bool is_part_of(Found const& one, Found const& larger) const {
    Area const area = area_of(one);
    Area const other_area = area_of(larger);
    if (area.group != other_area.group) return false;
    Signature const& face = items_[*face_of(one)].second;
    Signature const& other = items_[*face_of(larger)].second;
    if (area.operation != other_area.operation)
      return is_alike_elsewhere(face, other) && names_first(one, larger) && is_one_more(one, larger);
    bool const is_unknown = one.mistake == nullptr && larger.mistake == nullptr;
    if (break_one_clause(one, larger))
      return is_of_one_mistake(face, other) || (is_unknown && lie_in_one_object(face, other));
    return area.interface == other_area.interface && is_of_one_mistake(face, other) && is_of_other_type(face) &&
           is_one_more(one, larger);
  }

  static bool names_first(Found const& one, Found const& other) {
    return !one.clauses.empty() && !other.clauses.empty() && one.clauses.front() == other.clauses.front();
  }

  /// What one function makes of values is one mistake, whoever calls it.
  static bool is_one_more(Found const& one, Found const& larger) {
    return (one.mistake == nullptr || larger.mistake == nullptr) && may_name_both(one, larger);
  }

  static bool may_name_both(Found const& one, Found const& other) {
    std::vector<std::string> clauses = one.clauses;
    for (std::string const& clause : other.clauses)
      if (!names(clauses, clause)) clauses.push_back(clause);
    return clauses.size() <= most_clauses_of_fault;
  }

  /// Whether both name a clause, or all vectors of one cite what the other names first.
  [[nodiscard]] bool break_one_clause(Found const& one, Found const& larger) const {
    std::set<std::size_t> const vectors = vectors_of(one);
    bool const all_cite = !larger.clauses.empty() &&
                          std::all_of(vectors.begin(), vectors.end(),
                                      [&](std::size_t vector) { return items_.cites(vector, larger.clauses.front()); });
    return all_cite || std::any_of(one.clauses.begin(), one.clauses.end(), [&](std::string const& clause) {
             return std::find(larger.clauses.begin(), larger.clauses.end(), clause) != larger.clauses.end();
           });
  }

  /// Hostile texts show a habit wherever it strikes, and in vectors of clauses that have nothing to do with it. Where a
  /// plain vector shows the same change at the same place, it is that fault.
  void join_hostile() {
    for (Found& found : mistakes_.found) {
      if (found.mistake == nullptr) hand_over(found, [this](std::size_t item) { return plain_fault_of(item); });
    }
  }

  /// What is wrong with a request as it was built is wrong with it when a run sends it, which says nothing of the run.
  /// So a mistake that a run would make is none when all that it shows was built like that.
  void join_in_requests() {
    auto const is_built = [this](std::size_t item) { return built_fault_of(item) != nullptr; };
    for (Found& found : mistakes_.found) {
      if (found.mistake == nullptr || std::all_of(found.items.begin(), found.items.end(), is_built))
        hand_over(found, [this](std::size_t item) { return built_fault_of(item); });
    }
  }

  /// What no known mistake explains, while one explains just that in many more vectors, is no proof of another: a
  /// vector of a reference meets what is made of the input that it stands in.
  void join_shown_more() {
    for (Found& found : mistakes_.found) {
      if (found.mistake != nullptr || found.items.empty()) continue;
      auto const larger = std::find_if(mistakes_.found.begin(), mistakes_.found.end(),
                                       [&](Found const& other) { return shows_more_of(other, found); });
      if (larger == mistakes_.found.end()) continue;
      larger->items.insert(larger->items.end(), found.items.begin(), found.items.end());
      found.items.clear();
    }
  }

  [[nodiscard]] bool shows_more_of(Found const& known, Found const& unknown) const {
    if (known.mistake == nullptr || is_habit(*known.mistake)) return false;
    if (vectors_of(known).size() < many_more * vectors_of(unknown).size()) return false;
    std::set<Signature> shown;
    for (std::size_t const item : known.items) shown.insert(items_[item].second);
    return std::all_of(unknown.items.begin(), unknown.items.end(), [&](std::size_t item) {
      Signature const& signature = items_[item].second;
      return !signature.place.empty() && shown.contains(signature);
    });
  }

  /// Gives what a fault shows to the faults that it belongs to. What it keeps names it anew.
  void hand_over(Found& found, std::function<Found*(std::size_t item)> const& owner) const {
    Items kept;
    for (std::size_t const item : found.items) {
      Found* const other = owner(item);
      (other == nullptr || other == &found ? kept : other->items).push_back(item);
    }
    bool const has_lost = kept.size() < found.items.size();
    found.items = std::move(kept);
    if (has_lost && !found.items.empty()) found.clauses = clauses_of(found.items);
  }

  /// The fault that shows in a request that was built what a run shows in one that it sends; nothing of other items.
  [[nodiscard]] Found* built_fault_of(std::size_t sent) {
    auto const found = std::find_if(mistakes_.found.begin(), mistakes_.found.end(), [&](Found const& other) {
      return std::any_of(other.items.begin(), other.items.end(),
                         [&](std::size_t item) { return is_as_built(sent, item); });
    });
    return found == mistakes_.found.end() ? nullptr : &*found;
  }

  /// Whether a run sends what a request that was built shows: the same change at the same place or, where none of
  /// several alternatives fits, a change inside of them.
  [[nodiscard]] bool is_as_built(std::size_t sent, std::size_t other) const {
    auto const& [running, signature] = items_[sent];
    auto const& [building, built] = items_[other];
    std::string_view const place = place_in_request(signature.place);
    if (place == signature.place || !place.starts_with("/body/")) return false;
    if (built.place == place) return built.change == signature.change;
    return fits_no_alternative(signature) && built.place.starts_with(std::string(place) + "/") &&
           items_.interface(building) == items_.interface(running);
  }

  /// The fault that a plain vector shows by each change that hostile texts met with; nothing of other items.
  [[nodiscard]] Found* plain_fault_of(std::size_t hostile) {
    auto const& [index, signature] = items_[hostile];
    auto const met = items_.judged()[index].hostile.find(signature);
    if (met == items_.judged()[index].hostile.end()) return nullptr;
    for (Found& found : mistakes_.found) {
      bool const is_same = std::all_of(met->second.begin(), met->second.end(),
                                       [&](Signature const& change) { return shows_plainly(found, change); });
      if (is_same) return &found;
    }
    return nullptr;
  }

  [[nodiscard]] bool shows_plainly(Found const& found, Signature const& hostile) const {
    return std::any_of(found.items.begin(), found.items.end(), [&](std::size_t item) {
      Signature const& plain = items_[item].second;
      return place_in_request(plain.place) == place_in_request(hostile.place) &&
             is_same_habit(plain.change, hostile.change);
    });
  }

  [[nodiscard]] std::set<std::size_t> vectors_of(Found const& found) const {
    std::set<std::size_t> vectors;
    for (std::size_t const item : found.items) vectors.insert(items_[item].first);
    return vectors;
  }

  /// Where a mistake of our own pages fails vectors of the documents, the subject departs from the documents as well,
  /// so the clauses of these come first: whether our pages are judged must not change what is said of the documents.
  void name_clauses_of_documents(Found& found) const {
    Items of_documents;
    std::copy_if(found.items.begin(), found.items.end(), std::back_inserter(of_documents),
                 [&](std::size_t item) { return items_.group(items_[item].first) == Group::documents; });
    bool const is_ours = std::all_of(found.clauses.begin(), found.clauses.end(), [&](std::string const& clause) {
      return items_.group(clause) != Group::documents;
    });
    if (of_documents.empty() || !is_ours) return;
    std::vector<std::string> clauses = clauses_of(of_documents);
    // At least one of each; what explains the failures as well as another mistake stays named beside it.
    clauses.resize(
        std::min(clauses.size(), most_clauses_of_fault - std::min(found.clauses.size(), most_clauses_of_fault - 1)));
    clauses.insert(clauses.end(), found.clauses.begin(), found.clauses.end());
    clauses.resize(std::min(clauses.size(), most_clauses_of_fault));
    found.clauses = std::move(clauses);
  }

  /// A vector that decides nothing, since the documents leave open what it is about, names no clause of a fault that
  /// others show, unless it is sure that this is the mistake.
  void name_clauses_that_decide(Found& found) const {
    if (found.is_sure) return;
    Items deciding;
    std::copy_if(found.items.begin(), found.items.end(), std::back_inserter(deciding),
                 [&](std::size_t item) { return items_.judged()[items_[item].first].gating; });
    if (deciding.empty()) return;
    std::erase_if(found.clauses, [&](std::string const& clause) {
      return std::none_of(deciding.begin(), deciding.end(),
                          [&](std::size_t item) { return items_.cites(items_[item].first, clause); });
    });
    if (found.clauses.empty()) found.clauses = clauses_of(deciding);
  }

  [[nodiscard]] std::vector<std::string> clauses_of(Items const& items) const {
    return likeliest_clauses(items_, items, mistakes_.own_places);
  }

  [[nodiscard]] Diagnosis diagnosis() const {
    Diagnosis made;
    made.blames.resize(items_.judged().size());
    for (Found const& found : mistakes_.found) {
      if (!found.items.empty()) add_fault(made, found);
    }
    for (std::size_t const index : items_.failing()) {
      Blame& blame = made.blames[index];
      blame.standing = blame.clauses.empty() ? standing_of(index) : Standing::own;
    }
    add_faults_besides(made);
    add_fault_of_unanswered(made);
    return made;
  }

  /// That the subject was not there to answer is one fault, of no clause: its process or its adapter is at fault.
  void add_fault_of_unanswered(Diagnosis& made) const {
    std::set<std::size_t> vectors;
    std::set<Signature> endings;
    for (std::size_t index = 0; index < items_.judged().size(); ++index) {
      std::set<Signature> const& unanswered = items_.judged()[index].unanswered;
      endings.insert(unanswered.begin(), unanswered.end());
      if (!unanswered.empty()) vectors.insert(index);
    }
    if (vectors.empty()) return;
    Fault fault{.clauses = {}, .signatures = {endings.begin(), endings.end()}};
    for (std::size_t const index : items_.narrowest_first(vectors)) {
      Blame& blame = made.blames[index];
      if (blame.faults.empty() || blame.standing != Standing::own) blame.standing = Standing::not_testable;
      blame.faults.push_back(made.faults.size());
      fault.own.push_back(index);
      if (items_.shown(index).empty() && items_.judged()[index].besides.empty()) fault.alone.push_back(index);
    }
    made.faults.push_back(std::move(fault));
  }

  /// What vectors show that pass by themselves: its clauses are known. An addition is the same in every operation, and
  /// belongs to the fault by which a vector breaks the same clause without it.
  void add_faults_besides(Diagnosis& made) const {
    std::map<std::pair<std::string, std::string>, std::map<Signature, std::set<std::size_t>>> showing;
    for (std::size_t index = 0; index < items_.judged().size(); ++index) {
      for (auto const& [signature, clauses] : items_.judged()[index].besides) {
        bool const is_addition = !signature.place.empty();
        showing[{is_addition ? signature.place : signature.operation, signature.change}][signature].insert(index);
      }
    }
    for (auto const& [key, signatures] : showing) add_fault_besides(made, signatures);
  }

  void add_fault_besides(Diagnosis& made, std::map<Signature, std::set<std::size_t>> const& signatures) const {
    std::set<std::size_t> vectors;
    for (auto const& [signature, showing] : signatures) vectors.insert(showing.begin(), showing.end());
    Signature const& first = signatures.begin()->first;
    std::vector<std::string> const clauses = items_.judged()[*signatures.begin()->second.begin()].besides.at(first);
    bool const is_state = first.change.starts_with("fails only ");
    std::optional<std::size_t> const astray = is_unrequested(first) ? astray_of(made, first, vectors) : std::nullopt;
    std::size_t const place = is_state ? new_fault(made, clauses) : astray ? *astray : place_of_fault(made, clauses);
    Fault& fault = made.faults[place];
    if (astray) add_clauses(fault.clauses, clauses);
    for (auto const& [signature, showing] : signatures) fault.signatures.push_back(signature);
    for (std::size_t const index : items_.narrowest_first(vectors)) {
      Blame& blame = made.blames[index];
      if (blame.faults.empty() || blame.standing == Standing::held) blame.standing = Standing::passing;
      blame.clauses.insert(blame.clauses.end(), clauses.begin(), clauses.end());
      JudgedVector const& judged = items_.judged()[index];
      bool const is_new = std::find(blame.faults.begin(), blame.faults.end(), place) == blame.faults.end();
      if (!is_new) continue;
      blame.faults.push_back(place);
      fault.own.push_back(index);
      std::erase(fault.other, index);
      if (judged.shown.empty() && judged.besides.size() == 1) fault.alone.push_back(index);
    }
  }

  /// The fault that goes astray, in the same operation and interface, with the very words of an error that these
  /// vectors met before anything was sent.
  [[nodiscard]] std::optional<std::size_t> astray_of(Diagnosis const& made, Signature const& unrequested,
                                                     std::set<std::size_t> const& vectors) const {
    auto const says_so = [&](std::size_t vector) {
      std::string const& words = items_.judged()[vector].raised;
      return !words.empty() && std::any_of(vectors.begin(), vectors.end(), [&](std::size_t other) {
        return items_.judged()[other].raised == words && items_.interface(other) == items_.interface(vector);
      });
    };
    auto const is_astray_there = [&](Signature const& signature) {
      return is_astray(signature) && signature.operation == unrequested.operation;
    };
    auto const is_it = [&](Fault const& fault) {
      return std::any_of(fault.signatures.begin(), fault.signatures.end(), is_astray_there) &&
             std::any_of(fault.own.begin(), fault.own.end(), says_so);
    };
    auto const found = std::find_if(made.faults.begin(), made.faults.end(), is_it);
    if (found == made.faults.end()) return std::nullopt;
    return static_cast<std::size_t>(found - made.faults.begin());
  }

  /// The fault of these clauses that plain vectors show, or a new one.
  [[nodiscard]] static std::size_t place_of_fault(Diagnosis& made, std::vector<std::string> const& clauses) {
    auto const found = std::find_if(made.faults.begin(), made.faults.end(), [&](Fault const& fault) {
      return !clauses.empty() && std::all_of(clauses.begin(), clauses.end(), [&](std::string const& clause) {
        return std::find(fault.clauses.begin(), fault.clauses.end(), clause) != fault.clauses.end();
      });
    });
    if (found != made.faults.end()) return static_cast<std::size_t>(found - made.faults.begin());
    return new_fault(made, clauses);
  }

  static std::size_t new_fault(Diagnosis& made, std::vector<std::string> const& clauses) {
    made.faults.push_back({.clauses = clauses});
    return made.faults.size() - 1;
  }

  void add_fault(Diagnosis& made, Found const& found) const {
    std::set<Signature> signatures;
    for (std::size_t const item : found.items) signatures.insert(items_[item].second);
    Fault fault{.clauses = found.clauses,
                .known = found.mistake,
                .signatures = {signatures.begin(), signatures.end()},
                .own = {},
                .other = {},
                .alone = showing_nothing_else(found)};
    for (std::size_t const index : items_.narrowest_first(vectors_of(found))) {
      Blame& blame = made.blames[index];
      bool is_own = false;
      for (std::string const& clause : found.clauses) {
        if (!items_.cites(index, clause)) continue;
        is_own = true;
        if (std::find(blame.clauses.begin(), blame.clauses.end(), clause) == blame.clauses.end())
          blame.clauses.push_back(clause);
      }
      (is_own ? fault.own : fault.other).push_back(index);
      blame.faults.push_back(made.faults.size());
    }
    // A fault of the documents is shown by a vector of theirs.
    std::stable_partition(fault.own.begin(), fault.own.end(),
                          [&](std::size_t index) { return items_.group(index) == Group::documents; });
    made.faults.push_back(std::move(fault));
  }

  /// The vectors of which nothing is left without the mistake.
  [[nodiscard]] std::vector<std::size_t> showing_nothing_else(Found const& found) const {
    std::map<std::size_t, std::size_t> made;  // items of each vector that the mistake makes
    for (std::size_t const item : found.items) made[items_[item].first] += found.absorbed.contains(item) ? 0 : 1;
    std::vector<std::size_t> alone;
    for (auto const& [index, count] : made) {
      JudgedVector const& judged = items_.judged()[index];
      if (count == judged.shown.size() && judged.besides.empty()) alone.push_back(index);
    }
    return alone;
  }

  /// Of a vector that shows only faults of other clauses. Without known places of its own clauses it is not testable.
  [[nodiscard]] Standing standing_of(std::size_t index) const {
    auto const of_clauses = mistakes_.own_places.find(index);
    if (of_clauses == mistakes_.own_places.end()) return Standing::not_testable;
    std::set<Signature> own;
    for (auto const& [clause, places] : of_clauses->second) own.insert(places.begin(), places.end());
    std::set<Signature> const& shown = items_.shown(index);
    bool const is_covered =
        std::any_of(shown.begin(), shown.end(), [&](Signature const& signature) { return covers_one(signature, own); });
    if (is_covered) return Standing::not_testable;
    bool const is_beside = std::any_of(shown.begin(), shown.end(),
                                       [&](Signature const& signature) { return is_too_much_beside(signature, own); });
    return is_beside ? Standing::beside : Standing::held;
  }

  ShownItems const& items_;
  FoundMistakes mistakes_;
};

}  // namespace

Diagnosis diagnose(std::vector<JudgedVector> const& judged, std::vector<Deviation const*> const& known,
                   ShownBy const& shown_by) {
  ShownItems const items(judged);
  return Diagnosing(items, find_mistakes(items, known, shown_by)).run();
}

}  // namespace conformance
