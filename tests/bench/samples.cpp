#include "bench/samples.hpp"

#include <nlohmann/json.hpp>

namespace bench {

std::string typical_frontmatter() {
  return R"(
name: order-assistant
displayName: Order assistant
description: Answers questions about orders, politely and with the order at hand
metadata:
  authors: [ann, bob]
  tags: [orders, support]
  version: 3
model:
  id: gpt-4o
  provider: openai
  apiType: chat
  connection:
    kind: key
    endpoint: https://api.example.com/v1
    apiKey: not-a-secret
  options:
    temperature: 0.2
    maxOutputTokens: 800
    stopSequences: ["END", "STOP"]
    additionalProperties:
      logprobs: true
inputs:
  customer: Jane
  question:
    kind: string
    required: true
    description: What the customer wants to know
  orders:
    kind: array
    default: []
  history:
    kind: thread
outputs:
  - name: answer
    kind: string
    description: The reply to show
  - name: confidence
    kind: float
tools:
  - name: get_order
    kind: function
    description: Look an order up
    parameters:
      - name: order_id
        kind: string
        required: true
      - name: with_items
        kind: boolean
        default: false
  - name: search
    kind: mcp
    serverName: docs
    connection:
      kind: anonymous
      endpoint: https://mcp.example.com
    allowedTools: [find, read]
template:
  format:
    kind: jinja2
  parser:
    kind: prompty
)";
}

std::string typical_template() {
  return R"(system:
You help {{ customer.name|title }} with {{ orders|length }} orders.
{% if customer.vip %}Treat them as a guest of honour.{% endif %}

# Orders
{% for order in orders %}
{{ loop.index }}. {{ order.title }}{% if order.open %} (open){% else %} (sent on {{ order.date }}){% endif %}: {{ order.price|round(2) }}
{% endfor %}
{% set names = orders|map(attribute="title")|join(", ") %}
All of them: {{ names|upper }}.

user:
{{ question|trim }}
)";
}

nlohmann::ordered_json typical_inputs() {
  nlohmann::ordered_json orders = nlohmann::ordered_json::array();
  for (int index = 0; index < 20; ++index) {
    orders.push_back({{"title", "Order number " + std::to_string(index)},
                      {"open", index % 3 == 0},
                      {"date", "the 3rd of May"},
                      {"price", 9.987 * index}});
  }
  return {
      {"customer", {{"name", "jane doe"}, {"vip", true}}}, {"orders", orders}, {"question", "  Where is my order?  "}};
}

std::string typical_event_stream() {
  std::string const event =
      R"(data: {"id":"chatcmpl-9aBcDeFgHiJkLmNoPqRsTuVwXyZ01","object":"chat.completion.chunk","created":1735689600,)"
      R"("model":"gpt-4o-2024-08-06","choices":[{"index":0,"delta":{"content":" word"},"finish_reason":null}]})"
      "\n\n";
  return repeated(event, event_stream_bytes / event.size() + 1).substr(0, event_stream_bytes);
}

std::string repeated(std::string const& piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t index = 0; index < count; ++index) text += piece;
  return text;
}

}  // namespace bench
