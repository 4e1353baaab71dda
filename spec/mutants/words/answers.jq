# What becomes of an answer: outcomes, and what executing a request comes to.

# The items of an answer that is a list of data.
def data: $params.response.data | arrays;
# Gives the value of an outcome of one type as another one, of another type perhaps.
def convert($type; $other; change): if .result.type == $type then outcome($other; .result.value | change) else . end;
# What an item gives an image by: its address or its data; nothing if it has neither.
def image_address: .url | strings | select(. != "");
def image_data: .b64_json | strings | select(. != "");
def image: image_address // image_data;
# Takes something else from each item with an image.
def read_images(image): if is_for("image") and has("result") then [$params.response.data[] | image]
  | if length == 1 then outcome("image"; .[0]) else outcome("images"; .) end else . end;
def is_error($kind): .error.kind == $kind;
def told(change): if is_error("ExecuteError") then .error.message |= change else . end;
