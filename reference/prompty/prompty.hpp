#pragma once

// The one include for users: load a .prompty file, check it, prepare its messages, run it, and the values that go in
// and out.

#include "prompty/core/agent.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/stream_item.hpp"
#include "prompty/core/version.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/frontmatter.hpp"
#include "prompty/load/load.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/pipeline/check_prompt.hpp"
#include "prompty/pipeline/invoke.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/pipeline/trace_export.hpp"
#include "prompty/render/inputs.hpp"
#include "prompty/stream/prompty_stream.hpp"
#include "prompty/trace/console_back_end.hpp"
#include "prompty/trace/recorder.hpp"
#include "prompty/trace/tracer.hpp"
#include "prompty/trace/tracy_back_end.hpp"
