
// Unpacks what the page shows and hands it over to `show`.

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

async function begin() {
  let data;
  try {
    data = await unpacked(document.getElementById("data").textContent);
  } catch (problem) {
    document.getElementById("main").replaceChildren(element("p", {}, `This browser cannot unpack the report (${problem.message}); one of 2023 or later can. The same is in the JSON Lines and Markdown reports.`));
    return;
  }
  show(data);
}

begin();
