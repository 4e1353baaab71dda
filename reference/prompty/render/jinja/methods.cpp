#include "prompty/render/jinja/methods.hpp"

#include <algorithm>
#include <array>

#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {
namespace methods {
namespace {

Value next_of_cycler(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("next", arguments, {});
  Cycler& cycler = *std::get<Shared<Cycler>>(receiver);
  Value value = cycler.items[cycler.position];
  cycler.position = (cycler.position + 1) % cycler.items.size();
  return value;
}

Value reset_cycler(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("reset", arguments, {});
  std::get<Shared<Cycler>>(receiver)->position = 0;
  return None{};
}

BoundMethod::Function find_cycler_method(std::string_view name) {
  if (name == "next") return next_of_cycler;
  return name == "reset" ? reset_cycler : nullptr;
}

bool takes_names(Value const& receiver, std::string_view method) {
  if (holds<Text>(receiver)) {
    constexpr std::array<std::string_view, 5> taking = {"split", "rsplit", "splitlines", "expandtabs", "format"};
    return std::find(taking.begin(), taking.end(), method) != taking.end();
  }
  if (MapView::of(receiver)) return method == "update";
  return ListView::of(receiver).has_value() && method == "sort";
}

}  // namespace
}  // namespace methods

void check_names(Value const& receiver, std::string_view method, Arguments const& arguments) {
  if (!arguments.named.empty() && !methods::takes_names(receiver, method)) refuse_names(method, arguments);
}

BoundMethod::Function find_method(Value const& object, std::string_view name) {
  if (holds<BorrowedMap>(object) || holds<Shared<Dict>>(object)) return find_map_method(name);
  if (holds<Text>(object)) return find_text_method(name);
  if (std::optional<ListView> const list = ListView::of(object)) {
    return list->kind() == SequenceKind::list ? find_list_method(name) : find_tuple_method(name);
  }
  if (holds<Range>(object)) return find_tuple_method(name);
  return holds<Shared<Cycler>>(object) ? methods::find_cycler_method(name) : nullptr;
}

}  // namespace prompty::jinja
