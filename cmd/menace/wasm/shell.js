// The page around the laboratory: it loads the program, shows its status, and keeps its database.
"use strict";

const base = new URL("./", document.currentScript.src);
const [frame, loading, bar, doing, note, busy, stop, update] = ["lab", "loading", "bar", "doing", "note", "busy", "stop", "update"].map((id) => document.getElementById(id));
const open = new Map(); // unanswered requests, by ID, with the time of the request
const first = document.getElementById("first"); // the start page, as a first visitor will see it
let wish, ready = false; // the visitor's choice there: a form and its button
translate();
let worker, program, hosting = false, began, tries = 3, left = false;

// translate translates this page, which is written in English, into the reader's language.
function translate() {
  speak(localStorage.getItem(`${place} cookie`) ?? "");
  document.documentElement.lang = tag;
  for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text ||= one.textContent);
  first.title = text("The start page, while the program loads");
  frame.title = text("The laboratory");
}

// start runs the program, with a database opened by the user or the stored one.
function start(opened) {
  [hosting, began] = [true, Infinity];
  worker = new Worker(new URL("worker.js", base));
  worker.onerror = ({ message }) => again(message);
  worker.onmessage = ({ data: { loaded, all, step, compiled, failure } }) => {
    if (loaded) [bar.value, bar.max] = [loaded, all];
    if (step) doing.textContent = step;
    if (compiled) program = compiled; // for starting it again without delay
    if (failure) again(failure);
  };
  worker.postMessage({ program, opened, cookie: localStorage.getItem(`${place} cookie`) ?? "" });
}

// again restarts the program, unless it keeps failing immediately.
function again(why, opened) {
  worker.onerror = worker.onmessage = null; // a program that is still loading may fail because it is terminated
  worker.terminate();
  if (Date.now() - began > 10000) tries = 3;
  if (!tries--) {
    const giveUp = (advice) => say([text("The program does not start: {why}.", { why }), advice].join(" "));
    return stored().then((found) => giveUp(found ? text("Your machines are stored; load this page again, or save a copy.") : text("Load this page again.")), () => giveUp(text("Load this page again.")));
  }
  say(text("The program was started again ({why}).", { why }) + (localStorage.getItem(place) && !opened ? ` ${text("Your machines are as they were when last stored.")}` : ""));
  start(opened);
}

// Messages come from all tabs, including this one, from the program and from the service worker.
new BroadcastChannel(place).onmessage = ({ data: { kind, id, head, noted, why, opened, set } }) => {
  if (kind === "cookie") { // the language was chosen
    localStorage.setItem(`${place} cookie`, set);
    translate();
  }
  if (kind === "note") note.textContent = noted;
  if (kind === "request") open.set(id, Date.now());
  if (kind === "cancel" || head) open.delete(id);
  if (kind === "ready") {
    began = Date.now();
    open.clear(); // the service worker asks again
    stored().then((found) => found && localStorage.setItem(place, "has a database"));
  }
  if (kind === "leave") { // A service worker is not replaced while it answers, nor, in Chromium, when it gets a request.
    left = true;
    frame.src = "about:blank";
    worker?.terminate();
  }
  if (kind === "stop") {
    tries = 3;
    if (hosting) again(why, opened);
    if (opened) frame.src = `${root}lab/`;
  }
};
setInterval(() => { busy.hidden = !loading.hidden || !open.size || Date.now() - Math.min(...open.values()) < 800; }, 200);
stop.onclick = () => { open.clear(); tell("stop", { why: text("you stopped it") }); };

document.getElementById("save").onclick = async () => {
  const content = await stored().catch((error) => say(text("The database cannot be read: {why}.", { why: error.message })));
  if (!content) return say(text("There are no machines yet."));
  const href = URL.createObjectURL(new Blob([content], { type: "application/vnd.sqlite3" }));
  Object.assign(document.createElement("a"), { href, download: "menace.db" }).click();
  URL.revokeObjectURL(href);
};

document.getElementById("open").onchange = async ({ target }) => {
  const [file] = target.files;
  if (!file || !confirm(text("Replace all machines in this browser by those in {file}?", { file: file.name }))) return;
  const content = new Uint8Array(await file.arrayBuffer());
  target.value = "";
  tell("stop", { why: text("for the database that you opened"), opened: content });
};

// The address of the shell contains the page in the frame, so that reloading shows it again.
frame.onload = () => {
  const { pathname = "", search } = frame.contentDocument?.location ?? {}; // none for a picture opened by itself
  if (!pathname.startsWith(`${root}lab/`)) return;
  loading.hidden = true;
  frame.hidden = false;
  document.querySelector("footer").hidden = parent !== window && pathname.startsWith(`${root}lab/embed/`); // in another site's frame
  if (wish) note.textContent = "";
  wish = null;
  document.title = frame.contentDocument.title || "menace";
  history.replaceState(null, "", `#${pathname.slice(root.length + 3)}${search}`);
};

// lab returns the page named by the address. A machine in the address goes to the start page, which opens it.
function lab() {
  const { hash } = location;
  return hash.startsWith("#m=") ? `${root}lab/${hash}` : `${root}lab${hash.slice(1) || "/"}`;
}
addEventListener("hashchange", () => {
  if (ready && frame.hidden && !wish) frame.src = lab(); // a link on the start page
  else if (location.hash.startsWith("#m=") && !frame.hidden) frame.src = lab();
});

async function begin() {
  const missing = ["serviceWorker", "locks", "storage"].find((name) => !navigator[name]);
  if (missing) throw new Error(text("it has no {what} for this page, which needs https and no private window", { what: missing }));
  if (localStorage.getItem(place) && !await stored()) say(text("This browser has lost your machines, as can happen after its disk was full. If you saved a copy, open it."));
  let controlled = navigator.serviceWorker.controller; // not on a first visit, whose first controller changes nothing
  navigator.serviceWorker.oncontrollerchange = () => { // in all tabs
    if (controlled || left) location.reload();
    controlled = true;
  };
  navigator.locks.request(place, () => new Promise(() => start())); // one tab runs the program, until it closes
  const registration = await navigator.serviceWorker.register(`${root}sw.js`, { updateViaCache: "none" });
  const offer = () => { update.hidden = !registration.waiting || !registration.active; };
  registration.onupdatefound = () => registration.installing?.addEventListener("statechange", offer);
  offer();
  update.onclick = () => {
    say(text("The new version begins. If nothing changes, close all tabs with this page, and open it again."));
    tell("leave");
    setTimeout(() => {
      tell("leave"); // ends requests of pages that are gone
      registration.waiting.postMessage("update");
    }, 1000);
  };
  navigator.storage.persist();
  await navigator.serviceWorker.ready;
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded)); // or it would wait for the frame
  ready = true;
  if (wish) send();
  else frame.src = lab();
}

// send sends a choice made while the program was loading. The service worker keeps it until the program is there.
function send() {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${root}lab/`, target: "lab", hidden: true });
  for (const [name, value] of new FormData(...wish)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}

// listen makes the start page usable before the program is there.
function listen() {
  first.contentDocument.addEventListener("submit", (event) => {
    event.preventDefault();
    wish = [event.target, event.submitter];
    note.textContent = text("Your move is made as soon as the program is here.");
    if (ready) send();
  });
}
if (localStorage.getItem(place) || location.hash) first.remove(); // returning visitors see their own page
else {
  first.onload = listen;
  first.src = new URL(`first-${tag}.html`, base);
}
begin().catch((error) => say(text("This browser cannot show the laboratory: {why}.", { why: error.message })));
