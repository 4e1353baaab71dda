#include "harness/mutants/jq_call.hpp"

#include <nlohmann/json.hpp>

namespace conformance::mutants {

JqCall::JqCall(Json const& params, Reply const* reply)
    : values_{&params, reply == nullptr ? &params : &reply->value},
      params_(values_.to_jq(params)),
      reply_(reply == nullptr ? jv_null() : reply_to_jq(*reply)),
      asked_(jv_array()) {}

JqCall::~JqCall() {
  for (jv const& value : {params_, reply_, asked_}) jv_free(value);
}

jv JqCall::reply_to_jq(Reply const& reply) {
  jv made = jv_object_set(jv_object(), jv_string(reply.status == Reply::Status::error ? "error" : "result"),
                          values_.to_jq(reply.value));
  if (!reply.items.empty()) made = jv_object_set(made, jv_string("items"), values_.to_jq(Json(reply.items)));
  return made;
}

void JqCall::keep_answer(jv answered) {
  asked_ = jv_array_append(asked_, answered);
}

}  // namespace conformance::mutants
