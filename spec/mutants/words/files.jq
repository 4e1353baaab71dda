# Files that are loaded.

def is_missing: ask("/text"; {path: $params.path}).result == null;
def anatomy: ask("/anatomy"; {text: file_text}).result;
def begins($beginning): .error.message | type == "string" and startswith($beginning);
def saying($kind; $message): {error: {kind: $kind, message: $message}};
def reworded($beginning; $message): if begins($beginning) then .error.message = $message else . end;
# Whether the frontmatter was refused because it is YAML, but no mapping.
def is_no_mapping:
  .error.kind == "ValueError" and (begins("Invalid frontmatter YAML: ") | not) and anatomy.closer != ""
  and ask("/frontmatter"; {text: file_text}).result == null;
def leads_out:
  startswith("/")
  or (reduce (split("/")[] | select(. != "" and . != ".")) as $step ([];
      if $step == ".." and length > 0 and last != ".." then .[:-1] else . + [$step] end) | .[0] == "..");
# What a reference stands for, as it is written.
def value_of($reference): $params.env[$reference.name];
def content_of($reference): ask("/text"; {path: "\(folder)/\($reference.name)"}).result;
# Replaces the references in the body; without a text for one it is an error.
def in_instructions(text):
  if has("result") then
    .result.instructions |= reduce references[] as $reference (.;
      replaced($reference.text; $reference | text | if . == null then raise("ValueError") else . end))
  else . end;
# The reply when file references that lead out of the folder are read like any other.
def with_boundary_open:
  if has("result") then .
  else load_frontmatter(frontmatter | in_strings(
    . as $text | [referenced_file | select(leads_out)]
    | if . == [] then $text
      else ask("/text"; {path: "\(folder)/\(.[0])"}).result | if . == null then $text else . end end))
  end;
