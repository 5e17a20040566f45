// Keeps a page up to date that has an element with data-live. Everything works without this script too, by forms.
//
// Scripts of features listen to two events of the document: "update" comes before the parts of an update replace those
// of the page, and may change them; "updated" comes after it. Their detail has the parts, the values of the update, and
// whether it is the first of a connection, which holds the whole page.
"use strict";

const page = document.querySelector("[data-live]");
// message returns a message that the page, or else the frame of all pages, has in an attribute.
const message = (name) => page?.dataset[name] ?? document.documentElement.dataset[name];

// swap replaces a part of the page, and keeps the focus where it was.
function swap(name, html) {
  const part = document.querySelector(`[data-part="${name}"]`);
  if (!part || part.innerHTML === html) return;
  const held = part.contains(document.activeElement) && document.activeElement;
  const square = held && held.dataset.square;
  const key = held && (square ? `[data-square="${square}"]` : held.name && `[name="${held.name}"]`);
  const words = held && held.textContent;
  const next = part.cloneNode();
  next.innerHTML = html;
  if (part.querySelector("tr[id]")) patch(part, next);
  else part.replaceChildren(...next.childNodes);
  if (!held || held.isConnected) return;
  const same = [...part.querySelectorAll("button")].find((b) => b.textContent === words);
  const candidates = [key && part.querySelector(key), same, square && part.querySelector("[data-square]:not([aria-disabled])")];
  candidates.find((b) => b && !b.disabled)?.focus({ preventScroll: true });
}

// patch makes an element like another one. Its rows stay where they are, and new ones come last: if a button were
// replaced between pressing and releasing the mouse, the click would be lost.
function patch(old, now) {
  if (!now.attributes) return void (old.data = now.data);
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) old.setAttribute(name, value);
  const kinds = (node) => [...node.childNodes].map((child) => child.nodeName).join();
  if (old.localName === "tbody") {
    const rowOf = (body, row) => [...body.children].find((one) => one.id === row.id);
    for (const row of [...old.children]) if (!rowOf(now, row)) row.remove();
    for (const row of [...now.children]) rowOf(old, row) ? patch(rowOf(old, row), row) : old.append(row);
  } else if (kinds(old) === kinds(now)) old.childNodes.forEach((child, n) => patch(child, now.childNodes[n]));
  else old.replaceChildren(...now.childNodes);
}

// A line at the bottom while the laboratory does not answer.
const lost = document.createElement("p");
lost.className = "silence";
lost.setAttribute("role", "alert");

// follow receives updates while the window is visible, since a browser has few connections. The first update contains
// the whole page, so nothing flashes then.
function follow(from) {
  let events;
  const end = () => { events?.close(); events = null; };
  const begin = () => {
    if (events || document.hidden) return;
    events = new EventSource(from);
    let first = true;
    events.onopen = () => { first = true; heard(); };
    events.onerror = () => {
      const refused = events.readyState === EventSource.CLOSED; // otherwise the browser reconnects by itself
      miss(refused);
      if (refused) { end(); setTimeout(begin, 3000); }
    };
    events.onmessage = (event) => { take(JSON.parse(event.data), first); first = false; };
    events.addEventListener("gone", () => { end(); location.assign(page.dataset.gone); });
  };
  begin();
  document.addEventListener("visibilitychange", () => document.hidden ? end() : begin());
  addEventListener("pagehide", end);
  addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
}

// take applies an update to the page.
function take(now, first) {
  heard();
  const detail = { ...now, first };
  document.dispatchEvent(new CustomEvent("update", { detail }));
  for (const [name, html] of Object.entries(detail.parts)) swap(name, html);
  document.dispatchEvent(new CustomEvent("updated", { detail }));
  page.dataset.live = "on";
  sessionStorage.removeItem("reloaded");
}

// miss reports a lost connection. If the server refused the stream, it reloads the page once.
async function miss(refused) {
  wonder();
  if (!refused || sessionStorage.getItem("reloaded")) return;
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (!answer) return;
  sessionStorage.setItem("reloaded", "yes");
  location.reload();
}

// say shows a message where the page reports what happens.
function say(text) { document.querySelector('[role="status"]').textContent = text; }

// wonder shows that the server does not answer.
function wonder() {
  lost.textContent = message("silence");
  document.body.append(lost);
}

let unheard = null; // what the page reported before a message that nothing was done

// ask requests a page. It returns null, after a message, if the server cannot be reached. A network that is gone may keep
// the request waiting for long, so ask says after a second that there is no answer.
async function ask(address, options) {
  const late = setTimeout(wonder, 1000);
  try {
    const answer = await fetch(address, options);
    heard();
    return answer;
  } catch {
    unheard ??= document.querySelector('[role="status"]').innerHTML;
    say(message("unsent"));
    setTimeout(probe, 1000);
    return null;
  } finally {
    clearTimeout(late);
  }
}

// probe asks again and again until the server answers.
async function probe() {
  if (unheard === null) return;
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  answer ? heard() : setTimeout(probe, 1000);
}

// heard takes messages about the network away, because the server has answered.
function heard() {
  lost.remove();
  if (unheard !== null) document.querySelector('[role="status"]').innerHTML = unheard;
  unheard = null;
}

// send sends a form. Its effects arrive as an update, and error messages as a page.
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const address = button?.getAttribute("formaction") || form.getAttribute("action");
  const answer = await ask(address, { method: "POST", body, redirect: form.dataset.quiet ? "follow" : "manual" });
  if (!answer) return;
  const html = await answer.text().catch(() => "");
  if (answer.type === "opaqueredirect") {
    form.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
    form.querySelectorAll(".wrong").forEach((text) => text.remove());
    return;
  }
  const text = new DOMParser().parseFromString(html, "text/html");
  const same = form.id && text.getElementById(form.id);
  const instead = text.querySelector("[data-instead]"); // such as a form for joining: another class has begun
  const said = answer.redirected && text.querySelector(`[data-part="${form.dataset.quiet}"]`);
  if (said) say(said.textContent);
  if (same) form.innerHTML = same.innerHTML;
  if (same) form.querySelector('[aria-invalid="true"]')?.focus();
  else if (instead) location.assign(instead.dataset.instead);
  else say(text.querySelector('[role="alert"]')?.textContent || message("unsent"));
}

if (page) {
  follow(page.dataset.events);
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-quiet]");
    if (!form || event.defaultPrevented) return; // a script of a feature has sent it
    event.preventDefault();
    send(form, event.submitter);
  });
}

// A page that waits for something loads itself again after some seconds.
const awaiting = document.querySelector("[data-again]");
if (awaiting) setTimeout(() => location.reload(), 1000 * awaiting.dataset.again);

// Keys that stand for links, such as the arrow keys for the moves of a stored game.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  document.querySelector(`[data-key="${event.key}"]`)?.click();
});
