// Keeps the page of a machine up to date. Everything on it works without this script too, by forms.
"use strict";

const page = document.querySelector("[data-live]");
const silence = page?.dataset.silence ?? "The laboratory does not answer";

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
  if (name === "roster") patch(part, next);
  else part.replaceChildren(...next.childNodes);
  if (!held || held.isConnected) return;
  const same = [...part.querySelectorAll("button")].find((b) => b.textContent === words);
  const candidates = [key && part.querySelector(key), same, square && part.querySelector("[data-square]:enabled")];
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

let picks = 0; // numbers the calls of pick, so that a late answer to an earlier one is ignored
let unpicked = {}; // the texts that pick has replaced; an update has only what changed since the one before

// pick picks up a pawn or puts it down. The answer shows where it can go.
async function pick(button) {
  const turn = ++picks;
  const answer = await fetch(`${button.formAction}?from=${button.value}`).catch(() => null);
  if (!answer?.ok) return say(`${silence}.`);
  const text = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== picks) return;
  const html = (from, name) => from.querySelector(`[data-part="${name}"]`)?.innerHTML ?? "";
  for (const name of ["board", "prompt", "messages"]) {
    if (name !== "board") unpicked[name] ??= html(document, name);
    swap(name, html(text, name));
  }
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// walk moves the focus from a square of the board to the nearest enabled one in a direction.
function walk(square, [dx, dy]) {
  const far = (b) => {
    const from = square.dataset.square - 1, to = b.dataset.square - 1;
    const x = (to % 3) - (from % 3), y = Math.floor(to / 3) - Math.floor(from / 3);
    const ahead = dx * x + dy * y;
    return ahead > 0 ? ahead + 3 * Math.abs(dx * y + dy * x) : Infinity;
  };
  const squares = [...document.querySelectorAll("[data-square]:enabled")].filter((b) => far(b) < Infinity);
  squares.sort((a, b) => far(a) - far(b))[0]?.focus();
}

// moves animates beads that go into the box of a row, or out of it: at most three, one after the other.
function moves(row, beads) {
  const bead = row.querySelector(".bead");
  const outside = { transform: "translate(-2.2rem, -.9rem) scale(.7)", opacity: 0 };
  const inside = { transform: "none", opacity: 1 };
  for (let n = 0; bead && !still.matches && n < Math.min(Math.abs(beads), 3); n++) {
    const mote = document.createElement("span");
    mote.className = bead.className + " mote";
    mote.textContent = bead.textContent;
    mote.setAttribute("aria-hidden", "true");
    bead.parentElement.append(mote);
    const way = beads > 0 ? [outside, inside] : [inside, outside];
    const motion = mote.animate(way, { duration: 460, delay: 110 * n, easing: "ease-in-out", fill: "both" });
    motion.onfinish = () => mote.remove();
  }
}

// opened animates the bead that was drawn, or the beads that came and went at the end of a game.
function opened(part) {
  part.querySelectorAll(".drawn").forEach((row) => moves(row, -1));
  const beads = (row) => Number(row.dataset.change.replace("−", "-").replaceAll(",", ""));
  part.querySelectorAll("[data-change]").forEach((row) => moves(row, beads(row)));
}

// find shows a box, and animates the beads that have come or gone since it was last shown.
async function find(position, opens) {
  const answer = await fetch(`${page.dataset.foundBox}?position=${encodeURIComponent(position)}`).catch(() => null);
  if (!answer?.ok) return;
  const section = document.getElementById("found-box");
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("found-box");
  const rows = () => [...section.querySelectorAll("[data-beads]")];
  const before = rows().map((row) => Number(row.dataset.beads));
  const same = section.dataset.open === now.dataset.open;
  if (now.dataset.open) section.dataset.open = now.dataset.open;
  section.querySelector("h2").textContent = now.querySelector("h2").textContent;
  section.querySelector("[data-inside]").replaceWith(now.querySelector("[data-inside]"));
  const slow = Date.now() - shownAt > 1500;
  shownAt = Date.now();
  if (opens && !section.open) section.showModal();
  if (same && slow) rows().forEach((row, i) => moves(row, Number(row.dataset.beads) - before[i]));
}

let shownAt = 0; // when a box was last shown
let finding; // the timer of again

// asked returns the position of the box in the address, or null.
function asked() { return new URLSearchParams(location.search).get("position"); }

