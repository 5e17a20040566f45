// The page around the laboratory: loads it, says what it is doing, and keeps its database.
"use strict";

const base = new URL("./", document.currentScript.src);
const channel = new BroadcastChannel(place);
const [frame, loading, bar, note, busy, stop, update] = ["lab", "loading", "bar", "note", "busy", "stop", "update"].map((id) => document.getElementById(id));
let worker, program, hosting = false, began = 0, failures = 0;

// say shows a note in all tabs.
function say(text) {
  note.textContent = text;
  channel.postMessage({ kind: "note", text });
}

// start runs the program, in this tab or as soon as no other tab does.
function start() {
  worker = new Worker(new URL("worker.js", base));
  worker.onerror = (event) => again(event.message);
  worker.onmessage = ({ data }) => {
    if (data.kind === "host") hosting = true;
    if (data.kind === "loaded") ({ program } = data); // to start it again without waiting
    if (data.kind === "progress") [bar.value, bar.max] = [data.loaded, data.all || 1];
    if (data.kind === "ready") {
      began = Date.now();
      localStorage.setItem(place, "has a database");
    }
    if (data.kind === "failed") again(data.why);
  };
  worker.postMessage(program);
}

// again starts the program again, from the database as it was stored last. One that fails at once is not started a
// third time.
function again(why) {
  worker.terminate();
  failures = Date.now() - began < 10000 ? failures + 1 : 1;
  if (began === 0 || failures > 2) return say(`The program does not start: ${why}. Your machines are stored; load this page again, or save a copy.`);
  say(`The program was started again (${why}). Your machines are as they were stored last.`);
  start();
}

// end starts the program again because the user wants it, in whichever tab it runs.
function end(why) {
  if (!hosting) return channel.postMessage({ kind: "stop", why });
  failures = 0;
  again(why);
}

// leave ends the page in the frame and the program, so that this tab requests nothing. A service worker is not replaced
// by another while it answers, nor, in Chromium, when it gets a request just then.
function leave() {
  frame.src = "about:blank";
  worker.terminate();
}

// Notes what takes long. Requests without an answer, by ID, with the time when they were made.
const open = new Map();
channel.onmessage = ({ data }) => {
  if (data.kind === "request") open.set(data.id, Date.now());
  if (data.kind === "head" || data.kind === "cancel") open.delete(data.id);
  if (data.kind === "ready") open.clear(); // the service worker asks again
  if (data.kind === "stop" && hosting) end(data.why);
  if (data.kind === "leave") leave();
  if (data.kind === "note") note.textContent = data.text;
};
setInterval(() => { busy.hidden = !loading.hidden || !open.size || Date.now() - Math.min(...open.values()) < 800; }, 200);
stop.onclick = () => { open.clear(); end("you stopped it"); };

document.getElementById("save").onclick = async () => {
  const content = await stored().catch((error) => say(`The database cannot be read: ${error.message}.`));
  if (!content) return say("There are no machines yet.");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/vnd.sqlite3" }));
  link.download = "menace.db";
  link.click();
  URL.revokeObjectURL(link.href);
};

document.getElementById("open").onchange = async ({ target }) => {
  const [file] = target.files;
  if (!file || !confirm(`Replace all machines in this browser by those of ${file.name}?`)) return;
  const content = new Uint8Array(await file.arrayBuffer());
  target.value = "";
  await offer(content).then(() => end("for the database that you opened"), (error) => say(`It was not opened: ${error.message}.`));
  frame.src = `${root}lab/`;
};

// The address of the shell names the page in the frame, so that it can be loaded again.
frame.onload = () => {
  const { pathname = "", search } = frame.contentDocument?.location ?? {}; // a picture opened by itself has none
  if (!pathname.startsWith(`${root}lab/`)) return;
  loading.hidden = true;
  frame.hidden = false;
  document.title = frame.contentDocument.title || "menace";
  history.replaceState(null, "", `#${pathname.slice(root.length + 3)}${search}`);
};

async function begin() {
  const missing = ["serviceWorker", "locks", "storage"].find((name) => !navigator[name]);
  if (missing) throw new Error(`it has no ${missing} for this page, which needs https and no private window`);
  if (localStorage.getItem(place) && !await stored()) say("This browser has lost your machines, as it may once its disk was full. If you saved a copy, open it.");
  start();
  const registration = await navigator.serviceWorker.register(`${root}sw.js`, { updateViaCache: "none" });
  const offer = () => { update.hidden = !registration.waiting || !registration.active; };
  registration.onupdatefound = () => registration.installing?.addEventListener("statechange", offer);
  offer();
  update.onclick = () => {
    say("The new version begins. If nothing changes, close all tabs with this page, and open it again.");
    channel.postMessage({ kind: "leave" });
    leave();
    setTimeout(() => {
      channel.postMessage({ kind: "leave" }); // which ends what pages requested until they were gone
      registration.waiting.postMessage("update");
    }, 1000);
  };
  if (registration.active) navigator.serviceWorker.oncontrollerchange = () => location.reload(); // in all tabs
  navigator.storage.persist();
  await navigator.serviceWorker.ready;
  frame.src = `${root}lab${location.hash.slice(1) || "/"}`;
}
begin().catch((error) => say(`This browser cannot show the laboratory: ${error.message}.`));
