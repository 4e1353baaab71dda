# Conversations, and what is asked of them.

# The result when sessions are distinguished by what the key makes of their ids.
def by_session(key):
  ask($operation; (.runs | arrays | .[].sessionId) |= key)
  | in_result((.sessions | objects) |= (. as $sessions
      | reduce $params.runs[].sessionId as $id ({}; .[$id] = $sessions[$id | key])));