// again updates the box that is shown, at most twice a second.
function again() {
  if (!asked() || finding) return;
  const show = () => { finding = 0; if (asked()) find(asked()); };
  finding = setTimeout(show, Math.max(0, 500 - (Date.now() - shownAt)));
}

// show updates a box in the overview. If its beads have changed, it can flash.
function show(code, box, flash) {
  const place = document.querySelector(`[data-box="${code}"]`);
  if (!place) return;
  if (place.innerHTML !== box.squares) {
    place.innerHTML = box.squares;
    const frames = [{ outline: "3px solid var(--accent)" }, { outline: "3px solid transparent" }];
    if (flash) place.animate(frames, still.matches ? 0 : 600);
  }
  place.className = box.class;
  place.title = box.title;
}

let began = false; // this window has just begun a game, so the button Move gets the focus
const still = matchMedia("(prefers-reduced-motion: reduce)");

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
    events.onopen = () => { first = true; lost.remove(); };
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
  const back = now.parts.board ? unpicked : {};
  if (now.parts.board) unpicked = {};
  for (const [name, html] of Object.entries({ ...back, ...now.parts })) swap(name, html);
  const box = document.querySelector('[data-part="opened"]');
  if (box && now.parts.opened && !first) opened(box);
  if (now.values[document.getElementById("found-box")?.dataset.open] && !first) again();
  for (const [code, one] of Object.entries(now.values)) show(code, one, !first);
  if (began) document.querySelector("[data-step]:not([hidden]):enabled")?.focus();
  began = false;
  page.dataset.live = "on";
  sessionStorage.removeItem("reloaded");
}

// miss reports a lost connection. If the server refused the stream, it reloads the page once.
async function miss(refused) {
  lost.textContent = `${silence}. This page may be out of date.`;
  document.body.append(lost);
  if (!refused || sessionStorage.getItem("reloaded")) return;
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (!answer) return;
  sessionStorage.setItem("reloaded", "yes");
  location.reload();
}

// say shows a message where the page reports what happens.
function say(text) { document.querySelector('[role="status"]').textContent = text; }

// send sends a form. Its effects arrive as an update, and error messages as a page.
async function send(form, button) {
  began = form.id === "next" && !button?.hasAttribute("formaction");
  const body = new URLSearchParams(new FormData(form, button));
  let answer, html;
  try {
    const address = button?.getAttribute("formaction") || form.getAttribute("action");
    answer = await fetch(address, { method: "POST", body, redirect: form.dataset.quiet ? "follow" : "manual" });
    html = await answer.text();
  } catch {
    return say(`${silence}; ${body.has("move") ? "your move was not made" : "nothing was done"}.`);
  }
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
  else {
    const refused = `The laboratory refuses that, with status ${answer.status}.`;
    say(text.querySelector('[role="alert"]')?.textContent || refused);
  }
}

if (page) {
  follow(page.dataset.events);
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-quiet]");
    if (!form) return;
    event.preventDefault();
    if (event.submitter?.formMethod === "get") pick(event.submitter);
    else send(form, event.submitter);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?position="]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    find(asked(), true);
  });
  const box = document.getElementById("found-box");
  if (box?.open) { // without scripts it is a part of the page
    box.open = false;
    box.showModal();
  }
  const forget = () => history.replaceState(null, "", location.pathname);
  box?.addEventListener("cancel", forget);
  box?.addEventListener("click", (event) => {
    if (event.target !== box && !event.target.closest("[data-close]")) return;
    event.preventDefault();
    forget();
    box.close();
  });
  addEventListener("popstate", () => asked() ? find(asked(), true) : box?.close());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    const step = document.querySelector("[data-step]:not([hidden]):enabled");
    if (step && (event.key === " " || event.key === "Enter") && !event.target.matches("button, a, summary")) {
      event.preventDefault();
      step.click();
    }
    if (arrows[event.key] && event.target.dataset.square) {
      event.preventDefault();
      walk(event.target, arrows[event.key]);
    }
    if (/^[1-9]$/.test(event.key)) document.querySelector(`[data-square="${event.key}"]`)?.click();
  });
}

// Keys that stand for links, such as the arrow keys for the moves of a stored game.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  document.querySelector(`[data-key="${event.key}"]`)?.click();
});
