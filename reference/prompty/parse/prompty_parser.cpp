#include "prompty/parse/prompty_parser.hpp"

#include "prompty/parse/messages.hpp"
#include "prompty/parse/pre_render.hpp"

namespace prompty {
namespace prompty_parser {
namespace {

class PromptyParser final : public Parser {
 public:
  [[nodiscard]] std::vector<Message> parse(PromptyAgent const&, std::string const& rendered) const override {
    // P6.4-07: nothing says where the text came from, so that all of its markers count.
    return messages::read(rendered);
  }

  [[nodiscard]] std::string tag(std::string const& instructions, std::string const& nonce) const override {
    return pre_render::tag_markers(instructions, nonce);
  }

  [[nodiscard]] std::vector<Message> parse_tagged(PromptyAgent const&, std::string const& rendered,
                                                  std::string const& nonce) const override {
    return messages::read_tagged(rendered, nonce);
  }
};

}  // namespace
}  // namespace prompty_parser

std::shared_ptr<Parser const> make_prompty_parser() {
  return std::make_shared<prompty_parser::PromptyParser>();
}

}  // namespace prompty
