# Inputs that are validated.

def counts_as_false: . == null or . == false or . == 0 or . == "" or . == [];
# Declarations.
def is_given: .name as $name | $params.inputs | type == "object" and has($name);
def is_required: .required == true;
def is_absent: (is_given or is_required or has("default")) | not;
# Refuses inputs of which one has such a declaration.
def refused_where(condition): if has("result") and any($params.agent.inputs[]; condition) then raise("ValueError") else . end;
# Whether the agent declares an input of that name.
def is_declared_input: [.] - [$params.agent.inputs | arrays | .[].name] == [];
# Whether a value is of a kind.
def fits($kind):
  if $kind == "integer" then type == "number" and . == floor
  elif $kind == "float" then type == "number"
  elif $kind == "string" or $kind == "boolean" then type == $kind
  else true end;
