// Runs the program, in the one tab that holds the lock, and stores its database.
"use strict";

importScripts("storage.js", "wasm_exec.js");

const channel = new BroadcastChannel(place);

function say(text) { channel.postMessage({ kind: "note", text }); }

let fetched; // the address of the program, if it came from the server
let unsaved = ""; // why the database could not be stored the last time, or ""

// load fetches the program as a server compresses it, or else compressed beforehand. The browser keeps compiled code
// only of what comes through its own cache, so the copy for times without a network is the last resort.
async function load() {
  const plain = new URL("menace.wasm", location).href, packed = `${plain}.gz`;
  const head = await fetch(plain, { method: "HEAD" }).catch(() => null);
  const address = head?.headers.get("Content-Encoding") ? plain : packed;
  let response = await fetch(address).catch(() => null);
  if (response?.ok) fetched = address;
  else response = await caches.match(address) ?? await caches.match(plain);
  if (!response?.ok) throw new Error("the program cannot be loaded; is there a network?");
  const all = address === packed ? Number(response.headers.get("Content-Length")) : SIZE;
  progress(response.clone(), all);
  if (!response.url.endsWith(".gz")) return response;
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
}

// keep keeps a copy of the program, unless it is one, and drops those of other versions.
async function keep() {
  const copies = await caches.open(`${place} program`);
  if (!fetched || await copies.match(fetched)) return;
  const copy = await fetch(fetched, { cache: "force-cache" }).catch(() => null);
  if (!copy?.ok) return;
  for (const old of await copies.keys()) await copies.delete(old);
  await copies.put(fetched, copy).catch(() => say("The browser has no room to keep the program for times without a network."));
}

async function progress(response, all) {
  const reader = response.body.getReader();
  for (let loaded = 0, part; !(part = await reader.read()).done;) postMessage({ kind: "progress", loaded: loaded += part.value.length, all });
}

// report notes in all tabs when storing the database begins to fail, and when it succeeds again. It returns why it fails.
async function report(storing) {
  const why = await storing.then(() => "", String);
  if (why !== unsaved) say(why ? `Your machines are not stored: ${why}. Save a copy now.` : "Your machines are stored again. Save a copy all the same: after a full disk, browsers may lose what they stored.");
  return unsaved = why;
}

// compile loads and compiles the program.
const compile = () => WebAssembly.compileStreaming(load());

// run runs the program, which the shell has if it ran in this tab before. A download that breaks off is begun again once.
async function run(program) {
  const go = new Go();
  const [before, opened, compiled] = await Promise.all([stored(), stored(other), program ?? compile().catch(compile)]);
  postMessage({ kind: "loaded", program: compiled });
  self.menace = {
    root, name: opened ? "this file" : own, database: opened ?? before, program: new URL("DOWNLOAD", location.origin + root).href,
    failure: "the program ended",
    store: (content, done) => report(store(content)).then(done),
    answer: (id, kind, content) => channel.postMessage({ id, kind, content }),
    serve(receive) {
      if (opened) report(store(opened));
      channel.onmessage = ({ data }) => receive(data);
      for (const listener of [channel, self]) listener.postMessage({ kind: "ready" });
      keep(); // not before, when it would hold up the first page
    },
  };
  await go.run(await WebAssembly.instantiate(compiled, go.importObject)).finally(forget);
  throw new Error(self.menace.failure);
}

onmessage = ({ data }) => navigator.locks.request(place, () => {
  postMessage({ kind: "host" });
  return run(data).catch((error) => postMessage({ kind: "failed", why: String(error.message) }));
});
