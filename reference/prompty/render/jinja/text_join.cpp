#include "prompty/render/jinja/text_join.hpp"

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/html.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {

Value join_texts(Session& session, Text const& separator, Value const& values) {
  std::string joined;
  Cursor cursor(session, values);
  bool is_first = true;
  while (std::optional<Value> const value = cursor.next()) {
    if (!is_first) joined += separator.view;
    is_first = false;
    if (separator.markup == Markup::yes) {
      append_escaped(session, joined, *value);
    } else {
      Text const* const text = std::get_if<Text>(&*value);
      if (text == nullptr) throw Failure(errors::reason::only_texts_are_joined(type_name(*value)));
      joined += text->view;
    }
    session.check_room(joined.size());
  }
  return make_text(session, std::move(joined), separator.markup);
}

}  // namespace prompty::jinja
