// Runs the program and stores its database.
"use strict";

importScripts("texts.js", "storage.js", "wasm_exec.js");

let address; // address of the program
let unsaved = ""; // why the last attempt to store the database failed, or ""

// load fetches the program as compressed by the server, or else compressed beforehand. Browsers cache compiled code
// only for responses from their own cache, so the copy for working without a network is the last resort.
async function load() {
  const plain = new URL("menace.wasm", location).href, packed = `${plain}.gz`;
  const head = await fetch(plain, { method: "HEAD" }).catch(() => null);
  let response = await fetch(head?.headers.get("Content-Encoding") ? plain : packed).catch(() => null);
  if (!response?.ok) response = await caches.match(packed) ?? await caches.match(plain);
  if (!response) throw new Error(text("the program cannot be loaded; is there a network?"));
  address = response.url;
  if (address === packed) response = new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  progress(response.clone());
  return response;
}

async function progress(response) {
  const reader = response.body.getReader();
  for (let loaded = 0, part; !(part = await reader.read()).done;) {
    postMessage({ loaded: loaded += part.value.length, all: SIZE, step: text("Loading the program: {percent} %", { percent: Math.floor(100 * loaded / SIZE) }) });
  }
  postMessage({ step: text("Preparing the program. This takes some seconds.") });
}

// keep stores a copy of the program beside the other files of this version.
async function keep() {
  const copies = await caches.open(`${place} ${location.pathname.split("/").at(-2)}`);
  if (!address || await copies.match(address)) return;
  await copies.add(new Request(address, { cache: "force-cache" })).catch((error) => say(text("The program cannot be kept for use without a network: {why}.", { why: error.message })));
}

// report reports when storing the database begins to fail, and when it works again. It returns the reason for a
// failure.
async function report(storing) {
  const why = await storing.then(() => "", String);
  if (why && why !== unsaved) say(text("Your machines are not stored: {why}. Save a copy now.", { why }));
  if (!why && unsaved) say(text("Your machines are stored again. Save a copy all the same: after a full disk, browsers may lose what they stored."));
  return unsaved = why;
}

// run runs the program with a database opened by the user, or else the stored one. The shell has the compiled program
// if it has run before.
async function run({ program, opened, cookie }) {
  const go = new Go();
  const [database, compiled] = await Promise.all([opened ?? stored(), program ?? WebAssembly.compileStreaming(load())]);
  postMessage({ compiled, step: database ? text("Opening your machines.") : text("Opening the first page.") });
  self.menace = {
    root, folder: new URL("./", location).pathname, name: opened ? text("this file") : "menace.db", database, program: "DOWNLOAD" && new URL("DOWNLOAD", location.origin + root).href,
    failure: text("the program ended"), cookie,
    remember(set) { speak(self.menace.cookie = set); tell("cookie", { set }); },
    store: (content, done) => report(store(content)).then(done),
    answer: (id, head, content) => tell("answer", { id, head, content }),
    cut: (id) => tell("cut", { id }),
    serve(receive) {
      if (opened) report(store(opened));
      channel.onmessage = ({ data }) => receive(data);
      tell("ready", { why: text("The laboratory was started again while it worked on this."), all: text("To all machines"), tag });
      keep(); // not earlier, which would delay the first page
    },
  };
  await go.run(await WebAssembly.instantiate(compiled, go.importObject));
  throw new Error(self.menace.failure);
}

onmessage = ({ data }) => {
  speak(data.cookie);
  run(data).catch((error) => postMessage({ failure: String(error.message) }));
};
