// Makes the page of a machine live. Everything on it works without this script too, by forms.
"use strict";

const page = document.querySelector("[data-live]");

// swap puts the new text of a part into the page, and keeps the focus where it was.
function swap(name, html) {
  const part = document.querySelector(`[data-part="${name}"]`);
  if (!part || part.innerHTML === html) return;
  const held = part.contains(document.activeElement) && document.activeElement;
  const key = held && (held.dataset.square ? `[data-square="${held.dataset.square}"]` : held.name && `[name="${held.name}"]`);
  const words = held && held.textContent;
  part.innerHTML = html;
  if (!held) return;
  const same = [...part.querySelectorAll("button")].find((b) => b.textContent === words);
  const next = [key && part.querySelector(key), same, held.dataset.square && part.querySelector("[data-square]:enabled")].find((b) => b && !b.disabled);
  next?.focus({ preventScroll: true });
}

let picks = 0; // so that of two pawns picked up quickly the second counts

// pick picks up a pawn, or puts it down. The page says where it can go.
async function pick(button) {
  const turn = ++picks;
  const answer = await fetch(`${button.formAction}?from=${button.value}`).catch(() => null);
  if (!answer?.ok) return say("The laboratory does not answer.");
  const text = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== picks) return;
  for (const name of ["board", "say", "told"]) swap(name, text.querySelector(`[data-part="${name}"]`)?.innerHTML ?? "");
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// walk moves the focus on the board to the nearest square in a direction that can be pressed.
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

// moves lets beads go into a row's box or out of it: at most three, one after the other.
function moves(row, beads) {
  const bead = row.querySelector(".bead");
  const outside = { transform: "translate(-2.2rem, -.9rem) scale(.7)", opacity: 0 }, inside = { transform: "none", opacity: 1 };
  for (let n = 0; bead && !still.matches && n < Math.min(Math.abs(beads), 3); n++) {
    const mote = document.createElement("span");
    mote.className = bead.className + " mote";
    mote.textContent = bead.textContent;
    mote.setAttribute("aria-hidden", "true");
    bead.parentElement.append(mote);
    const way = beads > 0 ? [outside, inside] : [inside, outside];
    mote.animate(way, { duration: 460, delay: 110 * n, easing: "ease-in-out", fill: "both" }).onfinish = () => mote.remove();
  }
}

// opened moves the beads that were drawn, or that came and went at the end of a game.
function opened(part) {
  part.querySelectorAll(".drawn").forEach((row) => moves(row, -1));
  part.querySelectorAll("[data-change]").forEach((row) => moves(row, Number(row.dataset.change.replace("−", "-").replaceAll(",", ""))));
}

// find shows a box, and the beads that have come or gone since it was shown last.
async function find(position, opens) {
  const answer = await fetch(`${page.dataset.found}?position=${encodeURIComponent(position)}`).catch(() => null);
  if (!answer?.ok) return;
  const section = document.getElementById("found");
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("found");
  const before = [...section.querySelectorAll("[data-beads]")].map((row) => Number(row.dataset.beads));
  const same = section.dataset.open === now.dataset.open;
  if (now.dataset.open) section.dataset.open = now.dataset.open;
  section.querySelector("h2").textContent = now.querySelector("h2").textContent;
  section.querySelector("[data-inside]").replaceWith(now.querySelector("[data-inside]"));
  const slow = Date.now() - found > 1500;
  found = Date.now();
  if (opens && !section.open) section.showModal();
  if (same && slow) section.querySelectorAll("[data-beads]").forEach((row, i) => moves(row, Number(row.dataset.beads) - before[i]));
}

let found = 0; // when a box was shown last
let finding; // a timer

// asked returns the position of the box that the address asks for, or null.
function asked() { return new URLSearchParams(location.search).get("position"); }

// again shows the box again, at most twice a second.
function again() {
  if (asked() && !finding) finding = setTimeout(() => { finding = 0; if (asked()) find(asked()); }, Math.max(0, 500 - (Date.now() - found)));
}

