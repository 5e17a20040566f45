// Passes the requests of the page to the worker that runs the program, and answers without a network after the first
// visit. It keeps the files of one version; another version waits until no tab uses this one.
"use strict";

const root = new URL("./", location).pathname, lab = `${root}lab`, place = `menace ${root}`, version = "VERSION";
const files = ["./", ...["shell.js", "storage.js", "worker.js", "wasm_exec.js", "shell.css", "icon.svg"].map((name) => `${version}/${name}`)];
const channel = new BroadcastChannel(place);
const waiting = new Map(); // requests without an end, by ID

addEventListener("install", (event) => event.waitUntil(
  caches.open(`${place} ${version}`).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" }))))));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(`${place} `) && ![`${place} ${version}`, `${place} program`].includes(name)) await caches.delete(name);
  }
  await clients.claim();
})()));

addEventListener("message", (event) => event.data === "update" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(root)) return;
  if (url.pathname === lab || url.pathname.startsWith(`${lab}/`)) {
    // The page is shown in the frame of the shell only.
    if (request.destination === "document") event.respondWith(Response.redirect(`${root}#${url.pathname.slice(lab.length)}${url.search}`));
    else event.respondWith(pass(request, url));
  } else if (!url.pathname.includes("menace.wasm")) {
    const file = url.pathname === `${root}index.html` ? root : request;
    event.respondWith(caches.match(file, { ignoreSearch: true, cacheName: `${place} ${version}` }).then((found) => found ?? fetch(request)));
  }
});

// pass passes a request on, and returns the answer as soon as it begins.
async function pass(request, url) {
  const id = crypto.randomUUID();
  const body = request.method === "POST" ? new Uint8Array(await request.arrayBuffer()) : null;
  const message = { kind: "request", id, method: request.method, url: url.pathname + url.search, type: request.headers.get("Content-Type") ?? "", body };
  return new Promise((answer) => {
    waiting.set(id, { message, answer, taken: false });
    request.signal.addEventListener("abort", () => end(id));
    channel.postMessage(message);
  });
}

// end ends a request that nobody waits for any more. Without the end of its answer, this service worker could not be
// replaced.
function end(id) {
  const one = waiting.get(id);
  if (!waiting.delete(id)) return;
  if (one.stream) one.stream.error(new Error("nobody waits for it"));
  else one.answer(Response.error());
  channel.postMessage({ kind: "cancel", id });
}

// open begins an answer with its first part, so that a page is never without any.
function open(id, one) {
  if (one.stream) return;
  const empty = one.message.method === "HEAD" || [204, 303, 304].includes(one.head.status);
  const body = new ReadableStream({ start: (stream) => { one.stream = stream; }, cancel: () => end(id) });
  one.answer(new Response(empty ? null : body, one.head));
}

channel.onmessage = ({ data: { kind, id, content } }) => {
  if (kind === "ready") return begin();
  if (kind === "leave") for (const left of waiting.keys()) end(left);
  const one = waiting.get(id);
  if (!one) return;
  if (kind === "taken") one.taken = true;
  if (kind === "head") one.head = content;
  if (kind === "chunk" || kind === "end") open(id, one);
  if (kind === "chunk") one.stream.enqueue(content);
  if (kind === "end") {
    waiting.delete(id);
    one.stream.close();
  }
};

// begin asks a program that has just begun what its predecessor did not see. What that has begun is not done twice.
function begin() {
  const why = `<!doctype html><title>menace</title><p>The laboratory was started again while it worked on this. <a href="${lab}/">All machines</a></p>`;
  for (const [id, one] of waiting) {
    if (!one.taken) { channel.postMessage(one.message); continue; }
    waiting.delete(id);
    if (one.stream) one.stream.error(new Error("the program was started again"));
    else one.answer(new Response(why, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } }));
  }
}
