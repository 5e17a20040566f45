// Forwards the requests of the page to the worker that runs the program. After the first visit it works without a
// network. It keeps the files of one version; another version waits until no tab uses this one.
"use strict";

const root = new URL("./", location).pathname, lab = `${root}lab`, place = `menace ${root}`, version = "VERSION";
const cacheName = `${place} ${version}`;
const files = ["./", ...["texts.js", "shell.js", "storage.js", "worker.js", "wasm_exec.js", "shell.css", "icon.svg"].map((name) => `${version}/${name}`)];
const channel = new BroadcastChannel(place);
const waiting = new Map(); // unfinished requests, by ID

addEventListener("install", (event) => event.waitUntil(
  caches.open(cacheName).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" }))))));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(`${place} `) && name !== cacheName) await caches.delete(name);
  await clients.claim();
})()));

addEventListener("message", (event) => event.data === "update" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(root)) return;
  if (url.pathname === lab || url.pathname.startsWith(`${lab}/`)) {
    // The page is shown only in the frame of the shell.
    if (request.destination === "document") event.respondWith(Response.redirect(`${root}#${url.pathname.slice(lab.length)}${url.search}`));
    else event.respondWith(pass(request, url));
  } else if (!url.pathname.includes("menace.wasm")) {
    const file = url.pathname === `${root}index.html` ? root : request;
    event.respondWith(caches.match(file, { ignoreSearch: true, cacheName }).then((found) => found ?? fetch(request)));
  }
});

// pass forwards a request, and returns the answer as soon as it begins.
async function pass(request, url) {
  const id = crypto.randomUUID(), body = new Uint8Array(await request.arrayBuffer());
  const message = { kind: "request", id, method: request.method, url: url.pathname + url.search, type: request.headers.get("Content-Type") ?? "", referrer: request.referrer, body };
  request.signal.addEventListener("abort", () => end(id));
  channel.postMessage(message);
  return new Promise((answer) => waiting.set(id, { message, answer }));
}

// end ends a request that nobody waits for any more, or that will not be answered. While any request is left, this
// service worker cannot be replaced.
function end(id, instead = Response.error()) {
  const one = waiting.get(id);
  if (!waiting.delete(id)) return;
  one.answer(instead); // unless its answer has begun
  one.stream?.error(new Error("cut"));
  channel.postMessage({ kind: "cancel", id });
}

// retry forwards a request to a program that has just started, unless its predecessor received it: nothing is done
// twice. The program has the texts for that case.
function retry({ message, taken }, id, { why, all, tag }) {
  const page = `<!doctype html><html lang="${tag}"><title>menace</title><p>${why} <a href="${lab}/">${all}</a></p>`;
  if (taken) end(id, new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } }));
  else channel.postMessage(message);
}

// An answer begins with its first part, so that a page is never empty.
channel.onmessage = ({ data }) => {
  const { kind, id, head, content } = data;
  if (kind === "leave") for (const left of waiting.keys()) end(left);
  if (kind === "ready") waiting.forEach((one, id) => retry(one, id, data));
  if (kind === "cut") end(id);
  const one = waiting.get(id);
  if (kind !== "answer" || !one) return;
  one.taken = true;
  if (!head) return;
  if (!one.stream) {
    const body = new ReadableStream({ start: (stream) => { one.stream = stream; }, cancel: () => end(id) });
    one.answer(new Response([204, 304].includes(head.status) ? null : body, head));
  }
  if (content) return one.stream.enqueue(content);
  waiting.delete(id);
  one.stream.close();
};