// show updates a box in the cabinet, which flashes if its beads have changed.
function show(code, box, flash) {
  const place = document.querySelector(`[data-box="${code}"]`);
  if (!place) return;
  if (box.squares && place.innerHTML !== box.squares) {
    place.innerHTML = box.squares;
    if (flash) place.animate([{ outline: "3px solid var(--accent)" }, { outline: "3px solid transparent" }], still.matches ? 0 : 600);
  }
  if (box.class) place.className = box.class;
  if (box.title) place.title = box.title;
}

let began = false; // a game, by this window: the next key makes a move in it
const still = matchMedia("(prefers-reduced-motion: reduce)");

// A line above the page while the laboratory does not answer.
const lost = document.createElement("p");
lost.className = "silence";
lost.setAttribute("role", "alert");

// follow listens while the window is seen, since a browser has few connections. Nothing flashes at the first event, which
// has everything.
function follow(from) {
  let events;
  const end = () => { events?.close(); events = null; };
  const begin = () => {
    if (events || document.hidden) return;
    events = new EventSource(from);
    let first = true;
    events.onopen = () => { first = true; lost.remove(); };
    events.onerror = () => {
      const refused = events.readyState === EventSource.CLOSED; // otherwise the browser tries again by itself
      miss(refused);
      if (refused) { end(); setTimeout(begin, 3000); }
    };
    events.onmessage = (event) => { take(JSON.parse(event.data), first); first = false; };
    events.addEventListener("gone", () => { end(); location.assign(page.dataset.gone || "/"); });
  };
  begin();
  document.addEventListener("visibilitychange", () => document.hidden ? end() : begin());
  addEventListener("pagehide", end);
  addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
}

// take brings the page up to date by an event.
function take(now, first) {
  for (const [name, html] of Object.entries(now.parts)) swap(name, html);
  const box = document.querySelector('[data-part="opened"]');
  if (box && now.parts.opened && !first) opened(box);
  if (now.boxes[document.getElementById("found")?.dataset.open] && !first) again();
  for (const [code, one] of Object.entries(now.boxes)) show(code, one, !first);
  if (began) document.querySelector("[data-step]:not([hidden]):enabled")?.focus();
  began = false;
  page.dataset.live = "on";
  sessionStorage.removeItem("reloaded");
}

// miss reports a lost connection. After a refusal it loads the page again, once, as soon as there is an answer.
async function miss(refused) {
  lost.textContent = "The laboratory does not answer. What stands here may be old.";
  document.body.append(lost);
  if (!refused || sessionStorage.getItem("reloaded")) return;
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (!answer) return;
  sessionStorage.setItem("reloaded", "yes");
  location.reload();
}

// say shows a message where the page tells what happens.
function say(text) { document.querySelector('[role="status"]').textContent = text; }

// send sends a form. What it changes comes as an event; what is wrong with it comes as a page.
async function send(form, button) {
  began = form.id === "next" && !button?.hasAttribute("formaction");
  const body = new URLSearchParams(new FormData(form, button));
  let answer, html;
  try {
    answer = await fetch(button?.getAttribute("formaction") || form.getAttribute("action"), { method: "POST", body, redirect: form.dataset.quiet ? "follow" : "manual" });
    html = await answer.text();
  } catch {
    return say(`The laboratory does not answer; ${body.has("move") ? "your move was not made" : "nothing was done"}.`);
  }
  if (answer.type === "opaqueredirect") {
    form.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
    form.querySelectorAll(".wrong").forEach((text) => text.remove());
    return;
  }
  const text = new DOMParser().parseFromString(html, "text/html");
  const same = form.id && text.getElementById(form.id);
  const said = answer.redirected && text.querySelector(`[data-part="${form.dataset.quiet}"]`);
  if (said) say(said.textContent);
  if (same) form.innerHTML = same.innerHTML;
  if (same) form.querySelector('[aria-invalid="true"]')?.focus();
  else if (text.querySelector('form[action="/join"]')) location.assign("/join"); // it is another class by now
  else say(text.querySelector('[role="alert"]')?.textContent || `The laboratory refuses that, with status ${answer.status}.`);
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
  const box = document.getElementById("found");
  if (box?.open) { // without scripts it lies on the page
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

// A stored game is stepped through with the arrow keys.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  document.querySelector(`[data-key="${event.key}"]`)?.click();
});
