#pragma once

// The one include for users.

#include "prompty/agent/dispatch.hpp"
#include "prompty/conversation/conversation.hpp"
#include "prompty/conversation/messages.hpp"
#include "prompty/core/agent.hpp"
#include "prompty/core/edition.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/host.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/stream.hpp"
#include "prompty/inputs/inputs.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/environment_file.hpp"
#include "prompty/load/load.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/pipeline/chat_client.hpp"
#include "prompty/pipeline/check_prompt.hpp"
#include "prompty/pipeline/kind_handlers.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/pipeline/trace_export.hpp"
#include "prompty/pipeline/turn.hpp"
#include "prompty/pipeline/typed_results.hpp"
#include "prompty/pipeline/typed_tools.hpp"
#include "prompty/plain.hpp"
#include "prompty/trace/back_ends.hpp"
#include "prompty/trace/tracer.hpp"
#include "prompty/typed/cast.hpp"
#include "prompty/typed/fields.hpp"

/// Prompts in .prompty files: `load`, `check`, `prepare` their messages, `run` them, `invoke` all three at once, take a
/// `turn` with tools, and the values that go in and out. Texts are UTF-8. What is thrown is an Error, by its kind.
namespace prompty {}
