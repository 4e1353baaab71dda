#include "prompty/render/jinja/attribute_path.hpp"

#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {

AttributePath::AttributePath(Value const* attribute, CaseRule case_rule, Value const* fallback)
    : case_rule_(case_rule) {
  if (fallback != nullptr && !is_none(*fallback)) fallback_ = *fallback;
  if (attribute == nullptr || is_none(*attribute)) return;
  Text const* const path = std::get_if<Text>(attribute);
  if (path == nullptr) {
    steps_.push_back(*attribute);
    return;
  }
  for (std::string_view const step : text_search::split(path->view, '.')) {
    if (unicode::all_have(unicode::Property::decimal, step)) {
      steps_.emplace_back(parse_integer(step, 10).value_or(0));
    } else {
      steps_.push_back(part_of(*path, step));
    }
  }
}

Value AttributePath::of(Session& session, Value found) const {
  for (Value const& step : steps_) {
    session.spend();
    found = item(session, found, step);
    if (fallback_ && is_undefined(found)) found = *fallback_;
  }
  if (case_rule_ == CaseRule::sensitive) return found;
  return in_comparable_case(session, std::move(found), case_rule_);
}

Value in_comparable_case(Session& session, Value value, CaseRule rule) {
  Text const* const text = std::get_if<Text>(&value);
  if (text == nullptr || rule == CaseRule::sensitive) return value;
  session.spend_for_text(text->view.size());
  return make_text(session, unicode::lower(text->view));
}

}  // namespace prompty::jinja
